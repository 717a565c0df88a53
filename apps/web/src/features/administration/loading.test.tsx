import { listMembers } from '@postroom/contract/administration'
import { listApiKeys } from '@postroom/contract/api-key'
import { getAuditChain, listAuditEvents } from '@postroom/contract/audit-log'
import { getAutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { getStatement, getStatementDays } from '@postroom/contract/carrier-account'
import { getCarrierConnection } from '@postroom/contract/carrier-connection'
import { listDevices } from '@postroom/contract/device-list'
import type { AnswerOf, Endpoint } from '@postroom/contract/endpoint'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { getPayment, listPayments } from '@postroom/contract/payment'
import { listPrices } from '@postroom/contract/price-list'
import { getRetention } from '@postroom/contract/retention'
import { listSendingRules, previewSendingRules } from '@postroom/contract/sending-rule'
import { listShops } from '@postroom/contract/shop'
import { getSignOn } from '@postroom/contract/sign-on'
import { getVatStatement } from '@postroom/contract/vat-statement'
import { listWebhooks } from '@postroom/contract/webhook'
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { appConfig } from '../../app-config.ts'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import {
  DAY,
  DEVICE,
  ENTRY,
  HOOK,
  MEMBER,
  MOVEMENT,
  PAYMENT,
  PRICE,
  pricesOf,
  SHOP,
  VAT,
} from '../../testing/an-administration.ts'
import { rendered } from '../../testing/rendered.ts'

const HASH = ENTRY.hash
const CHAIN = { entries: 12, verified: 12, last_hash: HASH, checked_at: '2026-11-19T14:30:00.000Z' }
const SIGN_ON = {
  domains: [],
  redirect_uri: 'https://post.example/login/sign-on',
  logout_uri: 'https://post.example/api/auth/v1/sign-on/bindery/logout',
  sign_in_link: 'https://post.example/login?organisation=bindery',
  provisioning: { base_uri: 'https://post.example/api/scim/v2', has_key: false },
}
const KEPT = { data: [{ kind: 'people' as const, days: 730 }] }
const OFF = { state: 'off' as const, charged: 0, is_card_asked: false }
const RULES = { rules: [{ destination: 'uk' as const, service: '1SF' as const }] }

beforeEach(() => {
  appConfig().takesCards = true
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listColleagues, () => ({ data: [] }))
  server.on(getStatement, () => pageOf([MOVEMENT]))
  server.on(listPayments, () => pageOf([]))
  server.on(getAutomaticTopUp, () => OFF)
  server.on(listAuditEvents, () => pageOf([ENTRY]))
  server.on(getAuditChain, () => CHAIN)
  server.on(listShops, () => ({ data: [SHOP] }))
  server.on(listSendingRules, () => RULES)
  server.on(previewSendingRules, () => ({ orders: 0, rules: [], rest: { count: 0, examples: [] } }))
})
afterEach(() => {
  delete appConfig().takesCards
})

/** A part of the page that asks for one thing: where it is, what it says while that loads and fails, and what it shows of it. */
function part<E extends Endpoint>(
  endpoint: E,
  at: string,
  answer: AnswerOf<E>,
  says: { waiting?: string; failed: string; shown: string | RegExp },
) {
  return {
    name: endpoint.id,
    at,
    ...says,
    /** The first answer waits until it is refused. */
    hold: () => {
      const held = Promise.withResolvers<Refusal>()
      server.on(endpoint, () => held.promise)
      return held
    },
    answer: () => void server.on(endpoint, () => answer),
    refuse: () => void server.on(endpoint, () => new Refusal('try_again')),
  }
}
const list = (what: string, shown: string | RegExp) => ({
  waiting: `Loading: ${what}`,
  failed: `${what}: the list could not be loaded`,
  shown,
})
const paid = `account&account=${PAYMENT.account_id}&payment=${PAYMENT.id}`

