import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Printer } from '@postroom/contract/device-messages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bugs } from '../device-refusal.ts'
import { anOfficePrinter } from '../testing/an-office-printer.ts'
import { fakeBrother } from '../testing/fake-brother.ts'
import { tcpBrotherPrinter } from './brother/tcp-printer.ts'
import { usbBrotherPrinters } from './brother/usb-printers.ts'
import { printerList } from './printer-list.ts'
import { fixedPrinters, type PrinterSource } from './printer-source.ts'
import type { PrinterPort } from './printer.ts'

let folder: string
let fake: Awaited<ReturnType<typeof fakeBrother>>
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-list-'))
  fake = await fakeBrother({ roll: { type: 0x0b, width: 102, length: 153 } })
})
afterEach(async () => {
  await fake.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const aPrinter = (state: Printer['state']): Printer => anOfficePrinter(10, { state })
const aPort = (id = 'a'): PrinterPort => ({
  id,
  describe: async () => ({ ...aPrinter('ready'), id }),
  print: () => Promise.reject(new Error('Nothing is printed by listing')),
})

test('lists label printers in the network and at USB with their media, and reports new ones', async () => {
  const reported: Printer[][] = []
  const printers = printerList({
    sources: [
      fixedPrinters([tcpBrotherPrinter(fake.address)]),
      usbBrotherPrinters({ devices: path.join(folder, 'devices'), files: folder }),
    ],
    isChosen: () => false,
    onChange: (list) => reported.push(list),
  })
  try {
    expect(await printers.refresh()).toMatchObject([
      { name: 'QL-1110NWB (127.0.0.1)', media_ready: [{ name: 'DK-11241' }] },
    ])
    const port = path.join(folder, 'devices', '1-1')
    fs.mkdirSync(port, { recursive: true })
    const disk = { idVendor: '04f9', idProduct: '209e', serial: 'B1Z000001' }
    for (const [name, text] of Object.entries(disk)) fs.writeFileSync(path.join(port, name), text)
    expect(await printers.refresh()).toMatchObject([
      { state: 'ready' },
      { id: 'ql:usb:B1Z000001', state: 'stopped', reasons: ['editor-lite'] },
    ])
    expect(printers.find('ql:usb:B1Z000001')).toBeDefined()
    expect(reported.map((list) => list.length)).toEqual([1, 2])
  } finally {
    printers.stop()
  }
})

test('does not wait for a printer that hangs, and reports its status later', async () => {
  const hangs = Promise.withResolvers<Printer>()
  const reported = Promise.withResolvers<Printer[]>()
  let answer: Promise<Printer> = Promise.resolve(aPrinter('ready'))
  const port = { ...aPort(), describe: () => answer }
  const printers = printerList({
    sources: [fixedPrinters([port])],
    refreshWaitMs: 100,
    isChosen: () => false,
    onChange: (list) => list[0]?.state === 'stopped' && reported.resolve(list),
  })
  try {
    expect(await printers.refresh()).toMatchObject([{ state: 'ready' }])
    answer = hangs.promise
    expect(await printers.refresh()).toMatchObject([{ state: 'ready' }])
    hangs.resolve(aPrinter('stopped'))
    expect(await reported.promise).toMatchObject([{ state: 'stopped' }])
  } finally {
    printers.stop()
  }
})

test('ends the first refresh although a printer hangs', async () => {
  const printers = printerList({
    sources: [fixedPrinters([{ ...aPort(), describe: () => new Promise(() => {}) }])],
    refreshWaitMs: 100,
    isChosen: () => false,
    onChange: () => {},
  })
  try {
    expect(await printers.refresh()).toEqual([])
  } finally {
    printers.stop()
  }
})

test('reports a failing source once, and lists the printers of the others', async () => {
  const reported: unknown[] = []
  const onBug = (error: unknown) => reported.push(error)
  bugs.subscribe(onBug)
  const broken: PrinterSource = { printers: () => Promise.reject(new Error('no spooler')) }
  const printers = printerList({
    sources: [broken, fixedPrinters([aPort()])],
    isChosen: () => false,
    onChange: () => {},
  })
  try {
    for (let times = 0; times < 3; times++) expect(await printers.refresh()).toMatchObject([{ id: 'a' }])
    expect(reported).toEqual([new Error('no spooler')])
  } finally {
    printers.stop()
    bugs.unsubscribe(onBug)
  }
})

test('stops its sources and its timer on stop', async () => {
  vi.useFakeTimers()
  try {
    let [asked, stopped] = [0, 0]
    const source: PrinterSource = {
      printers: async () => {
        asked++
        return []
      },
      stop: () => stopped++,
    }
    const printers = printerList({ sources: [source, fixedPrinters([])], isChosen: () => false, onChange: () => {} })
    await vi.advanceTimersByTimeAsync(4_999)
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toBe(2)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked).toBe(3)
    printers.stop()
    expect(stopped).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('waits for a printer without keeping the program running', async () => {
  const hung = { ...aPort(), describe: () => new Promise<never>(() => {}) }
  const printers = printerList({
    sources: [fixedPrinters([hung])],
    isChosen: () => false,
    onChange: () => {},
    refreshWaitMs: 20_000,
  })
  const before = timers()
  void printers.refresh()
  expect(timers()).toBe(before)
  printers.stop()
})
