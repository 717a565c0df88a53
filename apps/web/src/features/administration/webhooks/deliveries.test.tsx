import { getPermission } from '@postroom/contract/identity'
import {
  listWebhookDeliveries,
  listWebhooks,
  replayFailedDeliveries,
  replayWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
} from '@postroom/contract/webhook'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DELIVERY, HOOK } from '../../../testing/an-administration.ts'
import { pageOf } from '../../../testing/answers.ts'
import { server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../../testing/moved-clock.ts'
import { openPage } from '../../../testing/open-page.tsx'

const numbered = (place: number) => `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c${place + 10}`

let hooks: Webhook[]
beforeEach(() => {
  hooks = [HOOK]
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listWebhooks, () => ({ data: hooks }))
})
const open = () => openPage('/app/administration?view=webhooks')

async function openDrawer(deliveries: WebhookDelivery[]) {
  const lists = server.on(listWebhookDeliveries, () => pageOf(deliveries))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Deliveries, erp.example.com' }))
  const drawer = within(await screen.findByRole('complementary', { name: 'Deliveries' }))
  await waitFor(() => expect(drawer.queryByRole('progressbar', { name: 'Loading' })).toBeNull())
  return { user, drawer, lists }
}

describe('the deliveries', () => {
  const AT = '2026-11-26T09:00:00.000Z'
  const { tried_at: _tried, status: _status, ...UNTRIED } = DELIVERY

  it.each([
    [
      { ...UNTRIED, state: 'waiting', attempts: 0, due_at: AT },
      'Waiting',
      'neutral',
      /^Shipment boughtWaitingHappened 26 Nov 2026, 09:00:007f0e/,
    ],
    [
      { ...UNTRIED, state: 'waiting', tried_at: AT, due_at: '2026-11-26T10:00:00.000Z', trouble: 'unreachable' },
      'Waiting',
      'neutral',
      /1 attempt.*26 Nov 2026, 10:00:00/,
    ],
    [{ ...DELIVERY, answer: '' }, 'Accepted', 'good', /09:00:01.?7f0e/],
    [
      { ...DELIVERY, state: 'failed', trouble: 'refused', status: 503, answer: 'Down' },
      'Given up',
      'error',
      /503.*Down/,
    ],
  ] as const)('tell %o', async (delivery, word, tone, text) => {
    const { drawer } = await openDrawer([delivery])
    const row = await drawer.findByRole('listitem')
    expect(within(row).getByText(word).className).toContain(`_${tone}_`)
    expect(row).toHaveTextContent(text)
    expect(row.querySelector('details') !== null).toBe(word === 'Given up')
  })

  it('can be none', async () => {
    const { drawer, lists } = await openDrawer([])
    expect(await drawer.findByText('There is none in the last 30 days.')).toBeVisible()
    expect(drawer.queryByRole('button', { name: 'Send all again' })).toBeNull()
    expect(drawer.getAllByRole('radio').map((choice) => choice.closest('label')!.textContent)).toEqual([
      'All',
      'Waiting',
      'Accepted',
      'Given up',
    ])
    expect(lists[0]).toMatchObject({ params: { webhookId: HOOK.id }, query: { start: 0, length: 25 } })
    expect(lists[0]!.query.state).toBeUndefined()
  })

  it('are loaded again after a failure, without a toast', async () => {
    server.on(listWebhookDeliveries, () => UNREACHABLE)
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Deliveries, erp.example.com' }))
    await screen.findByText('The deliveries could not be loaded.')
    expect(screen.queryByRole('progressbar', { name: 'Loading' })).toBeNull()
    server.on(listWebhookDeliveries, () => pageOf([DELIVERY]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Accepted', { selector: 'li *' })).toBeVisible()
    expect(screen.queryByText('The deliveries could not be loaded.')).toBeNull()
  })

  it('are read again every five seconds', async () => {
    useMovedClock()
    const { lists } = await openDrawer([DELIVERY])
    await pass(4)
    expect(lists).toHaveLength(1)
    await pass(2)
    expect(lists).toHaveLength(2)
  })

  it.each([
    [undefined, '2026-10-20T12:00:00.000Z'],
    ['hour', '2026-11-19T11:00:00.000Z'],
    ['day', '2026-11-18T12:00:00.000Z'],
  ])('that were given up in the last %s are sent again', async (time, since) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T12:00:00.000Z') })
    hooks = [{ ...HOOK, failed: 1 }]
    const calls = server.on(replayFailedDeliveries, () => ({ replayed: 1 }))
    const { user, drawer, lists } = await openDrawer([DELIVERY])
    if (time) {
      await user.click(drawer.getByRole('button', { name: /Given up in/ }))
      const options = screen.getAllByRole('option')
      expect(options).toHaveLength(3)
      await user.click(options[time === 'hour' ? 0 : 1]!)
    }
    await user.click(drawer.getByRole('button', { name: 'Send all again' }))
    await waitFor(() => expect(calls).toEqual([{ params: { webhookId: HOOK.id }, body: { since } }]))
    await waitFor(() => expect(lists).toHaveLength(2))
  })

  it('are those of one webhook, until another is chosen', async () => {
    const other = { ...HOOK, id: numbered(1), url: 'https://other.example.com/' }
    hooks = [HOOK, other]
    server.on(replayWebhookDelivery, () => DELIVERY)
    const { user, lists } = await openDrawer([DELIVERY])
    expect(screen.getByText('erp.example.com')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Deliveries, other.example.com' }))
    await waitFor(() => expect(lists.at(-1)!.params.webhookId).toBe(other.id))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})
