import { afterEach, expect, test } from 'vitest'
import { renderDots } from '../../documents/read-pdf.ts'
import { fakeZplOnTcp, type FakeZplSetting } from '../../testing/fake-zpl.ts'
import { IMPATIENT, label, portAt, print, PRINTED, SOON, two } from '../../testing/label-orders.ts'

let stop = async (): Promise<void> => {}
afterEach(() => stop())

async function aZpl(setting: FakeZplSetting = {}, limits = SOON, names = '') {
  const fake = await fakeZplOnTcp(setting)
  stop = fake.stop
  return { fake, printer: portAt('zpl', fake.port, names, limits) }
}

test.each(['ZD421', 'GK420d'] as const)(
  '%s prints a label dot for dot, and reports it by its counter',
  async (model) => {
    const { fake, printer } = await aZpl({ model })
    expect(await print(printer)).toMatchObject(PRINTED)
    const [expected] = await renderDots(label.pdf, 203)
    expect(fake.printed).toEqual([expected])
    expect(fake.wrongs).toEqual([])
  },
)

test('prints on a printer of another maker, which has no counter, when its label was seen to begin and to end', async () => {
  const setting = { model: 'emulation', onlyHostStatus: true } as const
  const { fake, printer } = await aZpl(setting, { ...SOON, statusMs: 400 }, '?dpi=203')
  expect(await print(printer)).toMatchObject(PRINTED)
  expect(fake.printed).toEqual(await renderDots(label.pdf, 203))
  expect(fake.wrongs).toEqual([])
})

test('a printer without a counter that printed before it was asked leaves its label unknown', async () => {
  const setting = { model: 'emulation', busyFor: 0 } as const
  const { fake, printer } = await aZpl(setting, { ...SOON, statusMs: 400, silenceMs: 60 }, '?dpi=203')
  expect(await print(printer)).toMatchObject({ state: 'unknown', fault: { code: 'outcome_unknown' } })
  expect(fake.printed).toHaveLength(1)
})

test('sends copies and pages one by one, each when the one before is out', async () => {
  const { fake, printer } = await aZpl({ busyFor: 3 })
  const four = { ...two, copies: 2, labels: 4 }
  expect(await print(printer, four)).toMatchObject({ ...PRINTED, printed: [1, 2, 3] })
  expect(fake.printed).toHaveLength(4)
  expect(fake.formats.every((format) => format.includes('^PQ1,0,1,N'))).toBe(true)
})

test.each([
  // before anything is sent    the printer                        code
  ['it is out of labels', { faults: ['paper out'] }, 'media_empty'],
  ['its head is open', { faults: ['head open'] }, 'cover_open'],
  ['its ribbon is out', { faults: ['ribbon out'] }, 'ribbon_empty'],
  ['its cutter is stuck', { faults: ['cutter'] }, 'cutter_stuck'],
  ['labels are jammed', { faults: ['jam'] }, 'media_stuck'],
  ['it finds no mark', { faults: ['no mark'] }, 'calibration_needed'],
  ['its head is broken', { faults: ['defect'] }, 'printer_defect'],
  ['it is paused', { faults: ['paused'] }, 'paused_at_printer'],
  ['it is open and out of labels', { faults: ['head open', 'paper out'] }, 'media_empty'],
] as const)('fails if %s, and sends nothing', async (_, setting, code) => {
  const { fake, printer } = await aZpl(setting)
  expect(await print(printer)).toMatchObject({ state: 'failed', fault: { code }, isSpooled: false })
  fake.repair()
  expect([fake.received(), fake.printed.length]).toEqual([0, 0])
})

test.each([
  ['never answers', { silent: 'always' }, 'label_printer_silent'],
  ['is silent because it is out of labels', { silent: 'when faulty', faults: ['paper out'] }, 'label_printer_silent'],
  ['holds half a label of another program', { hasHalf: true }, 'half_label_inside'],
] as const)('fails if the printer %s, and sends nothing', async (_, setting, code) => {
  const { fake, printer } = await aZpl(setting, IMPATIENT, '?dpi=203')
  expect(await print(printer)).toMatchObject({ state: 'failed', fault: { code }, isSpooled: false })
  expect(fake.formats).toEqual([])
})

