import { getPermission } from '@postroom/contract/identity'
import { getSignOn, removeSignOn, saveSignOn, testSignOn, type ShownSignOn } from '@postroom/contract/sign-on'
import { screen, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

const NOTHING: ShownSignOn = {
  domains: [],
  redirect_uri: 'https://post.example/login/sign-on',
  logout_uri: 'https://post.example/api/auth/v1/sign-on/bindery/logout',
  sign_in_link: 'https://post.example/login?organisation=bindery',
  provisioning: { base_uri: 'https://post.example/api/scim/v2', has_key: false },
}
const SETTINGS: NonNullable<ShownSignOn['settings']> = {
  issuer: 'https://login.bindery.example',
  client_id: 'postroom',
  plan: 'full',
  role: 'sender',
  groups_claim: 'groups',
  group_roles: [
    { group: 'Post room', role: 'mailroom' },
    { group: 'Heads', role: 'manager' },
  ],
  passwords: true,
}
const STORED: ShownSignOn = { ...NOTHING, settings: SETTINGS }

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
})
async function open(shown: ShownSignOn = STORED) {
  const lists = server.on(getSignOn, () => shown)
  const user = openPage('/app/administration?view=sign_on')
  if (!shown.settings) await user.click(await screen.findByRole('button', { name: 'Set up' }))
  await screen.findByRole('button', { name: 'Check and save' })
  return { user, lists, save: () => user.click(screen.getByRole('button', { name: 'Check and save' })) }
}
const field = (name: string) => screen.getByLabelText(name)
const wrong = () =>
  screen
    .getAllByRole('textbox')
    .filter((each) => each.getAttribute('aria-invalid') === 'true')
    .map((each) => each.getAttribute('name'))

const press = (user: ReturnType<typeof openPage>) =>
  user.click(screen.getByRole('button', { name: 'Test the connection' }))

describe('a test', () => {
  it('is of the typed issuer, which must be one', async () => {
    const calls = server.on(testSignOn, () => ({ result: 'ready' as const, reports_logout: true }))
    const { user } = await open()
    await user.clear(field('Client ID'))
    await user.clear(field('Issuer'))
    await press(user)
    expect(wrong()).toEqual(['issuer'])
    expect(calls).toHaveLength(0)
    await user.type(field('Issuer'), ' https://other.example ')
    await press(user)
    const notice = await screen.findByText(/^The identity provider is ready\./)
    expect(notice.closest('[role=status]')?.className).toContain('_good_')
    expect(notice).not.toHaveTextContent(/Saved|It does not report/)
    expect(calls.map(({ body }) => body)).toEqual([{ issuer: 'https://other.example' }])
    expect(wrong()).toEqual([])
  })

  it('replaces what was said of saving', async () => {
    server.on(saveSignOn, () => ({ result: 'unreachable' as const, reports_logout: false }))
    server.on(testSignOn, () => ({ result: 'no_code_flow' as const, reports_logout: false }))
    const { user, save } = await open()
    await save()
    await screen.findByText(/^Nothing was changed\./)
    await press(user)
    expect(await screen.findByText(/^The identity provider offers no sign-in with a code/)).toBeVisible()
    expect(screen.queryByText(/^Nothing was changed\./)).toBeNull()
  })
})

describe('the removal', () => {
  it('stays a question when it is refused', async () => {
    server.on(removeSignOn, () => new Refusal('try_again'))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
    expect(screen.getByRole('alertdialog')).toBeVisible()
  })

  it('after a set-up leads back to the beginning', async () => {
    let shown = NOTHING
    server.on(getSignOn, () => shown)
    const user = openPage('/app/administration?view=sign_on')
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    server.on(saveSignOn, () => {
      shown = STORED
      return { result: 'ready' as const, reports_logout: true }
    })
    for (const [name, text] of [
      ['Issuer', SETTINGS.issuer],
      ['Client ID', 'postroom'],
      ['Client secret', 'secret'],
    ] as const)
      await user.type(field(name), text)
    await user.click(screen.getByRole('button', { name: 'Check and save' }))
    server.on(removeSignOn, () => {
      shown = NOTHING
      return { removed: true as const }
    })
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Users sign in with passwords')).toBeVisible()
  })
})
