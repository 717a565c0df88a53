import { expect, test } from 'vitest'
import { aPdf } from '../../testing/a-pdf.ts'
import type { PrintOrder } from '../printer.ts'
import { packedDots } from './gdi.ts'
import { SpoolerRefusal, type Drawing, type Spooler, type SpoolerQueue } from './spooler.ts'
import { queuesOf } from './windows-queues.ts'
import { windowsPrinter } from './windows-printer.ts'

const [PRINTING, PAPEROUT, PRINTED, COMPLETE] = [0x10, 0x40, 0x80, 0x1000]
const NOT_TO_BE_ASKED = -1
const READY: SpoolerQueue = { name: 'Office', driver: 'Acme Laser PCL6', status: 0, attributes: 0 }

const A4 = { width_mm: 210, height_mm: 297 }

interface Behaviour {
  queue?: Partial<SpoolerQueue>
  /** What Windows says of the job each time it is asked; the last for ever. Undefined: it is gone. */
  job?: (number | undefined)[]
  /** What it says once it was deleted. */
  deleted?: number | undefined
  dpi?: number
  /** What the driver prints on, whatever it is asked for. */
  sheet?: { width_mm: number; height_mm: number }
  /** Nothing is taken, or the half of it. */
  fails?: 'at once' | 'midway'
}