test.each([
  // while the label is printed    what happens                                                   code
  ['the labels run out', { breaks: { label: 1, fault: 'paper out' } }, 'media_empty'],
  ['the head is opened', { breaks: { label: 1, fault: 'head open' } }, 'cover_open'],
  ['the ribbon ends', { breaks: { label: 1, fault: 'ribbon out' } }, 'ribbon_empty'],
  ['the cutter is stuck', { breaks: { label: 1, fault: 'cutter' } }, 'cutter_stuck'],
  ['the label is jammed', { breaks: { label: 1, fault: 'jam' } }, 'media_stuck'],
] as const)('is unknown if %s, although the printer repeats the label by itself', async (_, setting, code) => {
  const { fake, printer } = await aZpl(setting)
  expect(await print(printer, two)).toMatchObject({ state: 'unknown', fault: { code }, isSpooled: false })
  fake.repair()
  expect([fake.received(), fake.printed.length]).toEqual([1, 1])
})

test('with reprint=off the printer repeats no label after a fault', async () => {
  const { fake, printer } = await aZpl({ breaks: { label: 1, fault: 'paper out' } }, SOON, '?reprint=off')
  expect(await print(printer)).toMatchObject({ state: 'unknown', fault: { code: 'media_empty' } })
  fake.repair()
  expect(fake.printed).toEqual([])
})

test.each([
  ['becomes silent with the label', { silent: 'with a label' }],
  ['never counts the label', { countsAs: 0 }],
  ['counts two labels, as when another program prints', { countsAs: 2 }],
  ['reports the length of two labels', { model: 'GK420d', countsAs: 2 }],
] as const)('is unknown if the printer %s', async (_, setting) => {
  const { fake, printer } = await aZpl(setting, { ...IMPATIENT, statusMs: 400 })
  expect(await print(printer)).toMatchObject({ state: 'unknown', fault: { code: 'outcome_unknown' } })
  expect(fake.received()).toBe(1)
})

test.each([30, 100, 300])(
  'is unknown if the connection breaks after %i bytes of a label, which is not finished or sent again',
  async (dropsAfter) => {
    const { fake, printer } = await aZpl({ dropsAfter }, IMPATIENT)
    expect(await print(printer)).toMatchObject({ state: 'unknown', fault: { code: 'outcome_unknown' } })
    expect(await printer.describe()).toMatchObject({ state: 'stopped', reasons: ['half-label'] })
    expect(await print(printer)).toMatchObject({ state: 'failed', fault: { code: 'half_label_inside' } })
    expect([fake.isHalf(), fake.received()]).toEqual([true, 0])
  },
)

test('names the label that is certainly out when the next one fails', async () => {
  const { fake, printer } = await aZpl({ breaks: { label: 2, fault: 'paper out' } })
  const outcome = await print(printer, two)
  expect(outcome).toMatchObject({ state: 'unknown', fault: { code: 'media_empty' }, printed: [1] })
  expect(outcome).toMatchObject({ fault: { description: expect.stringContaining('1 of 2') as string } })
  expect(fake.printed).toHaveLength(1)
})

test('waits while another program prints', async () => {
  const { fake, printer } = await aZpl({ others: 2 })
  expect(await printer.describe()).toMatchObject({ state: 'printing', reasons: ['in-use'] })
  const printing = print(printer)
  await expect.poll(() => printer.describe()).toMatchObject({ reasons: ['in-use'] })
  expect(fake.received()).toBe(0)
  fake.finishOthers()
  expect(await printing).toMatchObject(PRINTED)
})

test('gives up waiting for another program, and has sent nothing', async () => {
  const { fake, printer } = await aZpl({ others: 1 }, { ...SOON, patienceMs: 50 })
  expect(await print(printer)).toMatchObject({ state: 'failed', fault: { code: 'printer_in_use' } })
  expect(fake.received()).toBe(0)
})

test('waits for each label to be taken', async () => {
  const { fake, printer } = await aZpl({ peels: true })
  const printing = print(printer, two)
  await expect.poll(() => printer.describe()).toMatchObject({ reasons: ['label-not-taken'] })
  expect([fake.printed.length, fake.received()]).toEqual([1, 1])
  fake.take()
  expect(await printing).toMatchObject(PRINTED)
})

