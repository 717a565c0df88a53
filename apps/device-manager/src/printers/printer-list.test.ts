import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Printer } from '@postroom/contract/device-messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeBrother } from '../testing/fake-brother.ts'
import { tcpBrotherPrinter } from './brother/tcp-printer.ts'
import { printerList } from './printer-list.ts'

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
