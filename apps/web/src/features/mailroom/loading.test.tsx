import { listPending, updatePending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import { listManifests } from '@postroom/contract/manifest'
import { rateShipment } from '@postroom/contract/rate'
import { listBatches } from '@postroom/contract/shipment-batch'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aQueued } from '../../testing/a-queued.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { answerMailroom, pairPrintingDevice, queueRow, weigh } from '../../testing/mailroom.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'
import { closePage } from '../../testing/show.tsx'
import { openToast } from '../../ui/toast-queue.ts'

const created = (second: number) => new Date(Date.UTC(2026, 10, 22, 9, 0, second)).toISOString()
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => aQueued(index + 1, { created_at: created(index + 1) }))
const AT = '2026-11-22T09:30:00.000Z'
const answer = (data: QueuedShipment[], whole: readonly QueuedShipment[], sold: string[] = []) => {
  const count = (state: QueuedShipment['state']) => whole.filter((one) => one.state === state).length
  return {
    data,
    total: data.length,
    start: 0,
    length: 100,
    counts: { waiting: count('waiting'), weighed: count('weighed'), problem: count('problem') },
    at: AT,
    sold,
  }
}
const codes = () => [...document.querySelectorAll('tbody tr')].map((one) => /K-\d+/.exec(one.textContent)?.[0])

beforeEach(() => {
  useMovedClock()
  answerMailroom()
  pairPrintingDevice()
})

it('loads the queue by pages of a hundred, shows them as they come, and asks only for changes afterwards', async () => {
  const all = many(230)
  const second = Promise.withResolvers<void>()
  const asked = server.on(listPending, async ({ query: { start, length, changed_after } }) => {
    if (changed_after !== undefined) return answer([], all)
    if (start > 0) await second.promise
    return { ...answer(all.slice(start, start + length), all), total: all.length }
  })
  openPage('/app/mailroom')
  expect(await screen.findByText('K-100')).toBeVisible()
  expect(screen.queryByText('K-101')).toBeNull()
  expect(screen.getByRole('radio', { name: /^All/ })).toHaveAccessibleName(/100/)
  second.resolve()
  expect(await screen.findByText('K-230')).toBeVisible()
  expect(codes()).toHaveLength(230)
  await pass(5)
  expect(asked.map(({ query }) => [query.start, query.length, query.changed_after])).toEqual([
    [0, 100, undefined],
    [100, 100, undefined],
    [200, 100, undefined],
    [0, 100, AT],
  ])
})

it('merges what changed: by age, without what was sold, and a row that returned under a new id once', async () => {
  let changes = answer([], many(4))
  const asked = server.on(listPending, ({ query: { changed_after } }) =>
    changed_after === undefined ? answer(many(4), many(4)) : changes,
  )
  openPage('/app/mailroom')
  await screen.findByText('K-4')
  const late = aQueued(9, { created_at: created(3), pending_id: 'pending-29' })
  const returned = aQueued(2, { pending_id: 'pending-99', state: 'problem', problem: 'The address is wrong' })
  const whole = [aQueued(1), returned, late, aQueued(4)]
  changes = answer([late, returned], whole, ['pending-3'])
  await pass(5)
  await waitFor(() => expect(codes()).toEqual(['K-1', 'K-2', 'K-9', 'K-4']))
  expect(queueRow('K-2').getByText('The address is wrong')).toBeVisible()
  expect(asked.filter(({ query }) => query.changed_after === undefined)).toHaveLength(1)
})

it.each<[string, (whole: QueuedShipment[]) => object]>([
  ['rows are missing', (whole) => answer([], whole)],
  ['there are more changes than one answer holds', (whole) => ({ ...answer(whole.slice(0, 1), whole), total: 2 })],
])('loads the whole queue again when %s', async (_case, changesOf) => {
  let whole = many(2)
  const asked = server.on(listPending, ({ query: { changed_after } }) =>
    changed_after === undefined ? answer(whole, whole) : { ...answer([], whole), ...changesOf(whole) },
  )
  openPage('/app/mailroom')
  await screen.findByText('K-2')
  whole = many(3)
  await pass(5)
  expect(await screen.findByText('K-3')).toBeVisible()
  expect(asked.filter(({ query }) => query.changed_after === undefined)).toHaveLength(2)
})

it.each<[string, () => Refusal | typeof UNREACHABLE]>([
  ['no answer', () => UNREACHABLE],
  ['a refusal', () => new Refusal('try_again')],
])('%s is said on the page and in no toast, the rows stay, and the page asks on', async (_case, failure) => {
  let isLost = false
  const asked = server.on(listPending, () => (isLost ? failure() : answer(many(2), many(2))))
  openPage('/app/mailroom')
  await screen.findByText('K-2')
  isLost = true
  const before = asked.length
  await pass(5)
  expect(asked).toHaveLength(before + 1)
  expect(await screen.findByText(/^The connection is lost\. These rows are from/)).toBeVisible()
  expect(screen.getByText('K-2')).toBeVisible()
  expect(openToast()).toBeUndefined()
  isLost = false
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/^The connection is lost/)).toBeNull())
  expect(asked).toHaveLength(before + 2)
  closePage()
  dispatchEvent(new Event('online'))
  await pass(5)
  expect(asked).toHaveLength(before + 2)
})

it('says that the queue could not be loaded, and loads it when asked', async () => {
  server.on(listPending, () => new Refusal('try_again'))
  openPage('/app/mailroom')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('Shipments in the queue: the list could not be loaded')).toBeVisible()
  server.on(listPending, () => answer(many(2), many(2)))
  again.click()
  expect(await screen.findByText('K-2')).toBeVisible()
})

it('what the page asks beside the queue fails without a toast', async () => {
  const failing = [listBatches, listCostCenters, rateShipment, listManifests, updatePending] as const
  server.on(listPending, () => answer(many(2), many(2)))
  const asked = failing.map((endpoint) => server.on(endpoint, () => new Refusal('try_again') as never))
  const user = openPage('/app/mailroom')
  await screen.findByText('K-2')
  await weigh(user, '620')
  await pass(1)
  await user.keyboard('{ArrowDown}')
  await pass(2)
  expect(asked.map((calls) => calls.length > 0)).toEqual(failing.map(() => true))
  expect(openToast()).toBeUndefined()
})
