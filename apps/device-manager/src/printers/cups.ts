import { askPrinter, textIn } from './ipp-client.ts'

const ASK_LIMIT_MS = 2_000

/** The addresses of the queues of a CUPS; none when there is no CUPS. */
export async function cupsPrinterUris(cups: string): Promise<string[]> {
  const request = {
    operation: 'CUPS-Get-Printers',
    attributes: [['keyword', 'requested-attributes', 'printer-uri-supported']],
  } as const
  const answer = await askPrinter(cups, request, { timeoutMs: ASK_LIMIT_MS }).catch(() => undefined)
  const queues = (answer?.printers ?? []).flatMap((printer) => textIn(printer, 'printer-uri-supported') ?? [])
  // a queue names itself by its machine's name, which may lead elsewhere: it is asked where it was found
  const { host } = new URL(cups.replace(/^ipp/, 'http'))
  return queues.map((uri) => `${new URL(cups).protocol}//${host}${new URL(uri).pathname}`)
}
