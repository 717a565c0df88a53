import { listMembers } from '@postroom/contract/administration'
import { listApiKeys } from '@postroom/contract/api-key'
import { getAutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { getStatement } from '@postroom/contract/carrier-account'
import { getCarrierConnection } from '@postroom/contract/carrier-connection'
import { listDevices } from '@postroom/contract/device-list'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { listPayments } from '@postroom/contract/payment'
import { listSendingRules, previewSendingRules } from '@postroom/contract/sending-rule'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { listShops } from '@postroom/contract/shop'
import { getSignOn, type ShownSignOn } from '@postroom/contract/sign-on'
import { listWebhooks } from '@postroom/contract/webhook'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appConfig } from '../../app-config.ts'
import { API_KEY, DEVICE, HOOK, MEMBER, MOVEMENT, SHOP } from '../../testing/an-administration.ts'
import { pageOf } from '../../testing/answers.ts'
import { server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const KEY = { ...API_KEY, pence_per_day: null }
const SIGN_ON: ShownSignOn = {
  domains: [],
  redirect_uri: 'https://post.example/login/sign-on',
  logout_uri: 'https://post.example/api/auth/v1/sign-on/bindery/logout',
  sign_in_link: 'https://post.example/login?organisation=bindery',
  provisioning: { base_uri: 'https://post.example/api/scim/v2', has_key: false },
}
const SETTINGS: ShownSignOn['settings'] = {
  issuer: 'https://login.bindery.example',
  client_id: 'postroom',
  plan: 'full',
  role: 'sender',
  group_roles: [],
  passwords: true,
}

beforeEach(() => {
  appConfig().takesCards = true
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listColleagues, () => ({ data: [] }))
  server.on(listMembers, () => pageOf([MEMBER]))
  server.on(getStatement, () => pageOf([MOVEMENT]))
  server.on(listPayments, () => pageOf([]))
  server.on(getCarrierConnection, () => ({ state: 'connected' as const, prints_labels: true }))
  server.on(getAutomaticTopUp, () => ({
    state: 'on' as const,
    terms: { threshold: 20_00, amount: 50_00, most_a_day: 3 },
    card: { brand: 'visa', last4: '4242', expires: '2030-04' },
    charged: 0,
    is_card_asked: false,
  }))
  server.on(listDevices, () => pageOf([DEVICE]))
  server.on(listApiKeys, () => pageOf([KEY]))
  server.on(listShops, () => ({ data: [SHOP] }))
  server.on(listShippers, () => pageOf([{ id: SHOP.id, alias: 'Bindery', address: SHOP.from }]))
  server.on(listSendingRules, () => ({ rules: [] }))
  server.on(previewSendingRules, () => ({ orders: 0, rules: [], rest: { count: 0, examples: [] } }))
  server.on(getSignOn, () => ({ ...SIGN_ON, settings: SETTINGS }))
  server.on(listWebhooks, () => ({ data: [HOOK] }))
})
afterEach(() => {
  delete appConfig().takesCards
})

/** Presses buttons, items and rows one after another, each once it is there. */
async function press(user: ReturnType<typeof openPage>, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const found = () =>
      screen.queryByRole('button', { name }) ??
      screen.queryByRole('menuitem', { name }) ??
      screen.getByText(name, { selector: 'b' })
    await user.click(await waitFor(found))
  }
}
const isFresh = (part: HTMLElement) =>
  part.querySelector('[aria-invalid=true], [data-invalid=true]') === null &&
  within(part)
    .queryAllByRole('alert')
    .every(({ textContent }) => textContent === '')

const dialog = () => screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog')

// an act would be a call that the server does not expect
it.each([
  ['users', ['Invite a user'], 'Invite a user'],
  ['users', [MEMBER.fullname, 'Erase…'], 'Erase Priya Desmond?'],
  ['account', ['Change the limits'], 'Limits and alert'],
  ['account', ['Disconnect'], 'Disconnect the account?'],
  ['account', ['Turn off'], 'Turn automatic top-up off?'],
  ['devices', ['Unpair, Packing bench'], /Packing bench/],
  ['keys', ['Make a key'], 'Make a key'],
  ['keys', ['New secret, Web shop'], 'New secret for Web shop'],
  ['keys', ['Revoke, Web shop'], 'Revoke Web shop?'],
  ['shops', ['Remove, Bindery'], 'Remove Bindery?'],
  ['sign_on', ['Remove'], 'Remove sign-in at the identity provider?'],
  ['webhooks', ['More, erp.example.com', 'New secret'], /secret/i],
  ['webhooks', ['More, erp.example.com', 'Remove'], /erp\.example\.com/],
])(
  'in %s, %o asks without a complaint, and nothing is done after Cancel, Close or Escape',
  async (view, names, title) => {
    const user = openPage(`/app/administration?view=${view}`)
    const [last] = names.slice(-1)
    for (const way of ['Cancel', 'Close', 'Escape']) {
      await press(user, way === 'Cancel' || names[0] !== MEMBER.fullname ? names : [last!])
      const shown = await waitFor(() => dialog()!)
      await waitFor(() => expect(dialog()).toHaveAccessibleName(title))
      expect(isFresh(shown)).toBe(true)
      if (way === 'Escape') await user.keyboard('{Escape}')
      else await user.click(within(shown).getByRole('button', { name: way }))
      await waitFor(() => expect(dialog()).toBeNull())
    }
  },
)

it.each([
  ['account', ['Replace the key'], 'Check and connect'],
  ['account', ['Change'], 'Agree and save'],
  ['shops', ['Connect a shop'], 'Check and connect'],
  ['sign_on', ['Set up'], 'Check and save'],
  ['webhooks', ['Add a webhook'], 'Add the webhook'],
  ['webhooks', ['More, erp.example.com', 'Change'], 'Save'],
])('in %s, %o opens a form without a complaint, and Cancel closes it', async (view, names, submit) => {
  server.on(getSignOn, () => SIGN_ON)
  const user = openPage(`/app/administration?view=${view}`)
  await press(user, names)
  const form = (await screen.findByRole('button', { name: submit })).closest('form')!
  expect(isFresh(form)).toBe(true)
  await user.click(within(form).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: submit })).toBeNull())
  expect(screen.getByRole('button', { name: names[0]! })).toBeVisible()
})
