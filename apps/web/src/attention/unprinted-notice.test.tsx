import { getAttention, type UnprintedShipment } from '@postroom/contract/attention'
import { getShipment } from '@postroom/contract/shipment'
import { getBatch } from '@postroom/contract/shipment-batch'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { confirmPrint, type DocumentPrint } from '@postroom/contract/shipment-print'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { aJob } from '../testing/a-job.ts'
import { aShipment } from '../testing/a-shipment.ts'
import { anUnprinted } from '../testing/an-unprinted.ts'
import { NO_ATTENTION } from '../testing/answers.ts'
import { pairDevice } from '../testing/fake-device.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { openPage } from '../testing/open-page.tsx'
import { closePage } from '../testing/show.tsx'

const PAGE = '/app/device-preferences'
const { id } = aShipment()

const label = (change: Partial<DocumentPrint> = {}): DocumentPrint => ({
  document: 'label',
  state: 'not_printed',
  prints: 0,
  ...change,
})
let listed: UnprintedShipment[]
let batches: { id: string; count: number }[]
const answered = () =>
  server.on(getAttention, () => ({
    ...NO_ATTENTION,
    not_printed: {
      total: listed.length + batches.reduce((sum, { count }) => sum + count, 0),
      rows: listed,
      batches,
    },
  }))

beforeEach(() => {
  useMovedClock()
  listed = [anUnprinted()]
  batches = []
  answered()
  server.on(getShipment, () => aShipment())
  server.on(reprintShipment, () => aShipment())
})

const notice = async () => within(await screen.findByRole('region', { name: /not printed/ }))
const readyDevice = () => {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'queued' }) }))
  return { device, prints }
}
const printNow = async (name: RegExp | string = /^Print now/) => {
  const user = openPage(PAGE)
  await screen.findAllByText('Reception PC · 1 printer ready')
  await user.click(await (await notice()).findByRole('button', { name }))
  return user
}

it('says on every page what was bought and not printed, in a status that was there before', async () => {
  listed = []
  openPage(PAGE)
  const status = await screen.findByRole('status', { name: 'Needs attention' })
  expect(status).toBeEmptyDOMElement()
  listed = [anUnprinted()]
  await pass(16)
  const shown = await notice()
  expect(status).toHaveTextContent('One label was bought and not printed')
  expect(shown.getByText('2nd Class to Marguerite Llewellyn, £0.91')).toBeVisible()
})

it('asks every 15 seconds, and every two while something is being bought or printed', async () => {
  listed = []
  const calls = answered()
  openPage(PAGE)
  await waitFor(() => expect(calls).toHaveLength(1))
  await pass(14)
  expect(calls).toHaveLength(1)
  const soon = server.on(getAttention, () => ({ ...NO_ATTENTION, in_progress: 1 }))
  await pass(1)
  await waitFor(() => expect(soon).toHaveLength(1))
  await pass(2)
  await waitFor(() => expect(soon).toHaveLength(2))
})

it('prints, stays until the label is out, and then announces it', async () => {
  const { device, prints } = readyDevice()
  await printNow()
  await waitFor(() => expect(prints).toHaveLength(1))
  // the server counts it as queued now
  listed = []
  await pass(16)
  expect((await notice()).getByText(/2nd Class to Marguerite/)).toBeVisible()
  device.report({ type: 'job', job: aJob({ job_id: prints[0]!.job_id, state: 'printed' }) })
  await waitFor(() => expect(screen.queryByRole('region', { name: /not printed/ })).toBeNull())
  expect(screen.getByRole('status', { name: 'Needs attention' })).toHaveTextContent(
    'Printed: 2nd Class to Marguerite Llewellyn',
  )
})

