import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const DEFAULTS = { companyName: 'Postroom Ltd', locale: 'en-GB', projectVariant: 'uk', apiBase: '/api' }

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

async function configAfter(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  const { appConfig, loadAppConfig } = await import('./app-config.ts')
  await loadAppConfig()
  return appConfig()
}

it('uses the configuration of the server', async () => {
  const values = {
    company_name: 'Post Ltd',
    locale: 'fr-FR',
    project_variant: 'other',
    api_base: '/other/api',
    passkey_origin: 'https://post.example',
    assistant: 'https://help.example/a.js',
    takes_cards: true,
  }
  expect(await configAfter(async () => Response.json(values))).toEqual({
    companyName: 'Post Ltd',
    locale: 'fr-FR',
    projectVariant: 'other',
    apiBase: '/other/api',
    passkeyOrigin: 'https://post.example',
    assistant: 'https://help.example/a.js',
    takesCards: true,
  })
})

const WRONG = { company_name: 1, locale: 2, assistant: 3, takes_cards: 'yes', passkey_origin: true }

it.each<[string, () => Promise<Response>]>([
  ['an unreachable server', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an error', async () => Response.json({ company_name: 'Error Ltd' }, { status: 500 })],
  ['no JSON', async () => new Response('<html>')],
  ['null', async () => Response.json(null)],
  ['a string', async () => Response.json('company_name')],
  ['values of wrong types', async () => Response.json({ ...WRONG, project_variant: 'us', api_base: null })],
])('keeps the defaults after %s', async (_case, answer) => expect(await configAfter(answer)).toEqual(DEFAULTS))
