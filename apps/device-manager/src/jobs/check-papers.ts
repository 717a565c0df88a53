import type { ArgsOf, PaperVerdict, PrinterConfigs } from '@postroom/contract/device-messages'
import { faultOf, type DeviceFault } from '../device-refusal.ts'
import { faultOfReasons } from '../printers/printer-reasons.ts'
import type { PrinterPort } from '../printers/printer.ts'
import { chooseMedia } from './media-guard.ts'

type PaperToCome = ArgsOf<'print.check'>['papers'][number]
type Verdict = Omit<PaperVerdict, 'kind'>

interface Printers {
  config: PrinterConfigs
  printer: (id: string) => PrinterPort | undefined
}

/** What each printer says of the paper that is to come to it, before anything is bought. Nothing is printed or kept. */
export const checkPapers = (printers: Printers, papers: readonly PaperToCome[]): Promise<PaperVerdict[]> =>
  Promise.all(papers.map(async (paper) => ({ kind: paper.kind, ...(await check(printers, paper)) })))

async function check({ config, printer }: Printers, paper: PaperToCome): Promise<Verdict> {
  const chosen = config[paper.kind]
  if (!chosen) return refused(faultOf('printer_not_set'))
  const port = printer(chosen.printerId)
  if (!port) return refused(faultOf('printer_unknown'))
  const description = await port.describe()
  if (description.state === 'offline') return { verdict: 'unasked', error: faultOf('printer_offline') }
  if (description.state === 'stopped') return refused(faultOfReasons(description.reasons))
  const decided = chooseMedia(paper, description, chosen)
  if (!decided.ok) return refused(decided.fault)
  return { verdict: description.media_ready.length > 0 ? 'fits' : 'unasked' }
}

const refused = (error: DeviceFault): Verdict => ({ verdict: 'refused', error })
