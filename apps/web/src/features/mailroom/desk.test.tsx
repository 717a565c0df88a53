import { processShipment } from '@postroom/contract/shipment'
import { listPending } from '@postroom/contract/shipment-pending'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { PRINTER, type FakeDevice } from '../../testing/fake-device.ts'
import { server } from '../../testing/fake-server.ts'
import { activeRow, answerMailroom, openMailroom, pairPrintingDevice, queueRow, weigh } from '../../testing/mailroom.ts'

const DEV = { id: 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b99', fullname: 'Dev Patel', until: '2999-01-01T00:00:00.000Z' }
const scanField = () => screen.getByRole('textbox', { name: /^Scan/ })
const weightField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Weight/ })
const said = () => scanField().closest('div')?.parentElement?.querySelector('output')?.textContent

const shown = () =>
  [...document.querySelectorAll('tbody tr')].map((one) => /K-\d+/.exec(one.textContent)?.[0]).join(' ')

let device: FakeDevice
let calls: ReturnType<typeof answerMailroom>
beforeEach(() => {
  calls = answerMailroom()
  device = pairPrintingDevice()
})

it('arrows go from row to row over those that are not open, and begin anew at the end', async () => {
  withQueue([aQueued(1), aQueued(2, { claimed_by: DEV }), aQueued(3), aQueued(4, { state: 'problem', problem: 'x' })])
  const user = await openMailroom()
  const seen: (string | undefined)[] = []
  for (const key of [
    '{ArrowDown}',
    '{ArrowDown}',
    '{ArrowDown}',
    '{ArrowUp}',
    '{ArrowUp}',
    '{Escape}',
    '{ArrowUp}',
    '{Escape}',
    '{ArrowDown}',
  ]) {
    await user.keyboard(key)
    seen.push(/K-\d/.exec(activeRow())?.[0])
  }
  expect(seen).toEqual(['K-3', 'K-4', 'K-1', 'K-4', 'K-3', undefined, 'K-4', undefined, 'K-1'])
})

it('keys lead to the weight, which is selected, and to the service; Enter leads back to the scan field', async () => {
  withQueue([aQueued(1), aQueued(2)])
  server.on(processShipment, () => aShipment({ id: crypto.randomUUID() }))
  const user = await openMailroom()
  await weigh(user, '620')
  expect(scanField()).toHaveFocus()
  await user.keyboard('{Alt>}w{/Alt}')
  expect([weightField().selectionStart, weightField().selectionEnd]).toEqual([0, 3])
  await user.keyboard('5')
  expect(weightField()).toHaveValue('5')
  await user.keyboard('{Alt>}s{/Alt}')
  const service = screen.getByRole('combobox', { name: /^Service/ })
  expect(service).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(scanField()).toHaveFocus()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  await user.keyboard('{Alt>}x{/Alt}')
  expect(screen.getByRole('button', { name: 'Buy and print 1' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Buy and printEnter|^Buy and print$/ }))
  await waitFor(() => expect(queueRow('K-1').getByText('Printed')).toBeVisible())
  expect(activeRow()).toContain('K-2')
})

it('the focus returns to the scan field when it gets lost, and leaves other fields alone', async () => {
  withQueue([aQueued(1), aQueued(2)])
  const user = await openMailroom()
  expect(scanField()).toHaveFocus()
  scanField().blur()
  await waitFor(() => expect(scanField()).toHaveFocus())
  await user.keyboard('{Alt>}w{/Alt}')
  fireEvent.pointerUp(document.body)
  await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => setTimeout(resolve))
  expect(weightField()).toHaveFocus()
  weightField().blur()
  fireEvent.pointerUp(document.body)
  await waitFor(() => expect(scanField()).toHaveFocus())
})

it('the focus is not taken where a finger points, since a keyboard would cover the page', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList,
  )
  withQueue([aQueued(1)])
  await openMailroom()
  expect(scanField()).not.toHaveFocus()
})

