import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { label, print } from '../../testing/label-orders.ts'
import type { PrinterConnection } from '../printer-connection.ts'
import { labelPrinter } from './label-printer.ts'
import { labelPrinterSetting } from './label-setting.ts'
import { talkOver } from './talk.ts'
import { zebraPrinter } from './zebra-printer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const [READY, PAUSED, BUSY, EMPTY] = [0x00, 0x10, 0x20, 0x04]
const SHORT_QUESTION = '\x1b!?'

/** A TSPL printer whose short status is what `statusAt` says for the bytes that it got; each answer takes `stepMs`. */
function aPrinter(statusAt: (got: { label: boolean }) => number | undefined, stepMs = 0) {
  const [waits, opened] = [[] as number[], { count: 0, closed: 0 }]
  const got = { label: false, statuses: 0, statusesAfterLabel: 0 }
  let question = ''
  const connection: PrinterConnection = {
    write: async (bytes) => {
      question = Buffer.from(bytes).toString('latin1')
      if (question.includes('PRINT')) got.label = true
    },
    read: async (withinMs) => {
      waits.push(Math.round(withinMs))
      if (withinMs === 0 || question !== SHORT_QUESTION) return undefined
      vi.advanceTimersByTime(stepMs)
      got.statuses++
      if (got.label) got.statusesAfterLabel++
      const status = statusAt(got)
      return status === undefined ? undefined : Buffer.of(status)
    },
    close: () => void opened.closed++,
  }
  const open = async () => {
    opened.count++
    return connection
  }
  const { setting } = labelPrinterSetting('tspl://192.0.2.7?dpi=203')
  return { about: { id: 'label', place: 'USB', open, setting }, waits, opened, got }
}

test('waits 2 s for an answer, after it has read what came too late', async () => {
  const { about, waits, opened } = aPrinter(() => undefined)
  expect(await labelPrinter(about).describe()).toMatchObject({ state: 'stopped', reasons: ['label-printer-silent'] })
  expect(waits).toEqual([0, 2_000])
  expect(opened).toEqual({ count: 1, closed: 1 })
})

test('asks a ready printer again after 30 s, and one that is out of labels each time', async () => {
  const statuses = [EMPTY, EMPTY, EMPTY, READY, READY]
  const { about, opened } = aPrinter(() => statuses.shift())
  const printer = labelPrinter(about)
  for (let time = 0; time < 3; time++) await printer.describe()
  expect(opened).toEqual({ count: 3, closed: 3 })
  vi.advanceTimersByTime(29_999)
  await printer.describe()
  expect(opened.count).toBe(3)
  vi.advanceTimersByTime(1)
  await printer.describe()
  expect(opened).toEqual({ count: 4, closed: 4 })
})

test.each([
  // the printer                                              each answer takes  its label ends as       after
  ['is idle, but was not seen to print', READY, 10_000, 'outcome_unknown', 3],
  ['is idle, and slower by a little', READY, 14_999, 'outcome_unknown', 3],
  ['is paused for ten minutes', PAUSED, 200_000, 'paused_at_printer', 3],
  ['is paused, and slower by a little', PAUSED, 299_999, 'paused_at_printer', 3],
  ['prints the labels of others for ten minutes', BUSY, 200_000, 'outcome_unknown', 3],
])('gives up a label when the printer %s', async (_what, status, stepMs, code, statuses) => {
  const { about, got } = aPrinter(({ label: isThere }) => (isThere ? status : READY), stepMs)
  expect(await print(labelPrinter(about, { pollMs: 1 }))).toMatchObject({ state: 'unknown', fault: { code } })
  expect(got.statusesAfterLabel).toBe(statuses)
})

test('sends nothing to a printer that is busy with the labels of others for ten minutes', async () => {
  const { about, got, opened } = aPrinter(() => BUSY, 200_000)
  expect(await print(labelPrinter(about, { pollMs: 1 }))).toMatchObject({
    state: 'failed',
    fault: { code: 'printer_in_use' },
  })
  expect(got).toMatchObject({ label: false, statuses: 5 }) // two at first, when it is asked about itself
  expect(opened).toEqual({ count: 1, closed: 1 })
})

test('waits while others print, and reports why until it is its turn', async () => {
  const statuses = [READY, READY, BUSY, READY, BUSY, READY]
  const { about } = aPrinter(() => statuses.shift())
  const printer = labelPrinter(about)
  expect(await printer.describe()).toMatchObject({ state: 'ready' })
  const printing = print(printer)
  await expect.poll(() => printer.describe()).toMatchObject({ state: 'printing', reasons: [] })
  expect(await printing).toMatchObject({ state: 'printed' })
})

test('sends nothing for a job that is cancelled while it is asked for its status', async () => {
  const cancel = new AbortController()
  const { about, got } = aPrinter(() => {
    cancel.abort()
    return READY
  })
  expect(await print(labelPrinter(about), label, cancel.signal)).toMatchObject({ state: 'cancelled' })
  expect(got.label).toBe(false)
})

test('asks a printer of Zebra 2 s for its languages', async () => {
  const { about, waits, opened } = aPrinter(() => undefined)
  expect(await zebraPrinter(about).describe()).toMatchObject({ state: 'stopped', reasons: ['printer-setting-missing'] })
  expect(waits).toEqual([0, 2_000])
  expect(opened).toEqual({ count: 1, closed: 1 })
})

test('asks a printer of Zebra for its languages until it reads ZPL', async () => {
  const { about } = aPrinter(() => undefined)
  let languages = '"epl"'
  let asked = 0
  const open = async (): Promise<PrinterConnection> => {
    let isAsked = false
    return {
      write: async (bytes) => {
        isAsked = Buffer.from(bytes).toString('latin1').includes('device.languages')
        if (isAsked) asked++
      },
      read: async (withinMs) => (isAsked && withinMs > 0 ? Buffer.from(languages) : undefined),
      close: () => {},
    }
  }
  const printer = zebraPrinter({ ...about, open })
  await printer.describe()
  languages = '"hybrid_xml_zpl"'
  await printer.describe()
  await printer.describe()
  expect(asked).toBe(2)
})

test('reads no more than 16 KiB in search of an answer', async () => {
  let reads = 0
  const read = async () => {
    reads++
    return Buffer.alloc(1_024)
  }
  const talk = talkOver({ write: async () => {}, read, close: () => {} }, 1_000)
  expect(await talk.ask('?', () => undefined)).toBeUndefined()
  expect(reads).toBe(1 + 16)
})
