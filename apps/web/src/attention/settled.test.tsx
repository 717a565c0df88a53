import { getAttention, type Attention, type UnprintedShipment } from '@postroom/contract/attention'
import { getShipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { confirmPrint } from '@postroom/contract/shipment-print'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aJob } from '../testing/a-job.ts'
import { aShipment } from '../testing/a-shipment.ts'
import { anUnprinted } from '../testing/an-unprinted.ts'
import { NO_ATTENTION, pageOf } from '../testing/answers.ts'
import { pairDevice } from '../testing/fake-device.ts'
import { server } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { openPage } from '../testing/open-page.tsx'

const NAMES = ['Ada', 'Bryn', 'Cai'] as const
const IDS = NAMES.map(() => crypto.randomUUID())
const rowOf = (name: string): UnprintedShipment =>
  anUnprinted({ id: IDS[NAMES.findIndex((one) => one === name)]!, name })

/** Answers that these are not printed. */
const listed = (names: readonly string[], change: Partial<Attention> = {}) =>
  server.on(getAttention, () => ({
    ...NO_ATTENTION,
    not_printed: { total: names.length, rows: names.map(rowOf), batches: [] },
    ...change,
  }))

const card = () => within(screen.getByRole('region', { name: 'Needs attention' }))
const texts = () =>
  card()
    .queryAllByText(/^2nd Class to/)
    .map(({ textContent }) => textContent)
const shown = (...names: string[]) => names.map((name) => `2nd Class to ${name}, £0.91`)
const act = (words: string, name: string) =>
  card().getByRole('button', { name: new RegExp(`^${words}:? .*2nd Class to ${name}$`) })
const isPrimary = (button: HTMLElement) => button.className.includes('primary')

beforeEach(() => {
  useMovedClock()
  server.on(getShipment, ({ params }) => aShipment({ id: params.id }))
  server.on(confirmPrint, ({ params }) => ({ id: params.id, print_state: 'printed' as const }))
})
const open = async (names: readonly string[], change: Partial<Attention> = {}) => {
  listed(names, change)
  const user = openPage('/app/home')
  await screen.findByRole('region', { name: 'Needs attention' })
  return user
}
const note = () => screen.getByRole('region', { name: 'Needs attention' }).querySelector('header')?.textContent

it('what is settled is announced and leaves the list, which shows it again after 10 seconds if the server still does', async () => {
  const user = await open(NAMES)
  const lists = server.on(searchShipments, () => pageOf([]))
  await user.click(act('Mark as printed', 'Ada'))
  await waitFor(() => expect(texts()).toEqual(shown('Bryn', 'Cai')))
  expect(card().getByText('2 labels were bought and not printed')).toBeVisible()
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Printed: 2nd Class to Ada')
  await waitFor(() => expect(lists).not.toHaveLength(0))
  const calls = listed(NAMES)
  await pass(5)
  await user.click(act('Mark as printed', 'Cai'))
  await waitFor(() => expect(texts()).toEqual(shown('Bryn')))
  await waitFor(() => expect(calls).not.toHaveLength(0))
  await pass(7)
  expect(texts()).toEqual(shown('Ada', 'Bryn'))
  await pass(5)
  expect(texts()).toEqual(shown('Ada', 'Bryn', 'Cai'))
})

it('what is being printed from the list stays in it, once, until it is out', async () => {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'queued' }) }))
  const user = await open(NAMES)
  await screen.findAllByText('Reception PC · 1 printer ready')
  await user.click(act('Print now', 'Ada'))
  await user.click(act('Print now', 'Cai'))
  await waitFor(() => expect(prints).toHaveLength(2))
  // the server counts them as queued
  listed(['Bryn'])
  await pass(16)
  expect(texts()).toEqual(shown('Ada', 'Cai', 'Bryn'))
  expect(card().getByText('3 labels were bought and not printed')).toBeVisible()
  device.report({ type: 'job', job: aJob({ job_id: prints[0]!.job_id, state: 'failed' }) })
  await user.click(await card().findByRole('button', { name: 'Print again' }))
  await waitFor(() => expect(prints).toHaveLength(3))
  expect(texts()).toHaveLength(3)
  device.report({ type: 'job', job: aJob({ job_id: prints[2]!.job_id, state: 'printed' }) })
  await waitFor(() => expect(texts()).toEqual(shown('Cai', 'Bryn')))
})

it('a print of unknown outcome stays until the user has seen it', async () => {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'queued' }) }))
  const user = await open(['Ada'])
  await screen.findAllByText('Reception PC · 1 printer ready')
  await user.click(act('Print now', 'Ada'))
  await waitFor(() => expect(prints).toHaveLength(1))
  device.report({ type: 'job', job: aJob({ job_id: prints[0]!.job_id, state: 'unknown' }) })
  const cameOut = await card().findByRole('button', { name: 'The label came out' })
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).not.toContain('Printed: 2nd Class to Ada')
  listed([])
  await user.click(cameOut)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull())
})

it('only the first print is the main act of home: of a batch, if there is one', async () => {
  await open(['Ada', 'Bryn'])
  expect(
    card()
      .getAllByRole('button', { name: /^Print now/ })
      .map(isPrimary),
  ).toEqual([true, false])
  listed([], {
    not_printed: {
      total: 9,
      rows: [rowOf('Ada')],
      batches: [
        { id: 'the-first-batch', count: 5 },
        { id: 'the-second-batch', count: 3 },
      ],
    },
  })
  await pass(16)
  expect(
    card()
      .getAllByRole('link', { name: /^Print now/ })
      .map(isPrimary),
  ).toEqual([true, false])
  expect(isPrimary(card().getByRole('button', { name: /^Print now/ }))).toBe(false)
})

it('what may have come out is never the main act, which is to look', async () => {
  const unknown = { ...rowOf('Ada'), print_state: 'unknown' as const }
  await open([], { not_printed: { total: 1, rows: [unknown], batches: [] } })
  for (const button of card().getAllByRole('button')) expect(isPrimary(button)).toBe(false)
})

it.each<[string, Partial<Attention>]>([
  ['a purchase on hold', { on_hold: { total: 2, amount: 91, rows: [rowOf('Ada')] } }],
  ['a refused refund', { refused_refunds: { total: 2, rows: [{ ...rowOf('Ada'), reason: 'It was scanned.' }] } }],
  ['a low balance', { low_balances: [{ account_id: IDS[0]!, name: 'Office', balance: 1, low_balance: 2 }] }],
  ['the mailroom', { mailroom: { total: 3, oldest: '2026-11-22T09:04:00.000Z' } }],
])('counts kinds of things, not things: %s', async (_kind, change) => {
  await open([], change)
  expect(card().getAllByRole('listitem')).toHaveLength(1)
  expect(note()).toBe('Needs attention1')
  listed(['Ada', 'Bryn'], change)
  await pass(16)
  expect(note()).toBe('Needs attention2')
})
