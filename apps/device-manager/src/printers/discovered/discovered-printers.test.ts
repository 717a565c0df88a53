import { Bonjour, Browser, type ServiceConfig } from 'bonjour-service'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeBrother } from '../../testing/fake-brother.ts'
import { fakeIppPrinter, IPP, ippAnswer, READS_PDF } from '../../testing/fake-ipp-printer.ts'
import { fakeZplOnTcp } from '../../testing/fake-zpl.ts'
import { discoveredPrinters } from './discovered-printers.ts'
import { cupsQueues } from '../ipp/cups-queues.ts'
import { ippPrinter } from '../ipp/ipp-printer.ts'
import { printerList } from '../printer-list.ts'
import { fixedPrinters, type PrinterSource } from '../printer-source.ts'

const UUID = 'e3f0a1c2-0000-4000-8000-000000000001'
/** Unique names, because real printers may announce themselves in the network of this machine. */
const ours = `Postroom ${process.pid}`

let network: Bonjour
let discovery: PrinterSource
beforeEach(() => {
  network = new Bonjour()
  discovery = discoveredPrinters()
})
afterEach(async () => {
  discovery.stop?.()
  await new Promise<void>((resolve) => network.unpublishAll(() => resolve()))
  network.destroy()
})

const announce = (service: Omit<ServiceConfig, 'name'>, name = ours) =>
  network.publish({ name, probe: false, ...service })
const found = async () =>
  (await discovery.printers()).filter(({ addresses }) => addresses?.some((address) => address.includes(UUID)))
/** Discovery that ignores real printers in this network. */
const own = (): PrinterSource => ({ omitsDuplicates: true, printers: found })

test('lists an announced printer once, and requests its status at its address', async () => {
  const printer = await fakeIppPrinter(
    () =>
      ippAnswer(0, [IPP.printer, [IPP.text, 'printer-info', 'Front desk'], [IPP.enum, 'printer-state', 3], READS_PDF]),
    '0.0.0.0',
  )
  try {
    const port = Number(new URL(printer.uri).port)
    const txt = { rp: 'ipp/print', UUID, pdl: 'image/urf,application/pdf' }
    announce({ type: 'ipp', port, txt })
    announce({ type: 'ipps', port, txt })
    await expect.poll(() => found()).toHaveLength(1)
    const [port_] = await found()
    expect(port_?.id).toBe(`urn:uuid:${UUID}`)
    expect(await port_?.describe()).toMatchObject({ id: `urn:uuid:${UUID}`, name: 'Front desk', state: 'ready' })
  } finally {
    await printer.stop()
  }
})

test('asks the network again every minute and drops what has left, until it is stopped', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const source = discoveredPrinters()
  const asked = vi.spyOn(Browser.prototype, 'update').mockReturnValue()
  const dropped = vi.spyOn(Browser.prototype, 'expire').mockReturnValue()
  const stopped = vi.spyOn(Browser.prototype, 'stop')
  onTestFinished(() => void vi.restoreAllMocks())
  const counts = () => [asked, dropped, stopped].map(({ mock }) => mock.calls.length)
  vi.advanceTimersByTime(59_999)
  expect(counts()).toEqual([0, 0, 0])
  vi.advanceTimersByTime(1)
  expect(counts()).toEqual([4, 4, 0])
  source.stop?.()
  vi.advanceTimersByTime(300_000)
  expect(counts()).toEqual([4, 4, 4])
  expect(vi.getTimerCount()).toBe(0)
})

const aPrinterNamed = (name: string) => {
  const description = [
    IPP.printer,
    [IPP.text, 'printer-info', name],
    [IPP.enum, 'printer-state', 3],
    READS_PDF,
  ] as const
  return fakeIppPrinter(() => ippAnswer(0, description), '0.0.0.0')
}
const serviceAt = (uri: string) => ({ type: 'ipp', port: Number(new URL(uri).port), txt: { rp: 'ipp/print', UUID } })

test('follows a printer to another port, under the same id', async () => {
  const [before, after] = [await aPrinterNamed('Before'), await aPrinterNamed('After')]
  try {
    const first = announce(serviceAt(before.uri))
    await expect.poll(() => found()).toHaveLength(1)
    const [listed] = await found()
    expect(await listed?.describe()).toMatchObject({ name: 'Before' })
    await new Promise<void>((resolve) => first.stop?.(() => resolve()))
    announce(serviceAt(after.uri), `${ours} moved`)
    await vi.waitFor(
      async () => {
        await found()
        expect(await listed?.describe()).toMatchObject({ id: `urn:uuid:${UUID}`, name: 'After' })
      },
      { timeout: 10_000 },
    )
    expect((await found()).map(({ id }) => id)).toEqual([`urn:uuid:${UUID}`])
  } finally {
    await Promise.all([before.stop(), after.stop()])
  }
})