it.each([
  part(listMembers, 'users', pageOf([MEMBER]), list('Users', MEMBER.email)),
  part(getStatement, 'account', pageOf([MOVEMENT]), list('Statement', 'INV-20435')),
  part(getStatementDays, 'account&statement=days', pageOf([DAY]), list('Statement', '22 movements')),
  part(getVatStatement, 'account&statement=vat', VAT, list('VAT by treatment', 'Standard rate, 20%')),
  part(
    getCarrierConnection,
    'account',
    { state: 'not_connected' },
    {
      failed: 'The connection to the carrier could not be loaded.',
      shown: 'Not connected',
    },
  ),
  part(getAutomaticTopUp, 'account', OFF, {
    failed: 'Automatic top-up could not be loaded.',
    shown: /^A saved card can be charged/,
  }),
  part(getPayment, paid, PAYMENT, {
    failed: 'The payments could not be loaded.',
    shown: 'The payment of £50.00 has arrived.',
  }),
  part(listPayments, 'account', pageOf([]), {
    waiting: 'Loading',
    failed: 'The payments could not be loaded.',
    shown: 'No payments yet',
  }),
  part(listDevices, 'devices', pageOf([DEVICE]), list('Device managers', DEVICE.alias)),
  part(listPrices, 'prices', pricesOf(PRICE), list('Prices', '1 price')),
  part(getRetention, 'retention', KEPT, { waiting: 'Loading', failed: 'This could not be loaded.', shown: '730 days' }),
  part(listApiKeys, 'keys', pageOf([]), {
    waiting: 'Loading',
    failed: 'The API keys could not be loaded.',
    shown: 'No API key yet',
  }),
  part(
    listShops,
    'shops',
    { data: [] },
    {
      waiting: 'Loading',
      failed: 'The shops could not be loaded.',
      shown: 'No shop is connected',
    },
  ),
  part(listSendingRules, 'shops', RULES, {
    waiting: 'Loading',
    failed: 'The rules could not be loaded.',
    shown: 'Save the rules',
  }),
  part(
    listWebhooks,
    'webhooks',
    { data: [HOOK] },
    {
      waiting: 'Loading',
      failed: 'The webhooks could not be loaded.',
      shown: HOOK.url,
    },
  ),
  part(getSignOn, 'sign_on', SIGN_ON, {
    waiting: 'Loading',
    failed: 'How your organisation signs in could not be loaded.',
    shown: 'Users sign in with passwords',
  }),
  part(listAuditEvents, 'audit', pageOf([ENTRY]), list('Audit log', '12,397')),
  part(getAuditChain, 'audit', CHAIN, {
    waiting: 'Loading',
    failed: 'The state of the log could not be loaded.',
    shown: /^The chain is whole: 12 entries/,
  }),
])('$name at $at loads visibly, fails in its own place, is asked for again, and stays after a failure', async (one) => {
  const isWaiting = () =>
    one.waiting !== undefined &&
    ['progressbar', 'status'].some((role) => screen.queryByRole(role, { name: one.waiting! }) !== null)
  const held = one.hold()
  const user = openPage(`/app/administration?view=${one.at}`)
  await waitFor(() => expect(isWaiting()).toBe(one.waiting !== undefined))
  expect(screen.queryByText(one.failed)).toBeNull()
  expect(screen.queryByText(one.shown)).toBeNull()
  held.resolve(new Refusal('try_again'))
  expect(await screen.findByText(one.failed)).toBeVisible()
  expect(isWaiting()).toBe(false)
  expect(screen.queryByText(/Error ID/)).toBeNull()
  one.answer()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(one.shown)).toBeVisible()
  expect(isWaiting()).toBe(false)
  expect(screen.queryByText(one.failed)).toBeNull()
  one.refuse()
  await queryClient.refetchQueries()
  await rendered()
  expect(screen.getByText(one.shown)).toBeVisible()
  expect(screen.queryByText(/Error ID/)).toBeNull()
})
