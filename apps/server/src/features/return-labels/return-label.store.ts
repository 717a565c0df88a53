import { RETURN_LABELS_MAX } from '@postroom/contract/return-label'
import { sql, type Selectable } from 'kysely'
import { createHash } from 'node:crypto'
import type { ReturnOutcome } from '../../carriers/carrier-port.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'
import type { ReturnLabelTables } from '../../db/tables/shipments/return-labels.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'

type StoredReturnLabel = Selectable<ReturnLabelTables['return_label']>
const SHOWN = ['id', 'purchase_id', 'asked_at', 'state', 'service', 'number', 'reason'] as const
export type ShownReturnLabel = Pick<StoredReturnLabel, (typeof SHOWN)[number]> & { has_qr: boolean }

/** What was asked for, by whom, under which key. */
interface Asked {
  idem_key: string
  asked_by: string | null
  service: string
}

const shown = (db: Db) =>
  db
    .selectFrom('return_label')
    .select(SHOWN)
    .select(sql<boolean>`qr is not null`.as('has_qr'))

/** The return labels of a shipment, newest first. */
export const listReturnLabels = (db: Db, purchaseId: string): Promise<ShownReturnLabel[]> =>
  shown(db).where('purchase_id', '=', purchaseId).orderBy('asked_at', 'desc').execute()

export const findQr = (db: Db, purchaseId: string, id: string) =>
  db
    .selectFrom('return_label')
    .select('qr')
    .where('purchase_id', '=', purchaseId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The one under this key, or the one that is asked for or made. */
export const findReplayed = (db: Db, purchaseId: string, idem_key: string): Promise<ShownReturnLabel | undefined> =>
  shown(db)
    .where('purchase_id', '=', purchaseId)
    .where((of) => of.or([of('idem_key', '=', idem_key), of('state', 'in', ['asked', 'made'])]))
    .orderBy((of) => of('idem_key', '=', idem_key), 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Writes down a return label before the carrier is asked for it.
 *
 * @returns nothing when another one is asked for or made, or the shipment has had all it may have
 */
export async function openReturnLabel(
  db: Db,
  { id, organisation_id, carrier_code }: Pick<Purchase, 'id' | 'organisation_id' | 'carrier_code'>,
  { idem_key, asked_by, service }: Asked,
): Promise<ShownReturnLabel | undefined> {
  const { rows } = await sql<ShownReturnLabel>`
    insert into return_label (organisation_id, purchase_id, carrier_code, idem_key, asked_by, service)
    select ${organisation_id}::uuid, ${id}::uuid, ${carrier_code}, ${idem_key}, ${asked_by}::uuid, ${service}
    where (select count(*) from return_label where purchase_id = ${id}) < ${RETURN_LABELS_MAX}
    on conflict do nothing
    returning ${sql.join(SHOWN.map((column) => sql.ref(column)))}, false as has_qr`.execute(db)
  return rows[0]
}

/** Keeps the carrier's answer, and a label that was made as a document of the shipment. @returns the return label now */
export const keepOutcome = (
  db: Db,
  { id, purchase_id }: Pick<ShownReturnLabel, 'id' | 'purchase_id'>,
  outcome: ReturnOutcome,
): Promise<ShownReturnLabel> =>
  inTransaction(db, async (tx) => {
    const ended = await tx
      .updateTable('return_label')
      .set({
        state: outcome.kind,
        number: outcome.kind === 'made' ? outcome.number : null,
        reason: outcome.kind === 'refused' ? outcome.reason : null,
        qr: outcome.kind === 'made' ? (outcome.qr ?? null) : null,
      })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .executeTakeFirst()
    if (ended.numUpdatedRows === 1n && outcome.kind === 'made') await insertDocument(tx, purchase_id, outcome)
    return shown(tx).where('id', '=', id).executeTakeFirstOrThrow()
  })

const insertDocument = (tx: Tx, purchase_id: string, { label }: Extract<ReturnOutcome, { kind: 'made' }>) =>
  tx
    .insertInto('document')
    .values({
      purchase_id,
      type: 'return_label',
      ...label,
      sha256: createHash('sha256').update(label.pdf).digest('hex'),
    })
    .execute()

/** Ends those whose process died: the carrier's answer is lost. @returns how many */
export async function endForgotten(db: Db): Promise<number> {
  const ended = await db
    .updateTable('return_label')
    .set({ state: 'unknown' })
    .where('state', '=', 'asked')
    .where('asked_at', '<', sql<Date>`clock_timestamp() - interval '2 minutes'`)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/**
 * Shipments within the United Kingdom for which a return label is to be prepared and none was ever asked, oldest first. Those
 * older than a day are left: their account may have been unable to make any.
 */
export const listToPrepare = (db: Db, most: number): Promise<(Purchase & { return_service: string })[]> =>
  db
    .selectFrom('carrier_account')
    .innerJoin('purchase', 'purchase.carrier_account_id', 'carrier_account.id')
    .selectAll('purchase')
    .select(sql<string>`return_service`.as('return_service'))
    .where('return_service', 'is not', null)
    .where('is_test', '=', false)
    .where('state', '=', 'BOUGHT')
    .where('country', '=', 'GB')
    .where(sql<boolean>`draft #>> '{to,address1}' <> ''`)
    .where('purchase.created_at', '>=', (of) =>
      of.fn('greatest', ['returns_since', sql<Date>`clock_timestamp() - interval '1 day'`]),
    )
    .where((of) =>
      of.not(
        of.exists(of.selectFrom('return_label').select('id').whereRef('return_label.purchase_id', '=', 'purchase.id')),
      ),
    )
    .orderBy('purchase.created_at')
    .limit(most)
    .execute()
