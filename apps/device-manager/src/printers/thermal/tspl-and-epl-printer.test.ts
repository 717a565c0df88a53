import { afterEach, expect, test } from 'vitest'
import { renderDots } from '../../documents/read-pdf.ts'
import { fakeEplOnTcp } from '../../testing/fake-epl.ts'
import { fakeTsplOnTcp, type FakeTsplSetting } from '../../testing/fake-tspl.ts'
import { IMPATIENT, portAt, print, PRINTED, SOON, two } from '../../testing/label-orders.ts'

let stop = async (): Promise<void> => {}
afterEach(() => stop())

async function aTspl(setting: FakeTsplSetting, limits = SOON, names = '?dpi=203') {
  const fake = await fakeTsplOnTcp(setting)
  stop = fake.stop
  return { fake, printer: portAt('tspl', fake.port, names, limits) }
}

test.each([false, true])(
  'TSPL: prints dot for dot when its label was seen to begin and to end (long status: %s)',
  async (hasLongStatus) => {
    const { fake, printer } = await aTspl({ hasLongStatus }, { ...SOON, statusMs: 400 })
    expect(await print(printer, two)).toMatchObject({ ...PRINTED, printed: [1] })
    expect(fake.printed).toEqual(await renderDots(two.pdf, 203))
    expect(fake.wrongs).toEqual([])
  },
)

test.each([
  ['it is out of labels', { faults: ['paper out'] }, 'failed', 'media_empty', 0],
  ['its head is open', { faults: ['head open'] }, 'failed', 'cover_open', 0],
  ['the labels run out', { breaks: { label: 1, fault: 'paper out' } }, 'unknown', 'media_empty', 1],
  ['its cutter is stuck', { hasLongStatus: true, breaks: { label: 1, fault: 'cutter' } }, 'unknown', 'cutter_stuck', 1],
  ['it never answers', { silent: 'always' }, 'failed', 'label_printer_silent', 0],
  ['it becomes silent', { silent: 'with a label' }, 'unknown', 'outcome_unknown', 1],
  ['it printed before it was asked', { busyFor: 0 }, 'unknown', 'outcome_unknown', 1],
  ['the connection breaks', { dropsAfter: 5_000 }, 'unknown', 'outcome_unknown', 0],
] as const)('TSPL: if %s', async (_, setting, state, code, received) => {
  const { fake, printer } = await aTspl(setting, { ...IMPATIENT, statusMs: 300 })
  expect(await print(printer)).toMatchObject({ state, fault: { code } })
  expect(fake.received()).toBe(received)
})

test('a printer that reports nothing prints with status=off, and its label is unknown', async () => {
  const { fake, printer } = await aTspl({ silent: 'always' }, SOON, '?dpi=203&status=off&size=4x6')
  expect(await printer.describe()).toMatchObject({ state: 'ready', reasons: ['unreported'], media_ready: [] })
  expect(await print(printer, two)).toMatchObject({
    state: 'unknown',
    fault: { code: 'print_not_reported' },
    isSpooled: true,
  })
  await expect.poll(() => fake.received()).toBe(2)
})

test('EPL2: prints dot for dot, one-way', async () => {
  const fake = await fakeEplOnTcp()
  stop = fake.stop
  const printer = portAt('epl', fake.port, '?dpi=203', SOON)
  expect(await print(printer, two)).toMatchObject({ state: 'unknown', fault: { code: 'print_not_reported' } })
  await expect.poll(() => fake.printed).toHaveLength(2)
  expect(fake.printed).toEqual(await renderDots(two.pdf, 203))
  expect(fake.wrongs).toEqual([])
})