test('prints on a QL printer with its own raster, whatever else it announces', async () => {
  announce({ type: 'ipp', port: 8631, txt: { UUID, ty: 'Brother QL-1110NWB' } })
  announce({ type: 'pdl-datastream', port: 9, txt: { UUID, ty: 'Brother QL-1110NWB' } })
  await expect.poll(async () => (await found())[0]?.addresses?.[0]).toMatch(/^ql:.*:9$/)
  expect(await found()).toHaveLength(1)
  expect(await (await found())[0]?.describe()).toMatchObject({
    id: `urn:uuid:${UUID}`,
    driver: 'brother',
    state: 'offline',
  })
})

test('lists a QL printer that is not chosen here without a status request, because others may be printing on it', async () => {
  const fake = await fakeBrother({}, '0.0.0.0')
  const id = `urn:uuid:${UUID}`
  announce({
    type: 'pdl-datastream',
    port: Number(new URL(fake.address).port),
    txt: { UUID, ty: 'Brother QL-1110NWB' },
  })
  await expect.poll(() => found()).toHaveLength(1)
  let isChosen = false
  const printers = printerList({
    sources: [own()],
    isChosen: (asked) => isChosen && asked === id,
    onChange: () => {},
  })
  try {
    const [listed] = await printers.refresh()
    expect(listed).toMatchObject({ id, driver: 'brother', state: 'ready', reasons: [], media_ready: [] })
    expect(listed?.name).toMatch(/^QL-1110NWB \(.+\)$/)
    expect(listed?.media.map(({ name }) => name)).toContain('DK-11247')
    expect(fake.visits()).toBe(0)
    isChosen = true
    expect(await printers.refresh()).toMatchObject([{ id, state: 'ready', media_ready: [{ name: 'DK-11247' }] }])
    expect([fake.visits(), fake.questions()]).toEqual([1, 1])
  } finally {
    printers.stop()
    await fake.stop()
  }
})

test('asks a label printer nothing until it is chosen here, and one of Zebra for its language first', async () => {
  const fake = await fakeZplOnTcp({}, '0.0.0.0')
  announce({ type: 'pdl-datastream', port: fake.port, txt: { UUID, ty: 'Zebra Technologies ZTC ZD421' } })
  await expect.poll(() => found()).toHaveLength(1)
  const [port] = await found()
  try {
    const unasked = await port?.describe(false)
    expect(unasked).toMatchObject({ driver: 'zpl', state: 'ready', reasons: ['unreported'], media_ready: [] })
    expect(fake.visits()).toBe(0)
    const asked = await port?.describe(true)
    expect(asked).toMatchObject({
      id: `urn:uuid:${UUID}`,
      driver: 'zpl',
      state: 'ready',
      reasons: [],
      thermal_dpi: 203,
    })
    expect(fake.wrongs).toEqual([])
  } finally {
    await fake.stop()
  }
})

test('lists a label printer that announces its language', async () => {
  announce({ type: 'pdl-datastream', port: 9, txt: { UUID, usb_MFG: 'TSC', usb_MDL: 'DA210', usb_CMD: 'TSPL,EPL' } })
  await expect.poll(() => found()).toHaveLength(1)
  expect(await (await found())[0]?.describe()).toMatchObject({ driver: 'tspl', language: 'tspl', state: 'offline' })
})

test('does not list printers that cannot print the documents', async () => {
  announce({ type: 'pdl-datastream', port: 9100, txt: { UUID, ty: 'Acme Laser 9' } }, `${ours} a`)
  announce({ type: 'ipp', port: 631, txt: { UUID: `${UUID}0`, pdl: 'image/urf' } }, `${ours} b`)
  announce({ type: 'ipp', port: 631, txt: { UUID: `${UUID}1` } }, `${ours} c`)
  await expect.poll(async () => (await found()).map(({ id }) => id)).toEqual([`urn:uuid:${UUID}1`])
})

test('lists a printer once when it is also in the settings or behind a queue of CUPS', async () => {
  const queue = [IPP.uri, 'printer-uri-supported', 'ipp://here.example/printers/Desk'] as const
  const device = [IPP.uri, 'device-uri', `dnssd://Desk._ipp._tcp.local/?uuid=${UUID}`] as const
  const cups = await fakeIppPrinter(() => ippAnswer(0, [IPP.printer, queue, device]))
  announce({ type: 'ipp', port: 9, txt: { UUID, rp: 'ipp/print' } }, `${ours} a`)
  announce({ type: 'ipp', port: 8, txt: { UUID: `${UUID}0`, rp: 'ipp/print' } }, `${ours} b`)
  announce({ type: 'ipp', port: 7, txt: { UUID: `${UUID}1`, rp: 'ipp/print' } }, `${ours} c`)
  await expect.poll(() => found()).toHaveLength(3)
  const printers = printerList({
    sources: [
      fixedPrinters([ippPrinter('ipp://localhost:8/ipp/print')]),
      cupsQueues(`ipp://${new URL(cups.uri).host}`),
      own(),
    ],
    isChosen: () => false,
    onChange: () => {},
  })
  try {
    const ids = (await printers.refresh()).map(({ id }) => id)
    expect(ids).toEqual([
      'ipp:ipp://localhost:8/ipp/print',
      `ipp:ipp://${new URL(cups.uri).host}/printers/Desk`,
      `urn:uuid:${UUID}1`,
    ])
  } finally {
    printers.stop()
    await cups.stop()
  }
})
