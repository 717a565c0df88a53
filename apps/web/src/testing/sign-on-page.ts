import { getSignOn, type ShownSignOn } from '@postroom/contract/sign-on'
import { screen } from '@testing-library/dom'
import { server } from './fake-server.ts'
import { openPage } from './open-page.tsx'

/** Before sign-on is set up. */
export const NOTHING: ShownSignOn = {
  domains: [],
  redirect_uri: 'https://post.example/login/sign-on',
  logout_uri: 'https://post.example/api/auth/v1/sign-on/bindery/logout',
  sign_in_link: 'https://post.example/login?organisation=bindery',
  provisioning: { base_uri: 'https://post.example/api/scim/v2', has_key: false },
}
export const SETTINGS: NonNullable<ShownSignOn['settings']> = {
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
export const STORED: ShownSignOn = { ...NOTHING, settings: SETTINGS }

/** Opens the form of sign-on. */
export async function openSignOn(shown: ShownSignOn = STORED) {
  const lists = server.on(getSignOn, () => shown)
  const user = openPage('/app/administration?view=sign_on')
  if (!shown.settings) await user.click(await screen.findByRole('button', { name: 'Set up' }))
  await screen.findByRole('button', { name: 'Check and save' })
  return { user, lists, save: () => user.click(screen.getByRole('button', { name: 'Check and save' })) }
}

/** The names of the fields that are marked as wrong. */
export const wrongFields = (): (string | null)[] =>
  screen
    .getAllByRole('textbox')
    .filter((each) => each.getAttribute('aria-invalid') === 'true')
    .map((each) => each.getAttribute('name'))