/** A Windows spooler with chosen behaviour. Wine's spooler keeps no jobs, and its printers have no faults. */
function aSpooler({ queue, job = [PRINTED], deleted, dpi = 300, sheet = A4, fails }: Behaviour) {
  const calls: string[] = []
  const drawn: Omit<Drawing, 'pagesAt'>[] = []
  const spooler: Spooler = {
    queues: async () => [{ ...READY, ...queue }],
    papers: async () => [
      { number: 9, name: 'A4', width_mm: 210, height_mm: 297 },
      { number: 11, name: 'A5', width_mm: 148, height_mm: 210 },
    ],
    resolutions_dpi: async () => [dpi],
    sendRaw: async () => {
      calls.push('sent')
      return 7
    },
    draw: async (_queue, _title, { pagesAt, ...drawing }) => {
      if (fails === 'at once') throw new SpoolerRefusal('Windows takes nothing')
      const pages = await pagesAt({ x: dpi, y: dpi }, sheet)
      if (fails === 'midway') throw new Error('Windows took only a part')
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
  return { spooler, calls, drawn }
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

/** `cancel` is called once Windows has the job. */
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
  // what Windows says of the job, one after the other       what may be said
  [[PRINTING, PRINTED], 'printed'],
  [[PAPEROUT, PRINTING, PRINTED], 'printed'],
  [[PRINTING, undefined], 'unknown'],
  [[undefined], 'unknown'],
  [[NOT_TO_BE_ASKED, PRINTED], 'printed'],
])('Windows says %j of a job: %s', async (job, state) => {
  const { outcome, calls, spooled } = await print({ job: [...job] })
  expect(outcome).toMatchObject({ state })
  expect(spooled).toBe(1)
  expect(calls).toContain('released')
  expect(calls).not.toContain('deleted')
})

test.each([
  // before       after it is deleted   cancelled by a person   what may be said
  [PAPEROUT, undefined, false, 'unknown'],
  [COMPLETE, undefined, false, 'unknown'],
  [PRINTING, PRINTED, false, 'printed'],
  [0, undefined, true, 'cancelled'],
  [PRINTING, undefined, true, 'unknown'],
  [0, PAPEROUT, true, 'unknown'],
  [PRINTING, PRINTED, true, 'printed'],
])(
  'a job of status %j that does not end is deleted, then %j (by a person: %s): %s',
  async (job, deleted, byPerson, state) => {
    const abort = new AbortController()
    const cancel = () => byPerson && abort.abort()
    const { outcome, calls } = await print({ job: [job], deleted }, {}, { signal: abort.signal, cancel })
    expect(outcome).toMatchObject({ state })
    expect(calls).toContain('deleted')
    if (job === PAPEROUT) expect(outcome).toHaveProperty('fault.description', expect.stringContaining('media-empty'))
  },
)

test('a job of which Windows says something new has its whole time before it again', async () => {
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
])('a job of %s that is cancelled while it is prepared is never sent', async (driver, order) => {
  const { spooler, calls } = aSpooler({ queue: { driver } })
  const [port] = await queuesOf(spooler)
  const abort = new AbortController()
  const outcome = port?.print(order, () => calls.push('spooled'), abort.signal)
  abort.abort()
  expect(await outcome).toMatchObject({ state: 'cancelled', fault: { code: 'cancelled' } })
  expect(calls).toEqual([])
})

test.each([
  // what goes wrong                    behaviour                          order                state      code
  ['Windows takes nothing', { fails: 'at once' }, {}, 'failed', 'printer_stopped'],
  ['Windows takes only a part', { fails: 'midway' }, {}, 'unknown', 'outcome_unknown'],
  ['the printer is too coarse', { dpi: 203 }, {}, 'failed', 'resolution_too_low'],
  ['ink would leave the sheet', {}, { offset: { ...A4_OFFSET, x_mm: -0.1 } }, 'failed', 'offset_too_large'],
  [
    'the driver would print on another paper',
    { sheet: { width_mm: 148, height_mm: 210 } },
    {},
    'failed',
    'settings_refused',
  ],
  ['the driver has no such paper', {}, { media: 'Letter' }, 'failed', 'media_not_offered'],
] as const)('%s', async (_name, behaviour, change, state, code) => {
  const { outcome, spooled } = await print(behaviour, change)
  expect(outcome).toMatchObject({ state, fault: { code } })
  expect(spooled).toBe(0)
})

test.each([
  // dpi   dots of the page, and dots of the printer for each
  [300, '2480 x 3508 dots, each 1 x 1'],
  [600, '4961 x 7016 dots, each 1 x 1'],
  [720, '2976 x 4209 dots, each 2 x 2'],
  [1200, '4961 x 7016 dots, each 2 x 2'],
])('at %d dpi a sheet is drawn in whole dots of the printer', async (dpi, dots) => {
  const { calls, drawn } = await print({ dpi }, { pdf: aPdf({ width_mm: 210, height_mm: 297 }) })
  expect(calls).toContain(dots)
  expect(drawn).toEqual([{ paper: 9, isLandscape: false, copies: 2 }])
})

test.each([
  // what Windows says                      what people read
  [{}, 'ready', []],
  [{ status: 0x400 }, 'printing', []],
  [{ status: 0x1 }, 'stopped', ['paused']],
  [{ status: 0x10 | 0x400 }, 'stopped', ['media-empty']],
  [{ status: 0x40_0000 | 0x2_0000 }, 'stopped', ['door-open', 'toner-low']],
  [{ status: 0x2_0000 }, 'ready', ['toner-low']],
  [{ status: 0x80 }, 'offline', ['offline']],
  [{ attributes: 0x400 }, 'offline', ['offline']],
  [{ name: 'Another' }, 'offline', ['offline']],
] as const)('a queue with %j is %s', async (queue, state, reasons) => {
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
  // name of the driver               what drives it
  ['Brother QL-1110NWB', 'brother'],
  ['Brother QL-800', 'brother'],
  ['Brother QL-1115NWB', 'windows'],
  ['Acme Laser PCL6', 'windows'],
])('a queue of the driver %s is driven as %s', async (driver, driven) => {
  const [port] = await queuesOf(aSpooler({ queue: { driver } }).spooler)
  expect(await port?.describe()).toMatchObject({ driver: driven, name: 'Office' })
})

test.each([
  // roll          what may be said although Windows says printed        and handed to Windows
  ['DK-11247', { state: 'unknown', fault: { code: 'outcome_unknown' } }, 1],
  ['DK-11201', { state: 'failed', fault: { code: 'media_not_offered' } }, 0],
])('of a label for the roll %s, sent as raster: %j', async (media, outcome, sent) => {
  const [port] = await queuesOf(aSpooler({ queue: { driver: 'Brother QL-1110NWB' } }).spooler)
  const label = { ...LABEL, media }
  let spooled = 0
  expect(await port?.print(label, () => spooled++, new AbortController().signal)).toMatchObject(outcome)
  expect(spooled).toBe(sent)
})

test('a bitmap of Windows begins with its lowest row, and its rows are multiples of 32 dots', () => {
  const black = new Uint8Array(10 * 2)
  black[0] = 1
  black[19] = 1
  expect([...packedDots({ width: 10, height: 2, black })]).toEqual([0, 0x40, 0, 0, 0x80, 0, 0, 0])
})
