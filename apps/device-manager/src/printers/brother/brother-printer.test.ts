import net from 'node:net'
import { aLabel } from '@postroom/documents/testing/label-builder'
import { renderLabel } from '@postroom/documents/label/label'
import { renderTestPage } from '@postroom/documents/test-page/test-page'
import { readSymbols } from '@postroom/documents/testing/read-back'
import { afterEach, expect, test, vi } from 'vitest'
import type { DotPage } from '../../documents/pdf-to-dots.ts'
import { renderDots } from '../../documents/read-pdf.ts'
import { aPdf } from '../../testing/a-pdf.ts'
import { fakeBrother, type FakeBrotherSetting } from '../../testing/fake-brother.ts'
import type { PrintOrder } from '../printer.ts'
import { tcpBrotherPrinter } from './tcp-printer.ts'

type Fake = Awaited<ReturnType<typeof fakeBrother>>
let fake: Fake
afterEach(async () => {
  await fake.stop()
  expect(fake.wrongs).toEqual([])
})

const DK_11241 = { type: 0x0b, width: 102, length: 153 }
const ENDLESS_62 = { type: 0x0a, width: 62, length: 0 }
const BLANK = {
  job_id: 'job-00001',
  kind: 'mailing',
  type: 'label',
  title: 'Label',
  copies: 1,
  labels: 1,
  media: undefined,
} as const
const label = { ...BLANK, pdf: aPdf(), width_mm: 101.6, height_mm: 152.4 }
/** Ink from edge to edge of the page. */
const full = { ...label, pdf: aPdf({ drawing: '0 0 288 432 re f' }) }
const ON_DK_11247 = { printerId: 'ql', width_mm: 104, height_mm: 164 }
/** Short limits for a silent printer. */
const IMPATIENT = { always: { statusMs: 200 }, 'while printing': { silenceMs: 200 } } as const

async function aPrinter(setting: FakeBrotherSetting = {}, names = '') {
  fake = await fakeBrother(setting)
  return tcpBrotherPrinter(fake.address + names, setting.silent && IMPATIENT[setting.silent])
}

/** Prints, and returns whether the whole document was reported as spooled. */
async function print(setting: FakeBrotherSetting, order: PrintOrder, names = '') {
  const printer = await aPrinter(setting, names)
  let isSpooled = false
  const outcome = await printer.print(order, () => (isSpooled = true), new AbortController().signal)
  return { ...outcome, isSpooled }
}

/** A part of a page. */
function part({ width, black }: DotPage, left: number, top: number, columns: number, rows: number): Uint8Array {
  const cut = new Uint8Array(columns * rows)
  for (let y = 0; y < rows; y++)
    cut.set(black.subarray((y + top) * width + left, (y + top) * width + left + columns), y * columns)
  return cut
}

/** The longest vertical line in dots, ignoring lines from edge to edge. */
function longestColumn({ width, height, black }: DotPage): number {
  const columns = Array.from({ length: width }, (_, x) =>
    Array.from({ length: height }, (_dot, y) => (black[y * width + x] === 1 ? 'x' : ' ')).join(''),
  )
  const runs = columns.flatMap((column) => column.match(/x+/g) ?? []).map(({ length }) => length)
  return Math.max(...runs.filter((length) => length < 1200))
}

const ink = ({ black }: DotPage) => black.reduce((sum, dot) => sum + dot, 0)
const greys = ({ width, height, black }: DotPage) => ({
  width,
  height,
  dots: black.map((dot) => (dot === 1 ? 0 : 255)),
})

test('prints a label dot for dot, centred on a longer roll', async () => {
  const drawn = await renderLabel(aLabel())
  expect(await print({}, { ...label, ...drawn })).toEqual({ state: 'printed', isSpooled: true })
  const [page] = fake.printed
  const [expected] = await renderDots(drawn.pdf)
  expect([expected?.width, expected?.height, page?.width, page?.height]).toEqual([1200, 1800, 1296, 1822])
  expect(Buffer.compare(part(page!, 58, 11, 1200, 1800), expected!.black)).toBe(0)
  expect(ink(page!)).toBe(ink(expected!))
  expect(await readSymbols(greys(page!))).toMatchObject({ Code128: 'ZZ000000005GB' })
})

