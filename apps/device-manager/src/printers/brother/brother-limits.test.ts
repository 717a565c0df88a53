import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPdf } from '../../testing/a-pdf.ts'
import type { PrinterConnection } from '../printer-connection.ts'
import type { PrintOrder } from '../printer.ts'
import { brotherPrinter } from './brother-printer.ts'
import { QL_MODELS } from './models.ts'
import { ROLLS } from './rolls.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const ORDER: PrintOrder = {
  job_id: 'job-00001',
  kind: 'mailing',
  type: 'label',
  title: 'Label',
  copies: 1,
  labels: 1,
  media: undefined,
  pdf: aPdf(),
  width_mm: 101.6,
  height_mm: 152.4,
}
const [REPLY, COMPLETED, NOTIFICATION, PHASE] = [0, 1, 5, 6]

/** A status of a QL-1110NWB with a roll of 104 x 164 mm. */
function status(type: number, { phase = 0, notification = 0, error = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.set([0x80, 0x20, 0x42, 0x34, 0x44, 0x30, 0x30, 0, error])
  bytes.set([104, 0x0b], 10)
  bytes.set([164, type, phase, 0, 0, notification], 17)
  return bytes
}
const READY = status(REPLY)
const PRINTING = status(PHASE, { phase: 1 })
const COOLS = status(NOTIFICATION, { phase: 1, notification: 3 })
const COOLED = status(NOTIFICATION, { phase: 1, notification: 4 })
const PRINTED = [status(COMPLETED, { phase: 1 }), status(PHASE)]

type Reply = Buffer | undefined | Promise<Buffer | undefined>

/** A printer that replies so, one reply for each read, and then stays silent. */
function scripted(replies: Reply[], { write = async () => {}, oneWay = false }: Partial<Behaviour> = {}) {
  const [waits, opened] = [[] as number[], { count: 0, closed: 0 }]
  const connection: PrinterConnection = {
    write,
    read: async (withinMs) => {
      waits.push(Math.round(withinMs))
      return replies.shift()
    },
    close: () => void opened.closed++,
  }
  const open = async () => {
    opened.count++
    return connection
  }
  const model = QL_MODELS.find(({ name }) => name === 'QL-1110NWB')!
  const roll = ROLLS.find(({ name }) => name === 'DK-11247')!
  const printer = brotherPrinter({ id: 'ql', place: 'USB', open, ...(oneWay && { oneWay: { model, roll } }) })
  return { printer, waits, opened }
}
interface Behaviour {
  write: (bytes: Uint8Array) => Promise<void>
  oneWay: boolean
}
const signal = new AbortController().signal

test('waits 2 s for its status, 30 s for each report, and ten minutes while it cools', async () => {
  const { printer, waits, opened } = scripted([READY, PRINTING, COOLS, COOLED, ...PRINTED])
  expect(await printer.print(ORDER, () => {}, signal)).toEqual({ state: 'printed' })
  expect(waits).toEqual([2_000, 30_000, 30_000, 600_000, 30_000, 30_000])
  expect(opened).toEqual({ count: 1, closed: 1 })
})

test('asks a ready printer again after 30 s, and a printer that is not ready each time', async () => {
  const open = status(REPLY, { error: 0x04 })
  const { printer, opened } = scripted([open, open, READY, READY])
  for (let time = 0; time < 3; time++) await printer.describe()
  expect(opened).toEqual({ count: 3, closed: 3 })
  vi.advanceTimersByTime(29_999)
  await printer.describe()
  expect(opened.count).toBe(3)
  vi.advanceTimersByTime(1)
  expect(await printer.describe()).toMatchObject({ state: 'ready' })
  expect(opened).toEqual({ count: 4, closed: 4 })
})

test('is no longer cooling with the next label, after it fell silent while it cooled', async () => {
  const later = Promise.withResolvers<Buffer>()
  const { printer } = scripted([READY, COOLS, undefined, later.promise])
  expect(await printer.print(ORDER, () => {}, signal)).toMatchObject({ state: 'unknown' })
  const second = printer.print(ORDER, () => {}, signal)
  expect(await printer.describe()).toMatchObject({ state: 'printing', reasons: [] })
  later.resolve(READY)
  await second
})

test('is printing until the last of two labels is out', async () => {
  const replies: Reply[] = [READY, ...PRINTED]
  const second = Promise.withResolvers<Buffer>()
  const { printer } = scripted([...replies, second.promise, ...PRINTED, READY])
  const [one, two] = [printer.print(ORDER, () => {}, signal), printer.print(ORDER, () => {}, signal)]
  await one
  expect(await printer.describe()).toMatchObject({ state: 'printing' })
  second.resolve(READY)
  await two
  expect(await printer.describe()).toMatchObject({ state: 'ready' })
})

test('sends nothing for a job that is cancelled while it is asked for its status', async () => {
  const reply = Promise.withResolvers<Buffer>()
  const sent: number[] = []
  const { printer, waits } = scripted([reply.promise], { write: async ({ length }) => void sent.push(length) })
  const cancel = new AbortController()
  const printing = printer.print(ORDER, () => {}, cancel.signal)
  await expect.poll(() => waits).toHaveLength(1)
  cancel.abort()
  reply.resolve(READY)
  expect(await printing).toMatchObject({ state: 'cancelled', fault: { code: 'cancelled' } })
  expect(sent).toEqual([403]) // the question
})

test.each([
  ['before its status', 0, 'failed', 'printer_offline'],
  ['when a label of a printer without status has begun', 1, 'unknown', 'outcome_unknown'],
])('a connection that breaks %s', async (_when, writes, state, code) => {
  let left = writes
  const write = async () => {
    if (left-- <= 0) throw new Error('broken')
  }
  const { printer, opened } = scripted([], { write, oneWay: true })
  expect(await printer.print(ORDER, () => {}, signal)).toMatchObject({ state, fault: { code } })
  expect(opened).toEqual({ count: 1, closed: 1 })
})

test('sends a printer without status the clearing bytes and then the whole page', async () => {
  const sent: Uint8Array[] = []
  const { printer } = scripted([], { write: async (bytes) => void sent.push(bytes), oneWay: true })
  await printer.print(ORDER, () => {}, signal)
  const zeros = Array<number>(400).fill(0)
  expect([...sent[0]!]).toEqual([...zeros, 0x1b, 0x69, 0x53])
  expect([...sent[1]!]).toEqual([...zeros, 0x1b, 0x40])
  expect(sent[2]!.at(-1)).toBe(0x1a)
  expect(sent).toHaveLength(3)
})
