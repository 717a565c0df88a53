import { ukDateOf } from '@postroom/domain/calendar'
import { act } from '../../access/act.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { lockCarrierAccounts } from '../accounts/account.store.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findContract, withdrawContract } from './contract-price.store.ts'

/**
 * Withdraws a list before its first day. To withdraw it again changes nothing.
 *
 * @throws AppError `not_found`, or `contract_prices_begun` from its first day on
 */
export function withdrawContractPrices(context: Context, user: SignedInUser, id: string): Promise<void> {
  const today = ukDateOf(context.now())
  return act(context, user, async (tx, actor) => {
    const named = await findContract(tx, id, today)
    if (!named) throw new AppError('not_found')
    const { organisation_id, account_id, effective_from } = named
    await lockCarrierAccounts(tx, organisation_id)
    const list = (await findContract(tx, id, today))!
    if (list.state === 'withdrawn') return
    if (list.state !== 'coming') throw new AppError('contract_prices_begun', { details: { effective_from } })
    await withdrawContract(tx, id, actor.id, today)
    const details = { effective_from }
    await recordAudit(tx, {
      organisation_id,
      user_id: actor.id,
      event: 'contract_prices_withdrawn',
      subject: account_id,
      details,
    })
  })
}
