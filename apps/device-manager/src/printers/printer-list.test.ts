import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Printer } from '@postroom/contract/device-messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anOfficePrinter } from '../testing/an-office-printer.ts'
import { fakeBrother } from '../testing/fake-brother.ts'
import { tcpBrotherPrinter } from './brother/tcp-printer.ts'
import { printerList } from './printer-list.ts'
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

test('label printers in the network and at USB are listed with what is in them, and are told when they come', async () => {
  const told: Printer[][] = []
  const printers = printerList({
    fixed: [tcpBrotherPrinter(fake.address)],
    cups: 'ipp://127.0.0.1:9',
    usb: { devices: path.join(folder, 'devices'), files: folder },
    announced: () => [],
    isChosen: () => false,
    onChange: (list) => told.push(list),
  })
  try {
    expect(await printers.look()).toMatchObject([
      { name: 'QL-1110NWB (127.0.0.1)', media_ready: [{ name: 'DK-11241' }] },
    ])
    const port = path.join(folder, 'devices', '1-1')
    fs.mkdirSync(port, { recursive: true })
    const disk = { idVendor: '04f9', idProduct: '209e', serial: 'B1Z000001' }
    for (const [name, text] of Object.entries(disk)) fs.writeFileSync(path.join(port, name), text)
    expect(await printers.look()).toMatchObject([
      { state: 'ready' },
      { id: 'ql:usb:B1Z000001', state: 'stopped', reasons: ['editor-lite'] },
    ])
    expect(printers.find('ql:usb:B1Z000001')).toBeDefined()
    expect(told.map((list) => list.length)).toEqual([1, 2])
  } finally {
    printers.stop()
  }
})

test('a printer that hangs does not keep the others waiting: what it has to say is told once it is known', async () => {
  const hangs = Promise.withResolvers<Printer>()
  const told = Promise.withResolvers<Printer[]>()
  let answer: Promise<Printer> = Promise.resolve(aPrinter('ready'))
  const port: PrinterPort = { id: 'hangs', describe: () => answer, print: () => Promise.reject(new Error('unasked')) }
  const printers = printerList({
    fixed: [port],
    cups: 'ipp://127.0.0.1:9',
    usb: { devices: path.join(folder, 'devices'), files: folder },
    announced: () => [],
    isChosen: () => false,
    onChange: (list) => list[0]?.state === 'stopped' && told.resolve(list),
  })
  try {
    expect(await printers.look()).toMatchObject([{ state: 'ready' }])
    answer = hangs.promise
    const began = performance.now()
    expect(await printers.look()).toMatchObject([{ state: 'ready' }])
    expect(performance.now() - began).toBeLessThan(3_000)
    hangs.resolve(aPrinter('stopped'))
    expect(await told.promise).toMatchObject([{ state: 'stopped' }])
  } finally {
    printers.stop()
  }
})

test('a first look at a printer that hangs has an end', async () => {
  const printers = printerList({
    fixed: [{ id: 'hangs', describe: () => new Promise(() => {}), print: () => Promise.reject(new Error('unasked')) }],
    cups: 'ipp://127.0.0.1:9',
    usb: { devices: path.join(folder, 'devices'), files: folder },
    announced: () => [],
    isChosen: () => false,
    onChange: () => {},
  })
  try {
    expect(await printers.look()).toEqual([])
  } finally {
    printers.stop()
  }
})
