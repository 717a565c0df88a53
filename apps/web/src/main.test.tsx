import { screen } from '@testing-library/dom'
import type * as ReactClient from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const roots = vi.hoisted((): ReactClient.Root[] => [])
vi.mock('react-dom/client', async (original) => {
  const client = await original<typeof ReactClient>()
  const createRoot: typeof client.createRoot = (...given) => {
    const root = client.createRoot(...given)
    roots.push(root)
    return root
  }
  return { ...client, createRoot }
})

beforeEach(() => {
  const answer = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (asked, options) =>
    asked === '/app-config.json' ? Response.json({}) : answer(asked, options),
  )
})
afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
})

it('the skeleton stays until the first page is there, in the language of the address', async () => {
  vi.stubGlobal('isSecureContext', true)
  document.body.innerHTML = '<div id="root"><p>skeleton</p></div>'
  history.replaceState(null, '', '/login?language=fr-fr')
  await import('./main.tsx')
  expect(screen.getByText('skeleton')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeVisible()
  expect(screen.queryByText('skeleton')).toBeNull()
  expect(document.documentElement.dataset['theme']).toBe('light')
  // zod must not compile its checks, which the content security policy forbids
  expect(globalThis).toMatchObject({ __zod_globalConfig: { jitless: true } })
})
