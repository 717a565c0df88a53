import { askPrinter, textIn, textsIn } from './ipp-client.ts'

const ASK_LIMIT_MS = 2_000

/** The queues of a CUPS, with what each of them prints to; none when there is no CUPS. */
export async function cupsQueues(cups: string): Promise<{ uri: string; prints_to: string[] }[]> {
  const request = {
    operation: 'CUPS-Get-Printers',
    attributes: [
      ['keyword', 'requested-attributes', 'printer-uri-supported'],
      ['keyword', '', 'device-uri'],
    ],
  } as const
  const answer = await askPrinter(cups, request, { timeoutMs: ASK_LIMIT_MS }).catch(() => undefined)
  // a queue names itself by its machine's name, which may lead elsewhere: it is asked where it was found
  const { host } = new URL(cups.replace(/^ipp/, 'http'))
  return (answer?.printers ?? []).flatMap((printer) => {
    const named = textIn(printer, 'printer-uri-supported')
    if (named === undefined) return []
    const prints_to = textsIn(printer, 'device-uri').filter((uri) => /^(ipps?|dnssd):/.test(uri))
    return [{ uri: `${new URL(cups).protocol}//${host}${new URL(named).pathname}`, prints_to }]
  })
}
