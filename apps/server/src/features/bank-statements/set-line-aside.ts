import type { SetAside } from '@postroom/contract/bank-statement'
import { act } from '../../access/act.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { deleteSetAside, findLine, insertOutcome, type StoredLine } from './bank-line.store.ts'
import { matchLines, type MatchedLine } from './match-lines.ts'

/**
 * Records that a line is no top-up, and why; perhaps that it is a payout of Stripe. The same again changes nothing.
 *
 * @throws AppError `not_found`, `bank_line_confirmed`, `bank_line_set_aside` when it or the payout is set aside otherwise,
 * `bank_line_differs` when the line cannot be this payout
 */
export function setLineAside(
  context: Context,
  user: SignedInUser,
  id: string,
  { reason, payout }: SetAside,
): Promise<MatchedLine> {
  const payout_id = payout ?? null
  return act(context, user, async (tx, actor) => {
    const line = await openOrSetAside(tx, id)
    const [matched] = await matchLines(tx, [line])
    if (line.reason === reason && line.payout_id === payout_id) return matched!
    if (line.reason !== null) throw new AppError('bank_line_set_aside')
    if (payout_id !== null && !matched!.payouts.some((one) => one.id === payout_id))
      throw new AppError('bank_line_differs')
    const { amount } = line
    if (!(await insertOutcome(tx, { line_id: id, reason, payout_id, amount, decided_by: actor.id })))
      throw new AppError('bank_line_set_aside')
    const details = { line: id, amount, reason }
    await recordAudit(tx, { ...factOf(actor, id), event: 'bank_line_set_aside', details })
    return (await matchLines(tx, [(await findLine(tx, id))!]))[0]!
  })
}

/**
 * Opens a line again that was set aside. An open line stays open.
 *
 * @throws AppError `not_found`, `bank_line_confirmed`
 */
export function reopenLine(context: Context, user: SignedInUser, id: string): Promise<MatchedLine> {
  return act(context, user, async (tx, actor) => {
    const { amount } = await openOrSetAside(tx, id)
    if (await deleteSetAside(tx, id))
      await recordAudit(tx, { ...factOf(actor, id), event: 'bank_line_reopened', details: { line: id, amount } })
    return (await matchLines(tx, [(await findLine(tx, id))!]))[0]!
  })
}

async function openOrSetAside(tx: Tx, id: string): Promise<StoredLine> {
  const line = await findLine(tx, id)
  if (!line) throw new AppError('not_found')
  if (line.topup_id !== null) throw new AppError('bank_line_confirmed')
  return line
}

/** The bank account is that of the installation, so the operator's organisation keeps the record. */
const factOf = ({ id, organisation_id }: { id: string; organisation_id: string }, line: string) => ({
  organisation_id,
  user_id: id,
  subject: line,
})