test('cuts off only white on a smaller roll', async () => {
  const drawn = await renderLabel(aLabel())
  expect(await print({ roll: DK_11241 }, { ...label, ...drawn })).toMatchObject({ state: 'printed' })
  const [page] = fake.printed
  const [expected] = await renderDots(drawn.pdf)
  expect(page?.height).toBe(1660)
  expect(Buffer.compare(part(page!, 76, 0, 1164, 1660), part(expected!, 18, 70, 1164, 1660))).toBe(0)
  expect(ink(page!)).toBe(ink(expected!))
})

test('refuses ink outside the print area, without cutting or scaling', async () => {
  expect(await print({ roll: DK_11241 }, full)).toMatchObject({
    state: 'failed',
    fault: { code: 'print_area_too_small' },
  })
  expect(fake.pagesReceived()).toBe(0)
})

test('prints a page without ink as a blank label', async () => {
  expect(await print({ roll: DK_11241 }, { ...label, pdf: aPdf({ drawing: '' }) })).toMatchObject({ state: 'printed' })
  expect(fake.printed.map((page) => [page.width, page.height, ink(page)])).toEqual([[1296, 1660, 0]])
})

test('moves the ink by the offset without any other change', async () => {
  await print({}, { ...label, offset: { ...ON_DK_11247, x_mm: 3.8, y_mm: -2 } })
  const [page] = fake.printed
  const [expected] = await renderDots(label.pdf)
  // 3.8 mm are 45 dots, 2 mm are 24; without an offset the page is 58 and 11 dots from the edges of this roll
  expect(Buffer.compare(part(page!, 58 + 45, 1500 + 11 - 24, 300, 300), part(expected!, 0, 1500, 300, 300))).toBe(0)
  expect(ink(page!)).toBe(ink(expected!))
})

test('ignores an offset that was measured on another roll', async () => {
  await print({ roll: DK_11241 }, { ...label, offset: { ...ON_DK_11247, x_mm: 3.8 } })
  await fake.stop()
  const [moved] = fake.printed
  await print({ roll: DK_11241 }, label)
  expect(Buffer.compare(moved!.black, fake.printed[0]!.black)).toBe(0)
})

test.each([
  // the roll                       its size                                     where the 100 mm bar ends: its foot
  ['DK-11241', DK_11241, { width_mm: 102, height_mm: 153 }],
  ['DK-11247', undefined, { width_mm: 104, height_mm: 164 }],
  ['an endless one', ENDLESS_62, { width_mm: 62, height_mm: 127 }],
] as const)('crops a ruler page on %s to the print area, with 100 mm as 1181 dots', async (_, roll, paper) => {
  const drawn = await renderTestPage(paper)
  const offset = { ...ON_DK_11247, x_mm: 5, y_mm: -5 }
  const order = { ...label, ...drawn, type: 'ruler', offset } as const
  expect(await print(roll ? { roll } : {}, order)).toMatchObject({ state: 'printed' })
  expect(longestColumn(fake.printed[0]!)).toBe(1181)
})

test('refuses an offset that would move ink off the roll, before anything is sent', async () => {
  const outcome = await print({}, { ...full, copies: 2, offset: { ...ON_DK_11247, x_mm: 5 } })
  expect(outcome).toMatchObject({ state: 'failed', fault: { code: 'offset_too_large' }, isSpooled: false })
  expect(fake.printed).toEqual([])
})

test.each(['QL-600', 'QL-800', 'QL-1100', 'QL-1110NWB'] as const)(
  '%s prints a franking label on an endless roll',
  async (model) => {
    const drawn = await renderLabel(aLabel({ size: '1X', label_name: 'DK-22205', packaging: 'letter' }))
    expect(await print({ model, roll: ENDLESS_62 }, { ...label, ...drawn })).toMatchObject({ state: 'printed' })
    const [page] = fake.printed
    const [expected] = await renderDots(drawn.pdf)
    expect([page?.height, ink(page!)]).toEqual([expected?.height, ink(expected!)])
  },
)

test('prints black on a roll for black and red', async () => {
  const roll = { ...ENDLESS_62, twoColour: true }
  const short = { ...label, pdf: aPdf({ width_mm: 58, height_mm: 60 }), width_mm: 58, height_mm: 60 }
  expect(await print({ model: 'QL-800', roll }, short)).toMatchObject({ state: 'printed' })
  const [expected] = await renderDots(short.pdf)
  expect(ink(fake.printed[0]!)).toBe(ink(expected!))
})

