import type { AnswerOf } from '@postroom/contract/endpoint'
import type { ErrorBody } from '@postroom/contract/errors'
import type { checkBatch, WantedRow } from '@postroom/contract/shipment-batch'
import { timesPence, toPence, type Pence } from '@postroom/domain/money'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { Requester } from '../../../access/actor.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { checkDraft, draftRules, type DraftRules } from './check-draft.ts'
import { decideRequest } from './decide-request.ts'
import { hashRequest, type PurchaseRequest } from './purchase-request.ts'

/** More than anybody has, so that each row is priced on its own and the total is compared with the balance. */
const NO_LIMIT = toPence(Number.MAX_SAFE_INTEGER)
/** Pricing this many rows takes a few milliseconds. */
const ROWS_AT_ONCE = 10

interface Asked extends Pick<PurchaseRequest, 'pricing' | 'fees'> {
  user: Requester
  rows: readonly WantedRow[]
}

/** Prices the rows of a batch by the rules of a purchase. Only what the layout of the documents refuses is found later. */
export async function checkRows(context: Context, asked: Asked): Promise<AnswerOf<typeof checkBatch>> {
  const { user, rows } = asked
  const rules = await draftRules(
    context.db,
    user.organisation_id,
    rows.map(({ shipment }) => shipment),
  )
  const checked: Checked[] = []
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) await otherWork()
    checked.push(checkRow(context, asked, rules, row))
  }
  const paying = [...new Set(checked.flatMap(({ account }) => account ?? []))]
  return {
    rows: checked.map(({ account: _paying, ...row }) => row),
    accounts: paying.map((id) => ({
      id,
      amount: checked.reduce((sum, { account, amount = 0 }) => sum + (account === id ? amount : 0), 0),
      available: rules.accounts.find((account) => account.id === id)!.available,
    })),
  }
}

interface Checked {
  key: string
  account?: string
  amount?: Pence
  error?: ErrorBody
}

function checkRow(
  context: Context,
  { user, pricing, fees }: Asked,
  rules: DraftRules,
  { key, shipment }: WantedRow,
): Checked {
  try {
    const account = checkDraft(rules, shipment)
    const request = hashRequest({ user, draft: shipment, pricing, fees, test: false, key })
    const decided = decideRequest(context, request, { ...account, available: NO_LIMIT })
    if (!decided.ok) throw decided.error
    return { key, account: account.id, amount: timesPence(decided.quote.charges.total_charge, decided.labels) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { key, error: error.body() }
  }
}
