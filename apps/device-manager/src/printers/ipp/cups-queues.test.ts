import { afterEach, expect, test } from 'vitest'
import { fakeIppPrinter, IPP, ippAnswer } from '../../testing/fake-ipp-printer.ts'
import { namedLabelPrinters } from '../thermal/named-label-printers.ts'
import { cupsQueues } from './cups-queues.ts'

let cups: Awaited<ReturnType<typeof fakeIppPrinter>> | undefined
afterEach(async () => cups?.stop())

const queue = (name: string) =>
  [IPP.printer, [IPP.uri, 'printer-uri-supported', `ipp://elsewhere.example/printers/${name}`]] as const

test.each(['linux', 'darwin'] as const)(
  'lists the queues of CUPS on %s, at the host where CUPS answered',
  async (platform) => {
    cups = await fakeIppPrinter(() => ippAnswer(0, queue('LABEL'), queue('Front%20desk')))
    const { host } = new URL(cups.uri)
    const uris = [`ipp://${host}/printers/LABEL`, `ipp://${host}/printers/Front%20desk`]
    const ports = await cupsQueues(`ipp://${host}`, new Map(), platform).printers()
    expect(ports.map(({ id }) => id)).toEqual(uris.map((uri) => `ipp:${uri}`))
    expect(ports.map(({ addresses }) => addresses)).toEqual(uris.map((uri) => [uri]))
  },
)

test('lists nothing while CUPS has no queues or does not answer', async () => {
  cups = await fakeIppPrinter(() => ippAnswer(0x0406))
  const source = cupsQueues(cups.uri, new Map(), 'linux')
  expect(await source.printers()).toEqual([])
  await cups.stop()
  cups = undefined
  expect(await source.printers()).toEqual([])
})

test('does not ask CUPS on Windows', async () => {
  cups = await fakeIppPrinter(() => ippAnswer(0, queue('LABEL')))
  expect(await cupsQueues(cups.uri, new Map(), 'win32').printers()).toEqual([])
  expect(cups.asked).toEqual([])
})

const printsTo = (uri: string) => [IPP.uri, 'device-uri', uri] as const

test('knows what a queue prints to by IPP, and speaks the language that the settings name for a queue', async () => {
  cups = await fakeIppPrinter((_operation, request) =>
    request.includes('printer-uri-supported') && request.includes('device-uri')
      ? ippAnswer(
          0,
          [...queue('LABEL'), printsTo('ipps://192.0.2.7/ipp/print')],
          [...queue('Desk'), printsTo('dnssd://Desk._ipp._tcp.local/?uuid=1')],
          [...queue('Goods%20In'), printsTo('usb://Acme/Label')],
          [...queue('Raw'), printsTo('socket://192.0.2.8:9100')],
          [IPP.printer, printsTo('ipp://192.0.2.9/without/a/name')],
        )
      : ippAnswer(0x0400),
  )
  const { behindQueues } = namedLabelPrinters(['epl:Goods%20In?dpi=203'])
  const ports = await cupsQueues(cups.uri, behindQueues, 'linux').printers()
  expect(ports.map(({ addresses = [] }) => addresses.slice(1))).toEqual([
    ['ipps://192.0.2.7/ipp/print'],
    ['dnssd://Desk._ipp._tcp.local/?uuid=1'],
    [],
    [],
  ])
  const drivers = await Promise.all(ports.map(async (port) => (await port.describe()).driver))
  expect(drivers).toEqual(['ipp', 'ipp', 'epl', 'ipp'])
})
