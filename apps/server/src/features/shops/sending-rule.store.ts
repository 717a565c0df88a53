import type { SendingRuleFields } from '@postroom/contract/sending-rule'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'

/** The rules of an organisation, in their order. */
export async function findRules(db: Db, organisationId: string): Promise<SendingRuleFields[]> {
  const rows = await db
    .selectFrom('sending_rule')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('position')
    .execute()
  return rows.map(({ destination, service, max_grams, over_pence, shop_id, compensation_gbp }) => ({
    destination,
    service,
    ...(max_grams !== null && { max_grams }),
    ...(over_pence !== null && { over_pence }),
    ...(shop_id !== null && { shop_id }),
    ...(compensation_gbp !== null && { compensation_gbp }),
  }))
}

/** Replaces the rules of an organisation. */
export async function storeRules(tx: Tx, organisation_id: string, rules: readonly SendingRuleFields[]): Promise<void> {
  await tx.deleteFrom('sending_rule').where('organisation_id', '=', organisation_id).execute()
  if (rules.length === 0) return
  const rows = rules.map((rule, position) => ({
    organisation_id,
    position,
    destination: rule.destination,
    max_grams: rule.max_grams ?? null,
    over_pence: rule.over_pence ?? null,
    shop_id: rule.shop_id ?? null,
    service: rule.service,
    compensation_gbp: rule.compensation_gbp ?? null,
  }))
  await tx.insertInto('sending_rule').values(rows).execute()
}
