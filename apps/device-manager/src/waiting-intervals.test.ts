import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ServerAway } from './documents/download-document.ts'
import { retryWhileAway } from './documents/retry-while-away.ts'
import { lockFolder } from './folder-lock.ts'
import { printPages } from './printers/brother/print-pages.ts'
import { reasonsBehind } from './printers/ipp/behind-queue.ts'
import { ippPrinter } from './printers/ipp/ipp-printer.ts'
import { printerList } from './printers/printer-list.ts'
import { labelPrinter } from './printers/thermal/label-printer.ts'
import { labelPrinterSetting } from './printers/thermal/label-setting.ts'
import { openUsb } from './printers/usb-connection.ts'
import type { Spooler } from './printers/windows/spooler.ts'
import { windowsQueue } from './printers/windows/windows-printer.ts'
import { watchScale } from './scales/watch-scale.ts'
import { stopRunning } from './stop-request.ts'
import { fakeIppPrinter, IPP, ippAnswer, numbers, READS_PDF } from './testing/fake-ipp-printer.ts'
import { hidFolders } from './testing/fake-scale.ts'
import { label } from './testing/label-orders.ts'
import { nextUpdate, UPDATE_TIMINGS } from './update/automatic-update.ts'

vi.mock('node:timers/promises')

/** The length of each sleep; all take equally little time. */
let slept: number[]
/** Sleeps that began before one of the same length had ended: nobody waited for it. */
let overlapping: number[]
/** Sleeps that would keep the program running. */
let holding: number[]
beforeEach(() => {
  ;[slept, overlapping, holding] = [[], [], []]
  const open = new Set<number>()
  vi.mocked(sleep).mockImplementation(async (ms = 0, value, { ref = true } = {}) => {
    slept.push(ms)
    if (ref) holding.push(ms)
    if (open.has(ms)) overlapping.push(ms)
    open.add(ms)
    await new Promise((resolve) => setTimeout(resolve, 20))
    open.delete(ms)
    return value
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(overlapping).toEqual([])
})

const never = new AbortController().signal
function inFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-intervals-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  return folder
}

const COPIES = [IPP.range, 'copies-supported', numbers(1, 9)] as const
const [PRINTER, CANCEL] = [0x0b, 0x08]
/** An IPP printer whose job has these states. */
async function ippPrinterWith(state: () => number, onCancel = () => {}) {
  const printer = await fakeIppPrinter((operation) => {
    if (operation === PRINTER) return ippAnswer(0, [IPP.printer, [IPP.enum, 'printer-state', 3], READS_PDF, COPIES])
    if (operation === CANCEL) onCancel()
    return ippAnswer(0, [
      IPP.job,
      [IPP.integer, 'job-id', 1],
      [IPP.enum, 'job-state', operation === 0x09 ? state() : 3],
    ])
  })
  onTestFinished(printer.stop)
  return printer
}

test('asks an IPP printer for the state of its job every half a second', async () => {
  const states = [5, 5, 9]
  const printer = await ippPrinterWith(() => states.shift() ?? 9)
  expect(await ippPrinter(printer.uri).print(label, () => {}, never)).toEqual({ state: 'printed' })
  expect(slept).toEqual([500, 500])
})

test('asks Windows for the state of a job four times a second', async () => {
  const states = [0x10, 0x10, 0x80]
  const spooler = { jobStatus: async () => states.shift(), releaseJob: async () => {} } as unknown as Spooler
  const way = {
    driver: 'windows',
    isReported: true,
    about: () => Promise.reject(new Error()),
    send: async () => 7,
  } as const
  expect(await windowsQueue(spooler, 'Office', way).print(label, () => {}, never)).toEqual({ state: 'printed' })
  expect(slept).toEqual([250, 250])
})

/** Each sleep takes its time, without any time passing. */
function passTime(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.mocked(sleep).mockImplementation(async (ms, value) => {
    slept.push(ms!)
    vi.advanceTimersByTime(ms!)
    return value
  })
}

const notAsked = () => Promise.reject(new Error('not asked'))

test('gives up a label on Windows after three minutes and ten seconds, and waits ten more for its end', async () => {
  passTime()
  let sleptBefore = 0
  const spooler = { jobStatus: async () => 0, deleteJob: async () => (sleptBefore = slept.length) }
  const way = { driver: 'windows', isReported: true, send: async () => 7 } as const
  const queue = windowsQueue(spooler as unknown as Spooler, 'Office', { ...way, about: notAsked })
  expect(await queue.print(label, () => {}, never)).toMatchObject({ state: 'unknown' })
  expect([sleptBefore * 250, (slept.length - sleptBefore) * 250]).toEqual([190_000, 10_000])
})

test('gives up a label on an IPP printer as late, and as long after it', async () => {
  passTime()
  let sleptBefore = 0
  const printer = await ippPrinterWith(
    () => 5,
    () => (sleptBefore = slept.length),
  )
  expect(await ippPrinter(printer.uri).print(label, () => {}, never)).toMatchObject({ state: 'unknown' })
  expect([sleptBefore * 500, (slept.length - sleptBefore) * 500]).toEqual([190_000, 10_000])
})

test('asks the printer behind a queue for two seconds whether it is idle', async () => {
  passTime()
  const printer = await fakeIppPrinter(() => ippAnswer(0, [IPP.printer, [IPP.enum, 'printer-state', 4]]))
  onTestFinished(printer.stop)
  expect(await reasonsBehind({ 'device-uri': [printer.uri] }, 500)).toEqual([])
  expect([slept, printer.asked.length]).toEqual([[500, 500, 500, 500], 5])
})

test('asks a label printer for its status about seven times a second', async () => {
  let [question, hasLabel] = ['', false]
  const statuses = [0x20, 0x20, 0]
  const connection = {
    write: async (bytes: Uint8Array) => {
      question = Buffer.from(bytes).toString('latin1')
      hasLabel ||= question.includes('PRINT')
    },
    read: async (withinMs: number) => {
      if (withinMs === 0 || question !== '\x1b!?') return undefined
      return Buffer.of((hasLabel && statuses.shift()) || 0)
    },
    close: () => {},
  }
  const { setting } = labelPrinterSetting('tspl://192.0.2.7?dpi=203')
  const printer = labelPrinter({ id: 'label', place: 'USB', open: async () => connection, setting })
  const outcome = printer.print(label, () => {}, never)
  expect(await outcome).toMatchObject({ state: 'printed' })
  expect(slept).toEqual([30_000, 150, 150]) // the first is how long the printer may take to accept the label
  expect(holding).toEqual([150, 150])
})

test('gives a QL printer a second to accept the bytes that clear a rejected page', async () => {
  const connection = { write: () => new Promise<void>(() => {}), read: async () => undefined, close: () => {} }
  const watch = { signal: never, onSent: () => {}, onCooling: () => {}, onPrinted: () => {} }
  await printPages(connection, async () => undefined, [new Uint8Array(9)], watch, { silenceMs: 1, coolingMs: 1 })
  expect(slept).toEqual([1_000])
  expect(holding).toEqual([])
})

test('waits for the printers of a list for 1.5 s', async () => {
  const list = printerList({ sources: [], isChosen: () => false, onChange: () => {} })
  onTestFinished(() => list.stop())
  await list.refresh()
  expect(new Set(slept)).toEqual(new Set([1_500]))
  expect(holding).toEqual([])
  overlapping = [] // the list refreshes itself at the same time
})

test('looks at a device file without bytes fifty times a second', async () => {
  const file = path.join(inFolder(), 'lp0')
  execFileSync('mkfifo', [file])
  const connection = await openUsb(file)
  vi.mocked(sleep).mockImplementation(async (ms, value) => {
    slept.push(ms!)
    await connection.write(Buffer.from('status'))
    return value
  })
  expect(Buffer.from((await connection.read(60_000)) ?? []).toString()).toBe('status')
  expect(slept).toEqual([20])
  connection.close()
})

test.each([
  ['looks for a scale every three seconds', [], 3_000],
  ['asks a scale for its weight ten times a second', ['hidraw1'], 100],
])('%s', async (_what, plugged, everyMs) => {
  const places = hidFolders(inFolder())
  for (const name of plugged) {
    const device = path.join(places.classes, name, 'device')
    fs.mkdirSync(device, { recursive: true })
    fs.writeFileSync(path.join(device, 'report_descriptor'), Buffer.of(0x05, 0x8d))
    fs.writeFileSync(path.join(places.files, name), '')
  }
  const watch = watchScale({ places, wanted: undefined, now: () => new Date(), onChange: () => {} })
  await expect.poll(() => slept.length).toBeGreaterThan(2)
  await watch.stop()
  expect(slept.slice(0, 2)).toEqual([everyMs, everyMs])
})

test('asks a server that is away later each time, and then every four seconds', async () => {
  passTime()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  await expect(retryWhileAway(() => Promise.reject(new ServerAway()), never)).rejects.toThrow(ServerAway)
  expect(slept.slice(0, 7)).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000])
})