test.each<[what: string, print: (hub: string) => DocumentPrint, jobId: string, isReprint: boolean]>([
  ['never sent: its first job', () => label(), `${id}:first:label`, false],
  [
    'failed: a reprint whose id another page would choose too',
    (hub_id) =>
      label({ prints: 1, hub_id, job_id: `${id}:first:label`, job_state: 'failed', error_code: 'media_empty' }),
    `${id}:again-1:label`,
    true,
  ],
  [
    'silent: the same job at the same device manager',
    (hub_id) => label({ state: 'unknown', prints: 1, hub_id, job_id: `${id}:first:label` }),
    `${id}:first:label`,
    false,
  ],
  [
    'silent after it was queued: the same job',
    (hub_id) => label({ state: 'unknown', prints: 2, hub_id, job_id: `${id}:again-1:label`, job_state: 'spooled' }),
    `${id}:again-1:label`,
    false,
  ],
  [
    'silent at another device manager: a reprint',
    () => label({ state: 'unknown', prints: 1, hub_id: crypto.randomUUID(), job_id: `${id}:first:label` }),
    `${id}:again-1:label`,
    true,
  ],
  [
    'unknown to the device manager: a reprint',
    (hub_id) => label({ state: 'unknown', prints: 1, hub_id, job_id: `${id}:first:label`, job_state: 'unknown' }),
    `${id}:again-1:label`,
    true,
  ],
])('prints a document that was %s', async (_what, print, jobId, isReprint) => {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'queued' }) }))
  const reprints = server.on(reprintShipment, () => aShipment())
  const { state } = print(device.hub.id)
  listed = [anUnprinted({ print_state: state, prints: [print(device.hub.id)] })]
  await printNow(state === 'unknown' ? /^Print again/ : /^Print now/)
  await waitFor(() => expect(prints.map(({ job_id }) => job_id)).toEqual([jobId]))
  expect(reprints).toHaveLength(isReprint ? 1 : 0)
})

it('gives the reason of the device manager', async () => {
  listed = [anUnprinted({ prints: [label({ prints: 1, job_state: 'failed', error_code: 'media_empty' })] })]
  openPage(PAGE)
  expect((await notice()).getByText(/The printer is out of paper/)).toBeVisible()
})

it('asks to look first when it may have come out, and records that it did', async () => {
  listed = [anUnprinted({ print_state: 'unknown', prints: [label({ state: 'unknown', prints: 1 })] })]
  const confirmed = server.on(confirmPrint, () => {
    listed = []
    return { id, print_state: 'printed' as const }
  })
  const user = openPage(PAGE)
  const shown = await notice()
  expect(shown.getByText(/Check the printer first/)).toBeVisible()
  await user.click(shown.getByRole('button', { name: /^It came out/ }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /not printed/ })).toBeNull())
  expect(confirmed.map(({ params }) => params.id)).toEqual([id])
})

it('counts several, lists one, and leads to the others', async () => {
  listed = Array.from({ length: 3 }, (_, n) => anUnprinted({ id: crypto.randomUUID(), name: `Person ${n}` }))
  openPage(PAGE)
  const shown = await notice()
  expect(shown.getByText('3 labels were bought and not printed')).toBeVisible()
  expect(shown.getAllByRole('button', { name: /^Print now/ })).toHaveLength(1)
  expect(shown.getByRole('link', { name: '2 more on the home page' })).toHaveAttribute('href', '/app/home')
})

it('offers the labels of a batch in one act, also beside single ones, but not where the batch is open', async () => {
  batches = [{ id: 'a-batch-of-today', count: 12 }]
  openPage(PAGE)
  const shown = await notice()
  expect(shown.getByText('13 labels were bought and not printed')).toBeVisible()
  expect(shown.getByText('12 labels of a batch are not printed')).toBeVisible()
  const link = shown.getByRole('link', { name: 'Print now: 12 labels of a batch are not printed' })
  expect(link).toHaveAttribute('href', '/app/ship-by-address?batch=a-batch-of-today')
  closePage()
  listed = []
  server.on(getBatch, () => new Refusal('not_found'))
  openPage('/app/ship-by-address?batch=a-batch-of-today')
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('region', { name: /not printed/ })).toBeNull()
})
