import { act } from '../../access/act.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { decideTopUp } from '../topups/decide-topup.rule.ts'
import { findTopUpById, findTopUpOfRequest, type StoredTopUp } from '../topups/topup.store.ts'
import { findLine, insertOutcome, type StoredLine } from './bank-line.store.ts'
import { matchLines, type MatchedLine } from './match-lines.ts'

/**
 * Records that a line paid a top-up. A request is approved and credited by it, under the rules of every decision; a top-up
 * that is credited already is only named. All or nothing, so of two operators who confirm the same line one is refused.
 *
 * @param proposal the id of a request or of a top-up that the line was matched with
 * @throws AppError `not_found`, `bank_line_confirmed`, `bank_line_set_aside`, `bank_line_differs`, and those of
 * `decideTopUp`
 */
export function confirmLine(context: Context, user: SignedInUser, id: string, proposal: string): Promise<MatchedLine> {
  return act(context, user, async (tx, actor) => {
    const line = await findLine(tx, id)
    if (!line) throw new AppError('not_found')
    if (line.reason !== null) throw new AppError('bank_line_set_aside')
    if (line.topup_id !== null) return confirmedLine(tx, line, proposal)
    const [matched] = await matchLines(tx, [line])
    const proposed = matched!.proposals.find((one) => one.id === proposal)
    if (!proposed || proposed.amount !== line.amount) throw new AppError('bank_line_differs')
    if (!proposed.is_credited) await decideTopUp(tx, actor, proposal, { is_approved: true })
    const topUp = (await findPaid(tx, proposal))!
    const outcome = { line_id: id, topup_id: topUp.id, amount: line.amount, decided_by: actor.id }
    if (!(await insertOutcome(tx, outcome))) throw new AppError('bank_line_confirmed')
    await recordAudit(tx, {
      organisation_id: topUp.organisation_id,
      user_id: actor.id,
      event: 'bank_line_confirmed',
      subject: topUp.carrier_account_id,
      details: { amount: line.amount, line: id, transfer_id: topUp.transfer_id },
    })
    return (await matchLines(tx, [(await findLine(tx, id))!]))[0]!
  })
}

/** The same confirmation again changes nothing. @throws AppError bank_line_confirmed, for another top-up */
async function confirmedLine(tx: Tx, line: StoredLine, proposal: string): Promise<MatchedLine> {
  if ((await findPaid(tx, proposal))?.id !== line.topup_id) throw new AppError('bank_line_confirmed')
  return (await matchLines(tx, [line]))[0]!
}

/** The top-up that a proposal stands for, once it is credited. */
const findPaid = async (tx: Tx, proposal: string): Promise<StoredTopUp | undefined> =>
  (await findTopUpById(tx, proposal)) ?? (await findTopUpOfRequest(tx, proposal))
