import * as calls from '@postroom/contract/bank-statement'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { pageLines, type StoredLine } from './bank-line.store.ts'
import { confirmLine } from './confirm-line.ts'
import { importStatement } from './import-statement.ts'
import { matchLines, type MatchedLine } from './match-lines.ts'
import { readCamt } from './read-camt.ts'
import { readStatementCsv } from './read-statement-csv.ts'
import { reopenLine, setLineAside } from './set-line-aside.ts'

/** Bank statements: an operator imports them, sees what their credits may be, and confirms each or sets it aside. */
export function bankStatementRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, calls.importBankStatement, ({ body, user }) => importStatement(context, user, readCamt(body)))

  serve(api, calls.importBankStatementCsv, ({ query, body, user }) =>
    importStatement(context, user, readStatementCsv(body, query.account)),
  )

  serve(api, calls.listBankLines, async ({ query: { state, orderAsc, start, length } }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await pageLines(db, { state, direction, start, length })
    return { data: (await matchLines(db, rows)).map(presentLine), total, start, length }
  })

  serve(api, calls.confirmBankLine, async ({ params, body, user }) =>
    presentLine(await confirmLine(context, user, params.lineId, body.proposal)),
  )

  serve(api, calls.setBankLineAside, async ({ params, body, user }) =>
    presentLine(await setLineAside(context, user, params.lineId, body)),
  )

  serve(api, calls.reopenBankLine, async ({ params, user }) =>
    presentLine(await reopenLine(context, user, params.lineId)),
  )
}

/** More would not help to choose: somebody who pays each day under one name has many top-ups. */
const MOST_PROPOSALS = 10

const presentLine = ({ line, verdict, proposals, payouts }: MatchedLine): calls.BankLine => {
  const { id, account, booked_on: day, amount, text, payer } = line
  return {
    id,
    account,
    day,
    amount,
    text,
    payer,
    verdict,
    proposals: proposals.slice(0, MOST_PROPOSALS).map(presentProposal),
    payouts: payouts.slice(0, MOST_PROPOSALS).map((payout) => ({ id: payout.id, day: payout.day })),
    ...presentOutcome(line),
  }
}

function presentOutcome({ topup_id, organisation, reason, payout_id, decided_at }: StoredLine) {
  if (decided_at === null) return {}
  const at = decided_at.toISOString()
  if (topup_id !== null && organisation !== null) return { top_up: { id: topup_id, organisation, confirmed_at: at } }
  return { set_aside: { reason: reason ?? '', at, ...(payout_id !== null && { payout: payout_id }) } }
}

const presentProposal = (proposal: MatchedLine['proposals'][number]): calls.BankLine['proposals'][number] => {
  const { id, organisation, account_id, amount, reference, is_credited, requested_by } = proposal
  const shown = { id, organisation, account_id, amount, reference, is_credited }
  return requested_by === null ? shown : { ...shown, requested_by }
}