test('extends a short label on an endless roll to the shortest length the printer can cut', async () => {
  const short = { ...label, pdf: aPdf({ width_mm: 58, height_mm: 26 }), width_mm: 58, height_mm: 26 }
  expect(await print({ roll: { ...ENDLESS_62 } }, short)).toMatchObject({ state: 'printed' })
  expect(fake.printed[0]?.height).toBe(Math.max(301, Math.round((26 / 25.4) * 300)))
})

test('sends pages and copies one by one', async () => {
  const two = { ...label, pdf: aPdf({ pages: 2 }), copies: 2 }
  expect(await print({}, two)).toEqual({ state: 'printed', isSpooled: true })
  expect(fake.printed).toHaveLength(4)
})

test.each([
  // before anything is sent           the printer                                    code
  ['it has no roll', { asked: [0x01, 0] }, 'media_empty'],
  ['the roll is empty', { asked: [0x02, 0] }, 'media_empty'],
  ['it reports nothing in it, and no fault', { roll: { type: 0, width: 0, length: 0 } }, 'media_empty'],
  ['the cover is open', { asked: [0, 0x10] }, 'cover_open'],
  ['the cutter is stuck', { asked: [0x04, 0] }, 'cutter_stuck'],
  ['another computer is printing', { asked: [0x10, 0] }, 'printer_in_use'],
  ['the fan is broken', { asked: [0x80, 0] }, 'printer_defect'],
  ['the roll is too narrow', { roll: ENDLESS_62 }, 'media_mismatch'],
  ['the roll is unknown', { roll: { type: 0x0b, width: 110, length: 170 } }, 'media_mismatch'],
  ['it is silent', { silent: 'always' }, 'printer_silent'],
] as const)('fails if %s, and sends nothing', async (_, setting, code) => {
  expect(await print(setting, label)).toMatchObject({ state: 'failed', fault: { code }, isSpooled: false })
  expect(fake.pagesReceived()).toBe(0)
})

test.each([
  // with the page in its memory         errors        code
  ['the roll ends', [0x02, 0], 'media_empty'],
  ['the cover is opened', [0, 0x10], 'cover_open'],
  ['the roll was changed', [0, 0x01], 'media_mismatch'],
  ['the data were lost', [0, 0x04], 'printer_data_lost'],
] as const)('fails if %s before the media move, and the label is not printed later', async (_, errors, code) => {
  expect(await print({ refuses: { page: 1, errors } }, label)).toMatchObject({ state: 'failed', fault: { code } })
  await expect.poll(() => fake.isCleared()).toBe(true)
  fake.repair()
  expect([fake.pagesReceived(), fake.printed.length]).toEqual([1, 0])
})

test('names the loaded and the needed roll in a refusal', async () => {
  expect(await print({ roll: ENDLESS_62 }, label)).toMatchObject({
    fault: { media: { from: 'loaded', sizes: [{ width_mm: 62 }], needed: { width_mm: 101.6, height_mm: 152.4 } } },
  })
})

test.each([
  ['the cutter is stuck', { breaks: { page: 1, errors: [0x04, 0] } }, 'cutter_stuck'],
  ['the cover is opened', { breaks: { page: 1, errors: [0, 0x10] } }, 'cover_open'],
  ['the roll ends', { breaks: { page: 1, errors: [0x02, 0] } }, 'media_empty'],
  ['it is turned off', { offAfterRows: 900 }, 'outcome_unknown'],
  ['it becomes silent', { silent: 'while printing' }, 'outcome_unknown'],
] as const)('is unknown if %s during a page, and nothing is sent again', async (_, setting, code) => {
  expect(await print(setting, label)).toMatchObject({ state: 'unknown', fault: { code } })
  expect(fake.pagesReceived()).toBeLessThanOrEqual(1)
})

test('reports the first label as printed after an error at the second', async () => {
  const two = { ...label, pdf: aPdf({ pages: 2 }) }
  expect(await print({ refuses: { page: 2, errors: [0x02, 0] } }, two)).toMatchObject({
    state: 'unknown',
    fault: { code: 'media_empty', description: expect.stringContaining('1 of 2') as string },
  })
  expect(fake.printed).toHaveLength(1)
})

