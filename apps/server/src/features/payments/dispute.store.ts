import type { Pence } from '@postroom/domain/money'
import { sql } from 'kysely'
import type { Tx } from '../../db/in-transaction.ts'
import type { DisputeState } from '@postroom/contract/notice'

interface Dispute {
  id: string
  state: DisputeState
  amount: Pence
  evidence_due: Date | null
}

/** Stores disputes of a payment. @returns those that are new, or in another state than before */
export async function keepDisputes(tx: Tx, paymentId: string, disputes: readonly Dispute[]): Promise<Dispute[]> {
  const { rows } = await sql<Dispute>`
    insert into payment_dispute as kept (id, payment_id, state, amount, evidence_due)
    select id, ${paymentId}, state, amount, evidence_due
    from jsonb_to_recordset(${JSON.stringify(disputes)}::jsonb)
      as seen (id text, state text, amount bigint, evidence_due timestamptz)
    on conflict (id) do update
      set state = excluded.state, amount = excluded.amount, evidence_due = excluded.evidence_due
      where kept.state <> excluded.state
    returning id, state, amount, evidence_due`.execute(tx)
  return rows
}

/** Operators, but those who are managers of the organisation: they are notified as such. */
export const operatorsBeside = (tx: Tx, organisationId: string): Promise<{ id: string; organisation_id: string }[]> =>
  tx
    .selectFrom('app_user')
    .select(['id', 'organisation_id'])
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`'top_up' = any (permissions)`)
    .where(sql<boolean>`not (organisation_id = ${organisationId} and 'administration' = any (permissions))`)
    .execute()

/** The names of an account and of its organisation. */
export const namesOfAccount = (tx: Tx, accountId: string): Promise<{ name: string; organisation: string }> =>
  tx
    .selectFrom('carrier_account')
    .innerJoin('organisation', 'organisation.id', 'organisation_id')
    .select(['carrier_account.name', 'organisation.name as organisation'])
    .where('carrier_account.id', '=', accountId)
    .executeTakeFirstOrThrow()
