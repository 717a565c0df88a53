import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPdf } from '../../testing/a-pdf.ts'
import { fakeBrother } from '../../testing/fake-brother.ts'
import { fakeZplOnTcp } from '../../testing/fake-zpl.ts'
import { openTcp } from '../tcp-connection.ts'
import type { PrinterPort, PrintOrder } from '../printer.ts'
import type { Spooler, SpoolerQueue } from './spooler.ts'
import type { UsbprintPort, UsbprintPorts } from './usbprint.ts'
import { queuesOf } from './windows-queues.ts'

const pathOf = (product: string, serial = 'B1Z000001', vendor = '04f9') =>
  String.raw`\\?\usb#vid_${vendor}&pid_${product}#${serial}#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}`
const PORT: UsbprintPort = { path: pathOf('20a8'), queuePort: 'USB001', id1284: '' }
const QUEUE: SpoolerQueue = { name: 'Labels', driver: 'Brother QL-1110NWB', port: 'USB001', status: 0, attributes: 0 }
const LABEL: PrintOrder = {
  job_id: 'job-00001',
  kind: 'mailing',
  type: 'label',
  title: 'Label',
  copies: 1,
  labels: 1,
  pdf: aPdf(),
  width_mm: 101.6,
  height_mm: 152.4,
  media: 'DK-11247',
}

let printer: Awaited<ReturnType<typeof fakeBrother>>
let plugged: UsbprintPort[]
let opened: string[]
let refuses: string | undefined
let spooled: number
beforeEach(async () => {
  printer = await fakeBrother()
  ;[plugged, opened, refuses, spooled] = [[PORT], [], undefined, 0]
})
afterEach(() => printer.stop())

/** Ports of Windows that lead to the simulated printer. */
const usb: UsbprintPorts = {
  list: async () => plugged,
  open: async (path) => {
    if (refuses !== undefined) throw Object.assign(new Error(refuses), { code: refuses })
    opened.push(path)
    const { hostname, port } = new URL(printer.address)
    return openTcp(hostname, Number(port))
  },
}
const spoolerWith = (...queues: SpoolerQueue[]): Spooler => ({
  queues: async () => queues,
  papers: async () => [],
  resolutions_dpi: async () => [],
  sendRaw: async () => ++spooled,
  draw: async () => ++spooled,
  jobStatus: async () => 0x80,
  deleteJob: async () => {},
  releaseJob: async () => {},
})
const list = (...queues: SpoolerQueue[]): Promise<PrinterPort[]> => queuesOf(spoolerWith(...queues), usb)
const print = (port: PrinterPort | undefined) => port?.print(LABEL, () => {}, new AbortController().signal)

test('a label printer with a queue is listed once, and reports at its USB port that it has printed', async () => {
  const ports = await list(QUEUE)
  expect(ports.map(({ id }) => id)).toEqual(['windows:Labels'])
  expect(await ports[0]?.describe()).toMatchObject({
    id: 'windows:Labels',
    name: 'Labels',
    state: 'ready',
    media_ready: [{ name: 'DK-11247' }],
  })
  expect(await print(ports[0])).toEqual({ state: 'printed' })
  expect([printer.printed.length, spooled]).toEqual([1, 0])
  expect(new Set(opened)).toEqual(new Set([PORT.path]))
})

test('without its port it is printed on through the spooler, with an unknown outcome, and the other way round', async () => {
  plugged = []
  const [port] = await list(QUEUE)
  expect(await port?.describe()).toMatchObject({ name: 'Labels', state: 'ready', media_ready: [] })
  expect(await print(port)).toMatchObject({ state: 'unknown', fault: { code: 'print_not_reported' } })
  expect([printer.printed.length, spooled]).toEqual([0, 1])
  plugged = [PORT]
  expect(await print(port)).toEqual({ state: 'printed' })
  expect([printer.printed.length, spooled]).toEqual([1, 1])
})

