import path from 'node:path'
import type { PrinterPort } from '../printer.ts'
import type { PrinterSource } from '../printer-source.ts'
import type { RawDrivers } from '../raw-driver.ts'
import { askPrinter, textIn, textsIn } from './ipp-client.ts'
import { ippPrinter } from './ipp-printer.ts'
import { rawQueue } from './raw-queue.ts'

const ASK_LIMIT_MS = 2_000

/**
 * The queues of a CUPS; none while it does not answer. Windows has a spooler of its own.
 * @param drivers for queues that forward bytes unchanged
 */
export const cupsQueues = (
  cups: string,
  drivers: RawDrivers = new Map(),
  platform = process.platform,
): PrinterSource => ({ printers: async () => (platform === 'win32' ? [] : queuesOf(cups, drivers)) })

async function queuesOf(cups: string, drivers: RawDrivers): Promise<PrinterPort[]> {
  const request = {
    operation: 'CUPS-Get-Printers',
    attributes: [
      ['keyword', 'requested-attributes', 'printer-uri-supported'],
      ['keyword', '', 'device-uri'],
    ],
  } as const
  const answer = await askPrinter(cups, request, { timeoutMs: ASK_LIMIT_MS }).catch(() => undefined)
  const { host } = new URL(cups.replace(/^ipp/, 'http'))
  return (answer?.printers ?? []).flatMap((printer) => {
    const named = textIn(printer, 'printer-uri-supported')
    if (named === undefined) return []
    // the host that CUPS gives for a queue may resolve elsewhere, so the queue is asked where CUPS answered
    const uri = `${new URL(cups).protocol}//${host}${new URL(named).pathname}`
    const printsTo = textsIn(printer, 'device-uri').filter((device) => /^(ipps?|dnssd):/.test(device))
    const driver = drivers.get(decodeURIComponent(path.basename(named)))
    return [{ ...(driver ? rawQueue(uri, driver) : ippPrinter(uri)), addresses: [uri, ...printsTo] }]
  })
}
