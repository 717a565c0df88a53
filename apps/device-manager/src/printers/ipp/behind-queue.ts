import { setTimeout as sleep } from 'node:timers/promises'
import { askPrinter, numberIn, textIn } from './ipp-client.ts'
import type { IppAttributes } from './ipp-codec.ts'
import { reasonsOf } from './ipp-description.ts'

const ASK_LIMIT_MS = 1_000
/** How long a printer may go on after CUPS called its job completed; another user's job may keep it busy for longer. */
const IDLE_WITHIN_MS = 2_000
const PROCESSING = 4

/**
 * The state reasons of the printer behind a queue of CUPS, asked once it is no longer busy. CUPS also calls a job completed
 * when its question about the job failed, and learns nothing of what follows.
 *
 * @returns none when the printer speaks no IPP or does not answer
 */
export async function reasonsBehind(queue: IppAttributes, pollMs: number): Promise<string[]> {
  const uri = textIn(queue, 'device-uri')?.replace(/\?.*$/, '')
  if (!uri || !/^ipps?:/.test(uri)) return []
  for (const until = performance.now() + IDLE_WITHIN_MS; ; await sleep(pollMs)) {
    const printer = await stateOf(uri)
    if (!printer) return []
    if (numberIn(printer, 'printer-state') !== PROCESSING || performance.now() > until) return reasonsOf(printer)
  }
}

const stateOf = (uri: string): Promise<IppAttributes | undefined> =>
  askPrinter(
    uri,
    {
      operation: 'Get-Printer-Attributes',
      attributes: [
        ['uri', 'printer-uri', uri],
        ['name', 'requesting-user-name', 'postroom'],
        ['keyword', 'requested-attributes', 'printer-state'],
        ['keyword', '', 'printer-state-reasons'],
      ],
    },
    { timeoutMs: ASK_LIMIT_MS },
  ).then(
    ({ printers }) => printers[0],
    () => undefined,
  )
