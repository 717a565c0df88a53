import { getReconciliation } from '@postroom/contract/reconciliation'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { differencesOf, sumsOf } from './reconciliation.store.ts'

/** The comparison of Stripe, the ledger and the bank, for the operators. */
export function reconciliationRoutes(api: Api, { db }: Context): void {
  serve(api, getReconciliation, async ({ query: { day } }) => {
    const [sums, { rows, total }] = await Promise.all([sumsOf(db, day), differencesOf(db, day)])
    return { day, ...sums, differences: rows, total }
  })
}
