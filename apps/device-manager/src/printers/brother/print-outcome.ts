import { faultOf } from '../../device-refusal.ts'
import { mismatch } from '../media.ts'
import { faultOfReasons } from '../printer-reasons.ts'
import type { PrintOrder, PrintOutcome } from '../printer.ts'
import type { QlModel } from './models.ts'
import { mediaInPrinter } from './prepare-order.ts'
import type { PagesEnd } from './print-pages.ts'
import type { QlStatus } from './status.ts'

/** The outcome of an order of `total` pages. `failed` only when the printer reports that it printed none of them. */
export function outcomeOf(end: PagesEnd, order: PrintOrder, total: number, model: QlModel): PrintOutcome {
  const { printed, isUncertain, error } = end
  if (printed === total) return { state: 'printed' }
  const facts = printed > 0 ? `Printed for certain: ${printed} of ${total} pages.` : undefined
  if (error) {
    const state = isUncertain || printed > 0 ? 'unknown' : 'failed'
    return { state, fault: faultOfError(error, order, model, facts) }
  }
  if (end.isCancelled) return { state: 'cancelled', fault: faultOf('cancelled', facts) }
  return { state: 'unknown', fault: faultOf('outcome_unknown', facts) }
}

function faultOfError({ reasons, media }: QlStatus, order: PrintOrder, model: QlModel, facts: string | undefined) {
  if (!reasons.includes('media-mismatch')) return faultOfReasons(reasons, facts)
  return mismatch('loaded', [mediaInPrinter(media, model)], order).fault
}