test('looks for an update twice a minute, and downloads it again after an hour, without keeping the program running', async () => {
  const folder = path.join(inFolder(), 'update')
  const sha256 = createHash('sha256').update('program').digest('hex')
  const file = { platform: 'linux-x64', kind: 'executable', url: 'https://127.0.0.1:9/', sha256, size: 7 } as const
  const offers = [undefined, undefined]
  const ready = [false, false]
  let downloads = 0
  const parts = {
    folder: path.dirname(folder),
    offer: () => (offers.length > 0 ? offers.pop() : { version: '2.0.0', file }),
    isReady: () => ready.pop() ?? true,
    onDownload: () => {
      if (++downloads === 2) fs.writeFileSync(path.join(folder, sha256), 'program')
    },
    timings: UPDATE_TIMINGS,
  }
  await nextUpdate(parts, never)
  expect(slept).toEqual([30_000, 30_000, 3_600_000, 3_600_000, 30_000, 30_000])
  expect(holding).toEqual([])
})

test('looks four times a second whether a program has stopped, for up to fifteen seconds', async () => {
  const folder = inFolder()
  const unlock = lockFolder(folder)
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.mocked(sleep).mockImplementation(async (ms, value) => {
    slept.push(ms!)
    vi.advanceTimersByTime(ms!)
    return value
  })
  await expect(stopRunning(folder)).rejects.toThrow('does not stop')
  vi.useRealTimers()
  expect(slept).toEqual(Array(60).fill(250))
  unlock()
})
