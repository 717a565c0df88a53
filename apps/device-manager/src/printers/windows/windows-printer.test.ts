import { expect, test } from 'vitest'
import { aPdf } from '../../testing/a-pdf.ts'
import { fakeBrother } from '../../testing/fake-brother.ts'
import { fakeZpl } from '../../testing/fake-zpl.ts'
import type { PrintOrder } from '../printer.ts'
import { namedLabelPrinters } from '../thermal/named-label-printers.ts'
import { packedDots } from './gdi.ts'
import { SpoolerRefusal, type Drawing, type Spooler, type SpoolerQueue } from './spooler.ts'
import type { UsbprintPorts } from './usbprint.ts'
import { queuesOf } from './windows-queues.ts'
import { windowsPrinter } from './windows-printer.ts'

const [PRINTING, PAPEROUT, PRINTED, COMPLETE] = [0x10, 0x40, 0x80, 0x1000]
const NOT_TO_BE_ASKED = -1
const READY: SpoolerQueue = { name: 'Office', driver: 'Acme Laser PCL6', port: 'LPT1:', status: 0, attributes: 0 }

const NO_USB: UsbprintPorts = {
  list: async () => [],
  open: async () => Promise.reject(new Error('No port')),
}

const A4 = { width_mm: 210, height_mm: 297 }

interface Behaviour {
  queue?: Partial<SpoolerQueue>
  /** Successive job states from Windows; the last one repeats. Undefined: the job is gone. */
  job?: (number | undefined)[]
  /** The job state after its deletion. */
  deleted?: number | undefined
  dpi?: number
  /** The sheet the driver prints on, whatever is requested. */
  sheet?: { width_mm: number; height_mm: number }
  /** Windows accepts nothing, or half of the job. */
  fails?: 'at once' | 'midway'
}

/** A Windows spooler with chosen behaviour. Wine's spooler keeps no jobs, and its printers have no faults. */
function aSpooler({ queue, job = [PRINTED], deleted, dpi = 300, sheet = A4, fails }: Behaviour) {
  const calls: string[] = []
  const raw: Uint8Array[] = []
  const drawn: Omit<Drawing, 'pagesAt'>[] = []
  const spooler: Spooler = {
    queues: async () => [{ ...READY, ...queue }],
    papers: async () => [
      { number: 9, name: 'A4', width_mm: 210, height_mm: 297 },
      { number: 11, name: 'A5', width_mm: 148, height_mm: 210 },
    ],
    resolutions_dpi: async () => [dpi],
    sendRaw: async (_queue, _title, bytes) => {
      calls.push('sent')
      raw.push(bytes)
      return 7
    },
    draw: async (_queue, _title, { pagesAt, ...drawing }) => {
      if (fails === 'at once') throw new SpoolerRefusal('Windows accepts nothing')
      const pages = await pagesAt({ x: dpi, y: dpi }, sheet)
      if (fails === 'midway') throw new Error('Windows accepted only part of the job')
      drawn.push(drawing)
      calls.push(...pages.map(({ width, height, scale }) => `${width} x ${height} dots, each ${scale.x} x ${scale.y}`))
      return 7
    },
    jobStatus: async () => {
      if (calls.includes('deleted')) return deleted
      const status = job.length > 1 ? job.shift() : job[0]
      if (status === NOT_TO_BE_ASKED) throw new SpoolerRefusal('Windows does not open it')
      return status
    },
    deleteJob: async () => void calls.push('deleted'),
    releaseJob: async () => void calls.push('released'),
  }
  return { spooler, calls, raw, drawn }
}

const A4_OFFSET = { printerId: 'windows:Office', width_mm: 210, height_mm: 297 }

const ORDER: PrintOrder = {
  job_id: 'job-00001',
  kind: 'form',
  type: 'cn23',
  title: 'CN23',
  copies: 2,
  labels: 2,
  pdf: aPdf({ width_mm: 30, height_mm: 30 }),
  width_mm: 210,
  height_mm: 297,
  media: 'A4',
}
const LABEL: PrintOrder = {
  ...ORDER,
  type: 'label',
  pdf: aPdf(),
  width_mm: 101.6,
  height_mm: 152.4,
  media: 'DK-11247',
}
const LIMITS = { printMs: 0, cancelMs: 0 }