it('a code that was prepared a moment ago is found on the server; an unknown one is said to be none', async () => {
  const queue = withQueue([aQueued(1), aQueued(2)])
  const user = await openMailroom()
  await user.keyboard('nobody{Enter}')
  await waitFor(() => expect(said()).toBe('‘nobody’ is not in the queue.'))
  expect(scanField()).toHaveValue('')
  expect(activeRow()).toContain('K-1')
  queue.rows.push(aQueued(3))
  const row = aQueued(3)
  const asked = server.on(listPending, ({ query }) => ({
    data: query.text === '' ? queue.rows : [row],
    total: query.text === '' ? 3 : 1,
    start: 0,
    length: query.length,
    counts: { waiting: 3, weighed: 0, problem: 0 },
    at: '2026-11-22T09:30:00.000Z',
    sold: [],
  }))
  await user.keyboard(' K-3 {Enter}')
  await waitFor(() => expect(activeRow()).toContain('K-3'))
  expect(said()).toBe('K-3 scanned')
  expect(asked[0]?.query).toMatchObject({ text: 'K-3', length: 1 })
  await waitFor(() => expect(calls.claims.map(({ params }) => params.pending_id)).toEqual(['pending-3']))
})

it('the filters count their rows and narrow the table; Escape and a button show all again', async () => {
  withQueue([aQueued(1), aQueued(2, { state: 'weighed' }), aQueued(3, { state: 'problem', problem: 'x' }), aQueued(4)])
  const user = await openMailroom()
  const chips = within(screen.getByRole('radiogroup', { name: 'Filter by state' }))
  expect(chips.getAllByRole('radio').map((chip) => chip.closest('label')?.textContent ?? chip.textContent)).toEqual([
    'All 4',
    'Waiting 2',
    'Weighed 1',
    'Printed 0',
    'Needs you 1',
  ])
  await user.click(chips.getByRole('radio', { name: /^Waiting/ }))
  expect(shown()).toBe('K-1 K-4')
  await user.click(chips.getByRole('radio', { name: /^Needs you/ }))
  expect(shown()).toBe('K-3')
  await user.click(chips.getByRole('radio', { name: /^Printed/ }))
  expect(screen.getByText('No row matches')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all rows' }))
  expect(shown()).toBe('K-1 K-2 K-3 K-4')
  await user.click(scanField())
  await user.keyboard('p')
  expect(shown()).toBe('K-1 K-2 K-3 K-4')
  await user.keyboard('erson 4')
  await waitFor(() => expect(shown()).toBe('K-4'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(shown()).toBe('K-1 K-2 K-3 K-4'))
  expect(scanField()).toHaveValue('')
  expect(activeRow()).toContain('K-1')
})

it('shows the scale and the printer as they are', async () => {
  withQueue([aQueued(1)])
  await openMailroom()
  const scale = within(screen.getByLabelText('Scale'))
  const printer = within(screen.getByLabelText('Label printer'))
  expect(scale.getByText('No scale connected. Type the weight.')).toBeVisible()
  expect(printer.getByText('ready')).toBeVisible()
  const at = '2026-11-22T10:00:00Z'
  device.report({ type: 'scale', scale: { id: 'scale', name: 'Bench', state: 'weight', grams: 620, at } })
  expect(await scale.findByText('620 g')).toBeVisible()
  expect(scale.getByText('Steady')).toBeVisible()
  device.report({ type: 'scale', scale: { id: 'scale', name: 'Bench', state: 'fault', fault: 'over_limit', at } })
  await waitFor(() => expect(scale.queryByText('Steady')).toBeNull())
  expect(scale.queryByText(/ g$/)).toBeNull()
  device.report({ type: 'printers', printers: [{ ...PRINTER, state: 'offline' }] })
  expect(await printer.findByText('not ready')).toBeVisible()
  expect(printer.getByText('Virtual printer')).toBeVisible()
})

it('the keys of the queue stand below it', async () => {
  withQueue([aQueued(1)])
  await openMailroom()
  const hints = document.querySelector('footer')!
  expect(hints.textContent).toBe(
    ' Enter buy and print, next row↑↓ other rowAlt1–9 choose a serviceAltX selectAltP report a problemEsc leave the row? these shortcuts'.trim(),
  )
  expect(queueRow('K-1').getByText('Now')).toBeVisible()
})
