import type { ArgsOf, DocumentVerdict, PrinterConfigs } from '@postroom/contract/device-messages'
import { faultOf, type DeviceFault } from '../device-refusal.ts'
import { faultOfReasons } from '../printers/printer-reasons.ts'
import type { PrinterPort } from '../printers/printer.ts'
import { chooseMedia } from './media-guard.ts'

type DocumentToCheck = ArgsOf<'print.check'>['documents'][number]
type Verdict = Omit<DocumentVerdict, 'kind'>

interface Printers {
  config: PrinterConfigs
  printer: (id: string) => PrinterPort | undefined
}

/** Checks whether each printer can print its document, before anything is bought. Prints and stores nothing. */
export const checkDocuments = (printers: Printers, documents: readonly DocumentToCheck[]): Promise<DocumentVerdict[]> =>
  Promise.all(documents.map(async (document) => ({ kind: document.kind, ...(await check(printers, document)) })))

async function check({ config, printer }: Printers, document: DocumentToCheck): Promise<Verdict> {
  const chosen = config[document.kind]
  if (!chosen) return refused(faultOf('printer_not_set'))
  const port = printer(chosen.printerId)
  if (!port) return refused(faultOf('printer_unknown'))
  const description = await port.describe()
  if (description.state === 'offline') return { verdict: 'unknown', error: faultOf('printer_offline') }
  if (description.state === 'stopped') return refused(faultOfReasons(description.reasons))
  const decided = chooseMedia({ ...document, isLabel: document.kind !== 'form' }, description, chosen)
  if (!decided.ok) return refused(decided.fault)
  return { verdict: description.media_ready.length > 0 ? 'fits' : 'unknown' }
}

const refused = (error: DeviceFault): Verdict => ({ verdict: 'refused', error })