/** Prints, and pauses the printer while it holds the label. */
async function pausedWith(setting: FakeZplSetting, names = '') {
  const { fake, printer } = await aZpl({ busyFor: 1e6, ...setting }, { ...SOON, statusMs: 400, silenceMs: 400 }, names)
  const printing = print(printer)
  await expect.poll(() => fake.isPrinting()).toBe(true)
  fake.faults.add('paused')
  await expect.poll(() => printer.describe()).toMatchObject({ reasons: ['paused-at-printer'] })
  return { fake, printing }
}

test('a label that was thrown away during a pause is not printed, whatever the printer looks like afterwards', async () => {
  const { fake, printing } = await pausedWith({ model: 'emulation' }, '?dpi=203')
  fake.discard()
  fake.faults.clear()
  expect(await printing).toMatchObject({ state: 'unknown' })
  expect(fake.printed).toEqual([])
})

test('cancel ends an order after the label that is being printed', async () => {
  const { fake, printer } = await aZpl({ busyFor: 3 })
  const abort = new AbortController()
  const cancelled = printer.print(
    { ...label, copies: 3, labels: 3 },
    () => {},
    abort.signal,
    () => abort.abort(),
  )
  const description = expect.stringContaining('1 of 3') as string
  expect(await cancelled).toMatchObject({ state: 'cancelled', fault: { code: 'cancelled', description } })
  expect(fake.received()).toBe(1)
})

test('cancel while another program prints sends nothing', async () => {
  const { fake, printer } = await aZpl({ others: 1 })
  const abort = new AbortController()
  const printing = print(printer, label, abort.signal)
  await expect.poll(() => printer.describe()).toMatchObject({ reasons: ['in-use'] })
  abort.abort()
  expect(await printing).toMatchObject({ state: 'cancelled' })
  expect(fake.received()).toBe(0)
})

test('reports model, resolution and language, and as loaded only the length that its sensor has measured', async () => {
  const { printer } = await aZpl({ model: 'ZD421-300', length: 1_800 })
  expect(await printer.describe()).toMatchObject({
    name: 'ZD421-300dpi ZPL (127.0.0.1)',
    driver: 'zpl',
    language: 'zpl',
    model: 'ZD421-300dpi ZPL',
    state: 'ready',
    reasons: [],
    thermal_dpi: 300,
    resolutions_dpi: [300],
    media_ready: [{ name: '4x6' }],
    can_offset: true,
  })
})

test.each([
  ['it has measured nothing', { length: 0 }, ''],
  ['its sensor is not calibrated', { length: 333 }, ''],
  ['its stock is continuous', { isContinuous: true }, ''],
  ['its stock is set to continuous', {}, '?stock=continuous'],
] as const)('reports no loaded stock when %s', async (_, setting, names) => {
  const { printer } = await aZpl(setting, SOON, names)
  expect((await printer.describe()).media_ready).toEqual([])
})

test('refuses a label that is longer than the loaded stock', async () => {
  const { fake, printer } = await aZpl({ length: 812 })
  const media = { from: 'loaded', sizes: [{ height_mm: 101.6 }] }
  expect(await print(printer)).toMatchObject({ state: 'failed', fault: { code: 'media_mismatch', media } })
  expect(fake.received()).toBe(0)
})

test('sends nothing to a printer that has another resolution than its document was chosen for', async () => {
  const { fake, printer } = await aZpl({ model: 'ZD421-300' }, SOON, '?dpi=203')
  expect(await print(printer)).toMatchObject({ state: 'failed', fault: { code: 'drawn_for_other_printer' } })
  expect(fake.received()).toBe(0)
})

test('does not ask a ready printer again until it has printed, and a printer that was away again at once', async () => {
  const { fake, printer } = await aZpl({}, { pollMs: 2 })
  await printer.describe()
  const asked = fake.questions()
  await printer.describe()
  expect(fake.questions()).toBe(asked)
  await print(printer)
  await stop()
  expect(await printer.describe()).toMatchObject({ state: 'offline', reasons: ['offline'], media_ready: [] })
  expect(await print(printer)).toMatchObject({ state: 'failed', fault: { code: 'printer_offline' } })
  stop = async () => {}
})
