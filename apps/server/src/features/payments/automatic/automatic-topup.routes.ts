import * as calls from '@postroom/contract/automatic-top-up'
import type { AutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { toPence } from '@postroom/domain/money'
import { act } from '../../../access/act.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import { serve, type Api } from '../../../http/serve.ts'
import { ownAccount } from '../../accounts/own-account.rule.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { lockAutomaticTopUp, showAutomaticTopUp, turnOff } from './automatic-topup.store.ts'
import { confirmCharge, resume } from './confirm-charge.ts'
import { saveAutomaticTopUp } from './save-automatic-topup.ts'
import { unwantCards } from './saved-card.store.ts'

/** Automatic top-up of an account with a saved card, as its managers control it. */
export function automaticTopUpRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, calls.getAutomaticTopUp, async ({ params: { accountId }, user }) => {
    await ownAccount(db, user, accountId)
    return show(db, accountId)
  })

  serve(api, calls.saveAutomaticTopUp, async ({ params: { accountId }, body, user, request: { log } }) => {
    const asked = { ...body, accountId, threshold: toPence(body.threshold), amount: toPence(body.amount) }
    const url = await saveAutomaticTopUp({ ...context, log }, user, asked)
    return { ...(await show(db, accountId)), ...(url !== undefined && { url }) }
  })

  serve(api, calls.endAutomaticTopUp, async ({ params: { accountId }, user }) => {
    await ownAccount(db, user, accountId)
    await act(context, user, async (tx, { id: user_id, organisation_id }) => {
      if (!(await lockAutomaticTopUp(tx, accountId))) return
      await unwantCards(tx, accountId)
      await turnOff(tx, accountId)
      await recordAudit(tx, { organisation_id, user_id, event: 'automatic_topup_off', subject: accountId })
    })
    return show(db, accountId)
  })

  serve(api, calls.resumeAutomaticTopUp, async ({ params: { accountId }, user, request: { log } }) => {
    await resume({ ...context, log }, user, accountId)
    return show(db, accountId)
  })

  serve(api, calls.confirmAutomaticTopUp, async ({ params: { accountId }, user, request: { log } }) => {
    const url = await confirmCharge({ ...context, log }, user, accountId)
    return { ...(await show(db, accountId)), ...(url !== undefined && { url }) }
  })
}

async function show(db: Db, accountId: string): Promise<AutomaticTopUp> {
  const shown = await showAutomaticTopUp(db, accountId)
  if (!shown) return { state: 'off', charged: 0, is_card_asked: false }
  const { state, paused_for, unconfirmed, charged, is_card_asked } = shown
  const { threshold, amount, most_a_day, brand, last4, expires } = shown
  return {
    state,
    ...(paused_for !== null && { paused_for }),
    terms: { threshold, amount, most_a_day },
    ...(brand !== null && last4 !== null && expires !== null && { card: { brand, last4, expires } }),
    ...(unconfirmed !== null && { unconfirmed }),
    charged,
    is_card_asked,
  }
}
