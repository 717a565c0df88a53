import {
  EXAMPLES_MAX,
  listSendingRules,
  previewSendingRules,
  saveSendingRules,
  type SendingRuleFields,
} from '@postroom/contract/sending-rule'
import { fieldError } from '@postroom/contract/field-errors'
import { firstFitting } from '@postroom/domain/sending-rules/sending-rule'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { serve, type Api } from '../../http/serve.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findRules, storeRules } from './sending-rule.store.ts'
import { ordersOfTheWeek } from './shop-order.store.ts'
import { findShops } from './shop.store.ts'

/** The rules by which orders of shops are sent. */
export function sendingRuleRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, listSendingRules, async ({ user }) => ({ rules: await findRules(db, user.organisation_id) }))

  serve(api, saveSendingRules, ({ body: { rules }, user }) =>
    act(context, user, async (tx, { id: user_id, organisation_id }) => {
      await refuseOtherShops(tx, organisation_id, rules)
      await storeRules(tx, organisation_id, rules)
      const details = { rules: rules.length }
      await recordAudit(tx, { organisation_id, user_id, event: 'sending_rules_saved', details })
      return { rules: await findRules(tx, organisation_id) }
    }),
  )

  serve(api, previewSendingRules, async ({ body: { rules }, user }) => {
    const orders = await ordersOfTheWeek(db, user.organisation_id)
    const decided = Map.groupBy(orders, ({ grams, pence, ...order }) =>
      firstFitting(rules, { ...order, weight: grams ?? undefined, value: pence ?? undefined }),
    )
    const outcome = (place: number | undefined) => {
      const fitting = decided.get(place) ?? []
      return { count: fitting.length, examples: fitting.slice(0, EXAMPLES_MAX).map(({ number }) => number) }
    }
    return { orders: orders.length, rules: rules.map((_rule, place) => outcome(place)), rest: outcome(undefined) }
  })
}

/** @throws AppError naming a rule for a shop that the organisation has not connected */
async function refuseOtherShops(db: Db, organisationId: string, rules: readonly SendingRuleFields[]): Promise<void> {
  const own = new Set((await findShops(db, organisationId)).map(({ id }) => id))
  const place = rules.findIndex(({ shop_id }) => shop_id !== undefined && !own.has(shop_id))
  if (place === -1) return
  throw new AppError('invalid_request', { fields: [fieldError(`rules.${place}.shop_id`, 'not_allowed')] })
}