test('waits for a hot printer, reports it as cooling and prints once', async () => {
  const printer = await aPrinter({ cools: true })
  const outcome = printer.print(label, () => {}, new AbortController().signal)
  await expect.poll(() => printer.describe()).toMatchObject({ state: 'printing', reasons: ['cooling'] })
  fake.cooled()
  expect(await outcome).toEqual({ state: 'printed' })
  expect([fake.pagesReceived(), fake.printed.length]).toEqual([1, 1])
})

test('finishes the current label on cancel, and prints no other', async () => {
  const printer = await aPrinter({ cools: true })
  const abort = new AbortController()
  const outcome = printer.print({ ...label, copies: 3 }, () => {}, abort.signal)
  await expect.poll(() => printer.describe()).toMatchObject({ reasons: ['cooling'] })
  abort.abort()
  fake.cooled()
  expect(await outcome).toMatchObject({
    state: 'cancelled',
    fault: { description: expect.stringContaining('1 of 3') as string },
  })
  expect(fake.printed).toHaveLength(1)
})

test('prints on a printer without status if model and roll are configured, with outcome unknown', async () => {
  const outcome = await print({ silent: 'always' }, label, '?model=QL-1110NWB&roll=DK-11247')
  expect(outcome).toMatchObject({ state: 'unknown', fault: { code: 'print_not_reported' }, isSpooled: true })
  await expect.poll(() => fake.printed).toHaveLength(1)
})

test('does not report a configured roll as loaded', async () => {
  const named = await aPrinter({ silent: 'always' }, '?model=QL-1110NWB&roll=DK-11247')
  const roll = { name: 'DK-11247', width_mm: 104, height_mm: 164 }
  expect(await named.describe()).toMatchObject({ state: 'ready', media_ready: [], media: [roll], media_default: roll })
  const wide = named.print({ ...label, width_mm: 210 }, () => {}, new AbortController().signal)
  expect(await wide).toMatchObject({
    state: 'failed',
    fault: { code: 'media_not_offered', media: { from: 'offered' } },
  })
})

test('is known by its address and port, which is 9100 by default', () => {
  const { id, addresses } = tcpBrotherPrinter('ql://192.0.2.7')
  expect([id, addresses]).toEqual(['ql:tcp:192.0.2.7:9100', ['ql://192.0.2.7:9100']])
  expect(tcpBrotherPrinter('ql://192.0.2.7:9101').id).toBe('ql:tcp:192.0.2.7:9101')
})

test('is reached at an IPv6 address', async () => {
  const connecting = vi.spyOn(net, 'connect').mockImplementation(() => {
    throw new Error('no network')
  })
  expect(await tcpBrotherPrinter('ql://[2001:db8::7]').describe()).toMatchObject({ state: 'offline' })
  expect(connecting).toHaveBeenCalledWith(expect.objectContaining({ host: '2001:db8::7', port: 9100 }))
  connecting.mockRestore()
})

test('refuses an address with a roll the model does not support', async () => {
  fake = await fakeBrother()
  expect(() => tcpBrotherPrinter(`${fake.address}?model=QL-800&roll=DK-11247`)).toThrow('must name a printer model')
})

test('reports model, loaded roll and supported rolls', async () => {
  const printer = await aPrinter({ model: 'QL-800', roll: ENDLESS_62 })
  expect(await printer.describe()).toMatchObject({
    name: 'QL-800 (127.0.0.1)',
    driver: 'brother',
    state: 'ready',
    media_ready: [{ name: 'DK-22205', width_mm: 62 }],
    resolutions_dpi: [300],
  })
  expect((await printer.describe()).media.map(({ name }) => name)).not.toContain('DK-11247')
})

test('does not request the status of a ready printer again until it has printed', async () => {
  const printer = await aPrinter()
  for (let time = 0; time < 3; time++) expect(await printer.describe()).toMatchObject({ state: 'ready' })
  expect(fake.questions()).toBe(1)
  await printer.print(label, () => {}, new AbortController().signal)
  await printer.describe()
  expect(fake.questions()).toBe(3)
})

test('reports a printer that is turned off as offline', async () => {
  fake = await fakeBrother()
  const printer = tcpBrotherPrinter(fake.address, { readyMs: 0 })
  await printer.describe()
  await fake.stop()
  expect(await printer.describe()).toMatchObject({ name: 'QL-1110NWB (127.0.0.1)', state: 'offline' })
  expect(await printer.print(label, () => {}, new AbortController().signal)).toMatchObject({
    state: 'failed',
    fault: { code: 'printer_offline' },
  })
  fake = await fakeBrother()
})