/** `cancel` is called once Windows has accepted the job. */
function print(
  behaviour: Behaviour,
  change: Partial<PrintOrder> = {},
  { signal, cancel = () => {} }: { signal?: AbortSignal; cancel?: () => void } = {},
) {
  const windows = aSpooler(behaviour)
  let spooled = 0
  const limits = behaviour.job && behaviour.job.length > 1 ? { ...LIMITS, printMs: 60_000 } : LIMITS
  const printing = windowsPrinter(windows.spooler, 'Office', limits).print(
    { ...ORDER, ...change },
    () => {
      spooled++
      cancel()
    },
    signal ?? new AbortController().signal,
  )
  return printing.then((outcome) => ({ ...windows, outcome, spooled }))
}

test.each([
  // successive job states                                   outcome
  [[PRINTING, PRINTED], 'printed'],
  [[PAPEROUT, PRINTING, PRINTED], 'printed'],
  [[PRINTING, undefined], 'unknown'],
  [[undefined], 'unknown'],
  [[NOT_TO_BE_ASKED, PRINTED], 'printed'],
])('judges a job with states %j as %s', async (job, state) => {
  const { outcome, calls, spooled } = await print({ job: [...job] })
  expect(outcome).toMatchObject({ state })
  expect(spooled).toBe(1)
  expect(calls).toContain('released')
  expect(calls).not.toContain('deleted')
})

test.each([
  // before       after deletion        cancelled by user       outcome
  [PAPEROUT, undefined, false, 'unknown'],
  [COMPLETE, undefined, false, 'unknown'],
  [PRINTING, PRINTED, false, 'printed'],
  [0, undefined, true, 'cancelled'],
  [PRINTING, undefined, true, 'unknown'],
  [0, PAPEROUT, true, 'unknown'],
  [PRINTING, PRINTED, true, 'printed'],
])(
  'deletes a job that stays in state %j, then %j (cancelled by user: %s): %s',
  async (job, deleted, byPerson, state) => {
    const abort = new AbortController()
    const cancel = () => byPerson && abort.abort()
    const { outcome, calls } = await print({ job: [job], deleted }, {}, { signal: abort.signal, cancel })
    expect(outcome).toMatchObject({ state })
    expect(calls).toContain('deleted')
    if (job === PAPEROUT) expect(outcome).toHaveProperty('fault.description', expect.stringContaining('media-empty'))
  },
)

test('restarts the time limit when Windows reports a new job state', async () => {
  const windows = aSpooler({ job: [0, 0, PRINTING, PRINTING, PRINTED] })
  const outcome = await windowsPrinter(windows.spooler, 'Office', { printMs: 700, cancelMs: 0 }).print(
    ORDER,
    () => {},
    new AbortController().signal,
  )
  expect(outcome).toEqual({ state: 'printed' })
})

test.each([
  ['Acme Laser PCL6', ORDER],
  ['Brother QL-1110NWB', LABEL],
])('never sends a job to %s that is cancelled during preparation', async (driver, order) => {
  const { spooler, calls } = aSpooler({ queue: { driver } })
  const [port] = await queuesOf(spooler, NO_USB)
  const abort = new AbortController()
  const outcome = port?.print(order, () => calls.push('spooled'), abort.signal)
  abort.abort()
  expect(await outcome).toMatchObject({ state: 'cancelled', fault: { code: 'cancelled' } })
  expect(calls).toEqual([])
})

test.each([
  // problem                            behaviour                          order                state      code
  ['Windows accepts nothing', { fails: 'at once' }, {}, 'failed', 'printer_stopped'],
  ['Windows accepts only a part', { fails: 'midway' }, {}, 'unknown', 'outcome_unknown'],
  ['the printer is too coarse', { dpi: 203 }, {}, 'failed', 'resolution_too_low'],
  ['ink would leave the sheet', {}, { offset: { ...A4_OFFSET, x_mm: -0.1 } }, 'failed', 'offset_too_large'],
  ['the driver would use other paper', { sheet: { width_mm: 148, height_mm: 210 } }, {}, 'failed', 'settings_refused'],
  ['the driver has no such paper', {}, { media: 'Letter' }, 'failed', 'media_not_offered'],
] as const)('%s', async (_name, behaviour, change, state, code) => {
  const { outcome, spooled } = await print(behaviour, change)
  expect(outcome).toMatchObject({ state, fault: { code } })
  expect(spooled).toBe(0)
})

test.each([
  // dpi   dots of the page, and printer dots per dot
  [300, '2480 x 3508 dots, each 1 x 1'],
  [600, '4961 x 7016 dots, each 1 x 1'],
  [720, '2976 x 4209 dots, each 2 x 2'],
  [1200, '4961 x 7016 dots, each 2 x 2'],
])('draws a sheet in whole printer dots at %d dpi', async (dpi, dots) => {
  const { calls, drawn } = await print({ dpi }, { pdf: aPdf({ width_mm: 210, height_mm: 297 }) })
  expect(calls).toContain(dots)
  expect(drawn).toEqual([{ paper: 9, isLandscape: false, copies: 2 }])
})