test('nothing goes to the spooler while another program has the port', async () => {
  const [port] = await list(QUEUE)
  refuses = 'EBUSY'
  expect(await port?.describe()).toMatchObject({ state: 'stopped', reasons: ['in-use'] })
  expect(await print(port)).toMatchObject({ state: 'failed', fault: { code: 'printer_in_use' } })
  expect([printer.printed.length, spooled]).toEqual([0, 0])
})

test.each([
  // the queue                                     plugged in                            listed
  ['one of its two ports', { port: 'LPT1:,USB001' }, PORT, ['windows:Labels']],
  ['another port', { port: 'USB002' }, PORT, ['windows:Labels', 'ql:usb:B1Z000001']],
  ['no known port', {}, { ...PORT, queuePort: '' }, ['windows:Labels', 'ql:usb:B1Z000001']],
  ['the port of another printer', {}, { ...PORT, path: pathOf('20a8', '1', '0a5f') }, ['windows:Labels']],
  ['a printer that appears as a disk', {}, { ...PORT, path: pathOf('20aa') }, ['windows:Labels']],
])('pairs a queue with %s', async (_case, queue, port, ids) => {
  plugged = [port]
  expect((await list({ ...QUEUE, ...queue })).map(({ id }) => id)).toEqual(ids)
})

test('a label printer without a queue is printed on at its USB port', async () => {
  const [port] = await list()
  expect(port?.id).toBe('ql:usb:B1Z000001')
  expect(await print(port)).toEqual({ state: 'printed' })
  plugged = []
  expect(await port?.describe()).toMatchObject({ state: 'offline' })
  expect(await print(port)).toMatchObject({ state: 'failed', fault: { code: 'printer_offline' } })
})

test.each([
  ['names its language', 'MFG:Zebra;CMD:ZPL,EPL;MDL:ZD421;', 'windows:Labels', [QUEUE]],
  ['is of Zebra, and is asked for it', 'MFG:Zebra;MDL:ZD421;', 'windows:Labels', [QUEUE]],
  ['has no queue', 'MFG:Zebra;CMD:ZPL;MDL:ZD421;', 'label:usb:D4J1', []],
])(
  'a label printer that %s is printed on at its USB port, and reports what it has printed',
  async (_case, id1284, id, queues) => {
    const zebra = await fakeZplOnTcp({ model: 'ZD421-300' })
    const port = { path: pathOf('0084', 'D4J1', '0a5f'), queuePort: 'USB001', id1284 }
    const ports: UsbprintPorts = { list: async () => [port], open: () => openTcp('127.0.0.1', zebra.port) }
    try {
      const [listed] = await queuesOf(spoolerWith(...queues.map((queue) => ({ ...queue, driver: 'ZDesigner' }))), ports)
      expect(await listed?.describe()).toMatchObject({ id, state: 'ready', language: 'zpl', thermal_dpi: 300 })
      expect(await listed?.print({ ...LABEL, media: '4x6' }, () => {}, new AbortController().signal)).toEqual({
        state: 'printed',
      })
      expect(spooled).toBe(0)
    } finally {
      await zebra.stop()
    }
  },
)

test('a port that cannot be listed keeps no queue from listing', async () => {
  const broken = { ...usb, list: async () => Promise.reject(new Error('setupapi')) }
  const [port] = await queuesOf(spoolerWith(QUEUE), broken)
  expect(await port?.describe()).toMatchObject({ name: 'Labels', state: 'ready' })
})

test.each([
  // ports of the queue      port of the printer   printed on there
  ['USB001', 'USB001', true],
  ['USB002,USB001', 'USB001', true],
  ['USB0010', 'USB001', false],
  ['USB002', '', false],
])('a queue at %s has the printer at the port %j: %s', async (port, queuePort, isThere) => {
  plugged = [{ ...PORT, queuePort }]
  const [queue] = await list({ ...QUEUE, port })
  await queue?.describe()
  expect(opened).toHaveLength(isThere ? 1 : 0)
})
