import type { Context } from '../../context.ts'
import type { Log } from '../../log.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { askCarrier, returnsFor } from './make-return-label.ts'
import { endForgotten, listToPrepare, openReturnLabel } from './return-label.store.ts'

const EVERY_MS = 15_000
const AT_ONCE = 5
/** No user chooses this key. */
const PREPARED = 'prepared with the purchase'

type Preparing = Pick<Context, 'db' | 'carriers' | 'settings'>

/**
 * Prepares return labels for what was bought with accounts that want them: after the purchase, which it neither delays nor
 * fails. @returns stops it
 */
export const startPreparingReturnLabels = (context: Preparing, log: Log): (() => Promise<void>) =>
  repeatEvery(EVERY_MS, () => prepareReturnLabels(context), { log, failure: 'could not prepare return labels' }).stop

/** One that is refused or whose answer is lost is not asked for again; a user may. */
export async function prepareReturnLabels(context: Preparing): Promise<void> {
  const { db } = context
  await endForgotten(db)
  const due = await listToPrepare(db, AT_ONCE)
  await Promise.all(
    due.map(async ({ return_service: service, ...purchase }) => {
      const opened = await openReturnLabel(db, purchase, { idem_key: PREPARED, asked_by: null, service })
      // another process was faster
      if (!opened) return
      const { organisation_id, id: subject } = purchase
      await recordAudit(db, { organisation_id, event: 'return_label_asked', subject, details: { service } })
      const returns = returnsFor(context, purchase)
      if (returns) await askCarrier(context, returns, { opened, purchase, to: purchase.draft.from })
    }),
  )
}