test.each([
  // status in Windows                      state, reasons
  [{}, 'ready', []],
  [{ status: 0x400 }, 'printing', []],
  [{ status: 0x1 }, 'stopped', ['paused']],
  [{ status: 0x10 | 0x400 }, 'stopped', ['media-empty']],
  [{ status: 0x40_0000 | 0x2_0000 }, 'stopped', ['door-open', 'toner-low']],
  [{ status: 0x2_0000 }, 'ready', ['toner-low']],
  [{ status: 0x80 }, 'offline', ['offline']],
  [{ attributes: 0x400 }, 'offline', ['offline']],
  [{ name: 'Another' }, 'offline', ['offline']],
] as const)('reports a queue with %j as %s', async (queue, state, reasons) => {
  const port = windowsPrinter(aSpooler({ queue }).spooler, 'Office')
  expect(await port.describe()).toMatchObject({
    id: 'windows:Office',
    driver: 'windows',
    state,
    reasons,
    resolutions_dpi: [300],
  })
})

test.each([
  // driver name                      driver used
  ['Brother QL-1110NWB', 'brother'],
  ['Brother QL-800', 'brother'],
  ['Brother QL-1115NWB', 'windows'],
  ['Acme Laser PCL6', 'windows'],
])('prints on a queue of the driver %s as %s', async (driver, driven) => {
  const [port] = await queuesOf(aSpooler({ queue: { driver } }).spooler, NO_USB)
  expect(await port?.describe()).toMatchObject({ driver: driven, name: 'Office' })
})

test.each([
  // roll          outcome although Windows reports printed              times sent to Windows
  ['DK-11247', { state: 'unknown', fault: { code: 'print_not_reported' } }, 1],
  ['DK-11201', { state: 'failed', fault: { code: 'media_not_offered' } }, 0],
])('judges a label for the roll %s, sent as raster: %j', async (media, outcome, sent) => {
  const [port] = await queuesOf(aSpooler({ queue: { driver: 'Brother QL-1110NWB' } }).spooler, NO_USB)
  const label = { ...LABEL, media }
  let spooled = 0
  expect(await port?.print(label, () => spooled++, new AbortController().signal)).toMatchObject(outcome)
  expect(spooled).toBe(sent)
})

test('sends every copy of a label in one job, which a label printer prints although the job before was cut off', async () => {
  const { spooler, raw } = aSpooler({ queue: { driver: 'Brother QL-1110NWB' } })
  const [port] = await queuesOf(spooler, NO_USB)
  await port?.print(LABEL, () => {}, new AbortController().signal)
  expect(raw).toHaveLength(1)
  const printer = await fakeBrother({ model: 'QL-1110NWB' })
  const take = printer.connect(
    () => {},
    () => {},
  )
  const job = Buffer.from(raw[0]!)
  for (const part of [job.subarray(0, 5_000), job]) take(part)
  await printer.stop()
  expect(printer.printed.map(({ width, height }) => [width, height])).toEqual([
    [1296, 1822],
    [1296, 1822],
  ])
})

test('encodes a Windows bitmap from its lowest row, in rows of a multiple of 32 dots', () => {
  const black = new Uint8Array(10 * 2)
  black[0] = 1
  black[19] = 1
  expect([...packedDots({ width: 10, height: 2, black })]).toEqual([0, 0x40, 0, 0, 0x80, 0, 0, 0])
})

test('a queue that the settings name gets the language of its label printer, and its labels are unknown', async () => {
  const { spooler, raw } = aSpooler({ queue: { name: 'Goods In', driver: 'Generic / Text Only' }, job: [PRINTED] })
  const named = namedLabelPrinters(['zpl:Goods%20In?dpi=203'])
  const [printer] = await queuesOf(spooler, NO_USB, named)
  const about = { name: 'Goods In', driver: 'zpl', language: 'zpl', thermal_dpi: 203, media_ready: [], state: 'ready' }
  expect(await printer?.describe()).toMatchObject(about)
  const outcome = await printer?.print(
    { ...LABEL, copies: 1, labels: 1, media: '4x6' },
    () => {},
    new AbortController().signal,
  )
  expect(outcome).toMatchObject({ state: 'unknown', fault: { code: 'print_not_reported' } })
  const fake = fakeZpl({ model: 'emulation', busyFor: 0 })
  fake.connect(
    () => {},
    () => {},
  )(Buffer.concat(raw))
  expect([fake.printed.length, fake.wrongs]).toEqual([1, []])
})
