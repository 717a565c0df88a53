import { listMembers } from '@postroom/contract/administration'
import { getAuditChain, listAuditEvents } from '@postroom/contract/audit-log'
import { getAutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { getStatement, getStatementDays } from '@postroom/contract/carrier-account'
import { listDevices } from '@postroom/contract/device-list'
import type { Endpoint } from '@postroom/contract/endpoint'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { listPayments } from '@postroom/contract/payment'
import { listPrices } from '@postroom/contract/price-list'
import { listWebhookDeliveries, listWebhooks } from '@postroom/contract/webhook'
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { appConfig } from '../../app-config.ts'
import { pageOf } from '../../testing/answers.ts'
import { server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import {
  DAY,
  DELIVERY,
  DEVICE,
  ENTRY,
  HOOK,
  MEMBER,
  MOVEMENT,
  PAYMENT,
  PRICE,
  pricesOf,
} from '../../testing/an-administration.ts'
import { rendered } from '../../testing/rendered.ts'

/** The end of each list is in view. */
class EndInView {
  readonly #found: IntersectionObserverCallback
  constructor(found: IntersectionObserverCallback) {
    this.#found = found
  }
  observe() {
    this.#found([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
  }
  disconnect() {}
}

beforeEach(() => {
  appConfig().takesCards = true
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listColleagues, () => ({ data: [] }))
  server.on(getStatement, () => pageOf([MOVEMENT]))
  server.on(listPayments, () => pageOf([]))
  server.on(getAutomaticTopUp, () => ({ state: 'off' as const, charged: 0, is_card_asked: false }))
  server.on(getAuditChain, () => ({ entries: 0, verified: 0 }))
  server.on(listWebhooks, () => ({ data: [HOOK] }))
})
afterEach(() => {
  delete appConfig().takesCards
})

interface Asked {
  query: { start: number; length: number; orderAsc?: string | undefined }
}

/** A list of two full pages. `page` is one page of it but for its place. */
function list(
  endpoint: Endpoint,
  at: string,
  length: number,
  page: (start: number) => object,
  more: { open?: string; button?: string } = {},
) {
  return {
    name: endpoint.id,
    at,
    length,
    ...more,
    calls: () =>
      server.on(endpoint, (request) => {
        const { start, length: asked } = (request as unknown as Asked).query
        return { ...page(start), total: 2 * length, start, length: asked } as never
      }) as unknown as Asked[],
  }
}
const rows = (row: (start: number) => object) => (start: number) => pageOf([row(start)])
const numbered = (start: number) => `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f${String(start).padStart(4, '0')}`

it.each([
  list(
    listMembers,
    'users',
    100,
    rows((start) => ({ ...MEMBER, id: numbered(start) })),
  ),
  list(
    getStatement,
    'account',
    100,
    rows((start) => ({ ...MOVEMENT, id: start + 1 })),
  ),
  list(
    getStatementDays,
    'account&statement=days',
    100,
    rows((start) => ({ ...DAY, day: start ? '2026-11-02' : DAY.day })),
  ),
  list(
    listDevices,
    'devices',
    100,
    rows((start) => ({ ...DEVICE, id: numbered(start) })),
  ),
  list(listPrices, 'prices', 100, () => pricesOf(PRICE)),
  list(
    listAuditEvents,
    'audit',
    100,
    rows((start) => ({ ...ENTRY, number: start + 1 })),
  ),
  list(
    listPayments,
    'account',
    10,
    rows((start) => ({ ...PAYMENT, id: numbered(start) })),
    {
      button: 'Show older payments',
    },
  ),
  list(
    listWebhookDeliveries,
    'webhooks',
    25,
    rows((start) => ({ ...DELIVERY, event_id: numbered(start) })),
    {
      open: 'Deliveries, erp.example.com',
      button: 'Show older ones',
    },
  ),
])('$name at $at is asked for $length rows at a time, to its end and no further', async (one) => {
  if (one.button === undefined) vi.stubGlobal('IntersectionObserver', EndInView)
  const calls = one.calls()
  const user = openPage(`/app/administration?view=${one.at}`)
  if (one.open !== undefined) await user.click(await screen.findByRole('button', { name: one.open }))
  if (one.button !== undefined) await user.click(await screen.findByRole('button', { name: one.button }))
  await waitFor(() => expect(calls.length).toBeGreaterThan(1))
  await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading: / })).toBeNull())
  if (one.button !== undefined)
    await waitFor(() => expect(screen.queryByRole('button', { name: one.button! })).toBeNull())
  await rendered()
  expect(calls.map(({ query: { start, length } }) => ({ start, length }))).toEqual([
    { start: 0, length: one.length },
    { start: one.length, length: one.length },
  ])
})
