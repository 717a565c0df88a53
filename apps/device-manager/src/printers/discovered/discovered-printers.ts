import type { EventEmitter } from 'node:events'
import { isIPv6 } from 'node:net'
import { Bonjour } from 'bonjour-service'
import { announcementOf, type Announcement } from './announcement.ts'
import { unaskedPrinter as unaskedQl } from '../brother/brother-printer.ts'
import { QL_MODELS, type QlModel } from '../brother/models.ts'
import { tcpBrotherPrinter } from '../brother/tcp-printer.ts'
import { ippPrinter } from '../ipp/ipp-printer.ts'
import type { PrinterSource } from '../printer-source.ts'
import type { PrinterPort } from '../printer.ts'
import { unaskedPrinter } from '../thermal/describe-label-printer.ts'
import { isZebra, settingOf, type MadeBy } from '../thermal/device-id.ts'
import { labelPrinter } from '../thermal/label-printer.ts'
import { LANGUAGES } from '../thermal/label-setting.ts'
import { aboutTcp } from '../thermal/named-label-printers.ts'
import { zebraPrinter } from '../thermal/zebra-printer.ts'

const ASK_EVERY_MS = 60_000
const MOST_PRINTERS = 50

/** The services that printers announce, and how to print to each. The first service of a printer counts. */
const KINDS = [
  { type: 'pdl-datastream', isUsable: isQlPrinter, uri: rawUri('ql'), open: qlPrinter },
  { type: 'pdl-datastream', isUsable: mayPrintLabels, uri: rawUri('label'), open: thermalPrinter },
  { type: 'ipp', isUsable: takesPdf, uri: ippUri('ipp'), open: (uri: string) => ippPrinter(uri) },
  { type: 'ipps', isUsable: takesPdf, uri: ippUri('ipps'), open: (uri: string) => ippPrinter(uri) },
] as const

/** Printers that announce themselves in the local network by multicast DNS. Nothing outside it is contacted. */
export function discoveredPrinters(): PrinterSource {
  const bonjour = new Bonjour()
  // without a listener, a port that another program holds would end the process
  const { mdns } = (bonjour as unknown as { server: { mdns: EventEmitter } }).server
  mdns.on('error', () => {})
  const browsers = KINDS.map((kind) => ({ ...kind, browser: bonjour.find({ type: kind.type }) }))
  const found = new Map<string, { uri: string; port: PrinterPort; addresses: string[] }>()

  const timer = setInterval(() => {
    for (const { browser } of browsers) {
      browser.expire()
      browser.update()
    }
  }, ASK_EVERY_MS)

  function look(): void {
    const heard = new Set<string>()
    for (const { browser, isUsable, uri: uriOf, open } of browsers)
      for (const service of browser.services) {
        const announced = announcementOf(service)
        if (!announced || !isUsable(announced) || heard.has(announced.id)) continue
        heard.add(announced.id)
        const [uri = '', ...others] = announced.hosts.map((host) => uriOf(announced, host))
        const known = found.get(announced.id)
        if (known ? known.uri === uri : found.size === MOST_PRINTERS) continue
        found.set(announced.id, { uri, port: open(uri, announced), addresses: [uri, ...others, announced.id] })
      }
  }

  return {
    omitsDuplicates: true,
    printers: async () => {
      look()
      return [...found].map(([id, { port, addresses }]) => movingPort(id, addresses, () => found.get(id)?.port ?? port))
    },
    stop: () => {
      clearInterval(timer)
      for (const { browser } of browsers) browser.stop()
      bonjour.destroy()
    },
  }
}

/** A printer whose address changes stays the same printer. */
const movingPort = (id: string, addresses: readonly string[], current: () => PrinterPort): PrinterPort => ({
  id,
  addresses,
  describe: async (isChosen) => ({ ...(await current().describe(isChosen)), id }),
  print: (...order) => current().print(...order),
})

function isQlPrinter(announced: Announcement): boolean {
  return modelOf(announced) !== undefined
}

function modelOf({ facts }: Announcement): QlModel | undefined {
  const names = [facts.get('usb_mdl'), ...(facts.get('ty')?.split(' ') ?? [])]
  return QL_MODELS.find(({ name }) => names.includes(name))
}

/** Gets no status request until it is chosen here, because a request disturbs it while others print on it. */
function qlPrinter(uri: string, announced: Announcement): PrinterPort {
  const port = tcpBrotherPrinter(uri)
  const model = modelOf(announced)
  const unasked = model && unaskedQl({ id: port.id, place: new URL(uri).hostname }, model)
  return { ...port, describe: async (isChosen = true) => (!isChosen && unasked) || port.describe() }
}

const madeBy = ({ facts }: Announcement): MadeBy => ({
  maker: facts.get('usb_mfg') ?? '',
  model: facts.get('usb_mdl') ?? facts.get('ty') ?? '',
  commands: facts.get('usb_cmd') ?? '',
})

function mayPrintLabels(announced: Announcement): boolean {
  const made = madeBy(announced)
  return settingOf(made) !== undefined || isZebra(made)
}

/** Gets no question until it is chosen here. One of Zebra that announces no language is asked for it first. */
function thermalPrinter(uri: string, announced: Announcement): PrinterPort {
  const setting = settingOf(madeBy(announced))
  const { hostname, port } = new URL(uri)
  const place = { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) }
  const printer = aboutTcp(place, setting ?? { language: LANGUAGES.zpl })
  const found = setting ? labelPrinter(printer) : zebraPrinter(printer)
  return { ...found, describe: async (isChosen = true) => (isChosen ? found.describe() : unaskedPrinter(printer)) }
}

/** A printer that announces no formats is asked when it prints. */
function takesPdf({ facts }: Announcement): boolean {
  return facts.get('pdl')?.includes('application/pdf') ?? true
}

function rawUri(scheme: 'ql' | 'label') {
  return ({ port }: Announcement, host: string): string => `${scheme}://${inUri(host)}:${port}`
}

function ippUri(scheme: 'ipp' | 'ipps') {
  return ({ port, facts }: Announcement, host: string): string =>
    new URL(`${scheme}://${inUri(host)}:${port}/${facts.get('rp') ?? 'ipp/print'}`).href
}

const inUri = (host: string): string => (isIPv6(host) ? `[${host}]` : host)
