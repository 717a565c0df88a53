import type { Shipment } from '@postroom/contract/shipment'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'

/**
 * The money tables, with their nullable columns. Every other column must reject null; generated columns cannot be set.
 */
const NULLABLE: Record<string, readonly string[]> = {
  account: [],
  carrier: [],
  carrier_account: [
    'billing',
    'low_balance',
    'low_since',
    'manifest_at',
    'pence_per_day',
    'purchases_per_minute',
    'return_service',
    'returns_since',
  ],
  carrier_adjustment: [],
  chain: [],
  item_number: [],
  purchase: [
    'api_key_id',
    'carrier_no',
    'charged',
    'cost_center_id',
    'counter_amount',
    'people_erased_at',
    'printed_at',
    'reason',
  ],
  purchase_event: ['from_state'],
  sales_stop: [],
  topup: ['recorded_by', 'request_id'],
  topup_decision: [],
  topup_request: [],
  transfer: ['payment_id', 'chain', 'hash', 'purchase_id', 'seq'],
  void_request: ['answered_at', 'refusal'],
}

/** SQL for columns of a copied row; `copy` counts the copies from 1. */
type Changes = Record<string, string>
/** What one constraint or unique index rejects. */
type Row = [table: string, constraint: string, change: Changes, options?: Options]
interface Options {
  /** The row that is copied, as a condition. */
  of?: string
  copies?: number
  /** A constraint that would reject the row first. */
  without?: string
}

/** Copies the transfer of one kind. */
const kind = (name: string): Options => ({ of: `kind = '${name}'` })
const NEW = 'gen_random_uuid()'
const APPROVED = `(select request_id from topup_decision)`
const UNDECIDED = `(select id from topup_request where id not in (select request_id from topup_decision))`
const ANOTHER_TRANSFER = `(select max(id) from transfer)`
/** Another purchase, which was cancelled. */
const cancelled = { id: NEW, idem_key: `'another'`, carrier_no: 'null', state: `'CANCELLED'` }
const transfer = { id: '1000 + copy', seq: '1000 + copy' }
const topup = { id: NEW, idem_key: `'another'`, transfer_id: ANOTHER_TRANSFER }
const request = { id: NEW, idem_key: `'another'` }

const CHECKS: readonly Row[] = [
  ['account', 'balance_not_below_floor', { balance: '-1' }, { of: `id like 'cust:%'` }],
  ['carrier', 'carrier_code_check', { code: `'rm'` }],
  ['carrier', 'carrier_name_check', { name: `''` }],
  ['carrier_account', 'carrier_account_low_balance_check', { low_balance: '0' }],
  ['carrier_account', 'carrier_account_pence_per_day_check', { pence_per_day: '0' }],
  ['carrier_account', 'carrier_account_purchases_per_minute_check', { purchases_per_minute: '0' }],
  ['carrier_account', 'pricing_known', { pricing: `'cheapest'` }],
  ['carrier_account', 'carrier_account_return_service_check', { return_service: `''`, returns_since: 'now()' }],
  ['carrier_account', 'returns_have_a_start', { return_service: `'TSN'` }],
  ['carrier_adjustment', 'carrier_adjustment_change_check', { change: '0' }],
  ['carrier_adjustment', 'carrier_adjustment_reference_check', { reference: `''` }],
  ['purchase', 'amount_positive', { amount: '0' }],
  ['purchase', 'charged_positive', { charged: '0' }],
  ['purchase', 'counter_amount_positive', { counter_amount: '0' }],
  ['purchase', 'charged_when_bought', { ...cancelled, charged: '1' }],
  ['purchase', 'labels_positive', { labels: '0' }],
  ['purchase', 'number_for_each_label', { labels: '2' }],
  ['purchase', 'number_when_bought', { state: `'CANCELLED'` }],
  ['purchase', 'number_when_bought', { carrier_no: 'null' }],
  ['purchase', 'own_fees_below_amount', { own_fees: 'amount' }],
  ['purchase', 'own_fees_below_amount', { own_fees: '-1' }],
  ['purchase', 'state_known', { state: `'LOST'`, carrier_no: 'null' }],
  ['purchase', 'test_rests', { is_test: 'true' }],
  ['purchase_event', 'step_allowed', { from_state: `'REJECTED'` }],
  ['sales_stop', 'sales_stop_only_one_check', { only_one: 'false' }],
  ['topup', 'topup_amount_check', { amount: '0' }],
  ['topup', 'topup_provider_check', { provider: `'stripe'` }],
  ['topup_decision', 'second_person', { decided_by: 'requested_by' }],
  ['topup_request', 'topup_request_amount_check', { amount: '0' }],
  ['topup_request', 'topup_request_provider_check', { provider: `'stripe'` }],
  ['transfer', 'kind_known', { kind: `'gift'` }, kind('hold')],
  ['transfer', 'movement_allowed', { credit: `'bank'` }, kind('hold')],
  ['transfer', 'movement_allowed', { credit: `'vat'` }, kind('capture')],
  ['transfer', 'movement_allowed', { credit: `'platform:loss'` }, kind('fee')],
  ['transfer', 'movement_allowed', { debit: `'bank'` }, kind('refund')],
  ['transfer', 'movement_allowed', { debit: `'vat'` }, kind('fee_refund')],
  ['transfer', 'movement_allowed', { debit: `'platform:loss'` }, kind('topup')],
  ['transfer', 'movement_allowed', { kind: `'adjustment'`, credit: `'bank'` }, kind('refund')],
  ['transfer', 'movement_allowed', { kind: `'release'`, credit: `'cust:another'` }, kind('capture')],
  ['transfer', 'payment_of_provider', { payment_id: NEW }, kind('hold')],
  ['transfer', 'purchase_unless_topup', { purchase_id: 'null' }, kind('hold')],
  ['transfer', 'transfer_amount_check', { amount: '0' }],
  ['transfer', 'two_accounts', { credit: 'debit' }, { ...kind('hold'), without: 'movement_allowed' }],
  ['void_request', 'refused_when_answered', { answered_at: 'null', refusal: `'too late'` }],
  ['void_request', 'void_request_n_check', { n: '0' }],
]

const UNIQUE: readonly Row[] = [
  ['account', 'account_pkey', {}],
  ['carrier', 'carrier_clearing_account_key', {}, { without: 'carrier_pkey' }],
  ['carrier', 'carrier_pkey', {}],
  ['carrier_account', 'carrier_account_pkey', {}],
  ['carrier_adjustment', 'carrier_adjustment_pkey', {}],
  ['chain', 'chain_pkey', {}],
  ['item_number', 'item_number_pkey', {}],
  ['purchase', 'one_purchase_per_key', { ...cancelled, idem_key: 'idem_key' }],
  ['purchase', 'one_purchase_per_number', { id: NEW, idem_key: `'another'` }],
  ['purchase', 'purchase_pkey', {}],
  ['purchase_event', 'purchase_event_pkey', {}],
  ['sales_stop', 'sales_stop_pkey', {}],
  ['topup', 'one_topup_per_key', { ...topup, idem_key: 'idem_key' }],
  ['topup', 'topup_pkey', {}],
  [
    'topup',
    'topup_request_id_key',
    { ...topup, idem_key: 'copy', transfer_id: 'copy + 1000', request_id: APPROVED },
    { copies: 2 },
  ],
  ['topup', 'topup_transfer_id_key', { ...topup, transfer_id: 'transfer_id' }],
  ['topup_decision', 'topup_decision_pkey', {}],
  ['topup_request', 'one_request_per_key', { id: NEW }],
  ['topup_request', 'topup_request_pkey', {}],
  ['transfer', 'one_capture', transfer, kind('capture')],
  ['transfer', 'one_fee', transfer, kind('fee')],
  ['transfer', 'one_fee_refund', transfer, kind('fee_refund')],
  ['transfer', 'one_hold', transfer, kind('hold')],
  ['transfer', 'one_refund', transfer, kind('refund')],
  [
    'transfer',
    'one_release',
    { ...transfer, kind: `'release'`, credit: `'cust:' || substr(debit, 6)` },
    { ...kind('capture'), copies: 2 },
  ],
  [
    'transfer',
    'one_topup',
    { ...transfer, payment_id: `'00000000-0000-0000-0000-000000000001'`, debit: `'provider:stripe'` },
    { ...kind('topup'), copies: 2 },
  ],
  ['transfer', 'transfer_in_chain', { id: '1000' }, kind('topup')],
  ['transfer', 'transfer_pkey', {}],
  ['void_request', 'one_open_void', { n: 'copy + 10', answered_at: 'null' }, { copies: 2 }],
  ['void_request', 'void_request_pkey', {}],
]

const FOREIGN_KEYS: readonly Row[] = [
  ['carrier_account', 'carrier_account_carrier_code_fkey', { id: NEW, carrier_code: `'DHL'` }],
  ['carrier_account', 'carrier_account_organisation_id_fkey', { id: NEW, organisation_id: NEW }],
  ['carrier_adjustment', 'carrier_adjustment_carrier_code_fkey', { carrier_code: `'DHL'` }],
  ['carrier_adjustment', 'carrier_adjustment_purchase_id_fkey', { reference: `'another'`, purchase_id: NEW }],
  ['item_number', 'item_number_purchase_id_fkey', { carrier_no: `'another'`, purchase_id: NEW }],
  ['purchase', 'carrier_of_account', { ...cancelled, carrier_code: `'DHL'` }],
  ['purchase', 'purchase_api_key_id_fkey', { ...cancelled, api_key_id: NEW }],
  ['purchase', 'purchase_carrier_account_id_fkey', { ...cancelled, carrier_account_id: NEW }],
  ['purchase', 'purchase_created_by_fkey', { ...cancelled, created_by: NEW }],
  ['purchase', 'purchase_organisation_id_cost_center_id_fkey', { ...cancelled, cost_center_id: NEW }],
  ['purchase', 'purchase_organisation_id_fkey', { ...cancelled, organisation_id: NEW }],
  ['purchase_event', 'purchase_event_purchase_id_fkey', { purchase_id: NEW }],
  ['topup', 'booked_as_requested', { ...topup, request_id: APPROVED, amount: 'amount + 1' }],
  ['topup', 'topup_carrier_account_id_fkey', { ...topup, carrier_account_id: NEW }],
  ['topup', 'topup_organisation_id_fkey', { ...topup, organisation_id: NEW }],
  ['topup', 'topup_request_id_fkey', { ...topup, request_id: UNDECIDED }],
  ['topup', 'topup_transfer_id_fkey', { ...topup, transfer_id: '1000' }],
  ['topup_decision', 'topup_decision_decided_by_fkey', { request_id: UNDECIDED, decided_by: NEW }],
  ['topup_decision', 'topup_decision_organisation_id_fkey', { request_id: UNDECIDED, organisation_id: NEW }],
  ['topup_decision', 'topup_decision_request_id_requested_by_fkey', { request_id: NEW }],
  ['topup_request', 'topup_request_carrier_account_id_fkey', { ...request, carrier_account_id: NEW }],
  ['topup_request', 'topup_request_organisation_id_fkey', { ...request, organisation_id: NEW }],
  ['topup_request', 'topup_request_requested_by_fkey', { ...request, requested_by: NEW }],
  ['transfer', 'transfer_credit_fkey', { ...transfer, credit: `'cust:nobody'` }, kind('topup')],
  [
    'transfer',
    'transfer_debit_fkey',
    { ...transfer, debit: `'nobody'` },
    { ...kind('topup'), without: 'movement_allowed' },
  ],
  ['transfer', 'transfer_payment_id_fkey', { ...transfer, payment_id: NEW, debit: `'provider:stripe'` }, kind('topup')],
  ['transfer', 'transfer_purchase_id_fkey', { ...transfer, purchase_id: NEW }, kind('hold')],
  ['void_request', 'void_request_asked_by_fkey', { n: '9', asked_by: NEW }],
  ['void_request', 'void_request_purchase_id_fkey', { purchase_id: NEW }],
]

let scene: PurchaseScene
let owner: pg.Client
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  const { id } = (
    await scene.buyer.buy('constraints', undefined, { query: { handling_charge: '75' } })
  ).json<Shipment>()
  await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Torn' })
  owner = new pg.Client({ connectionString: scene.database.url })
  await owner.connect()
  await owner.query(`
    insert into app_user (organisation_id, username, email, fullname, plan)
      select id, 'second', '', 'Tomos Wynne', 'full' from organisation;
    insert into topup_request (organisation_id, carrier_account_id, idem_key, provider, amount, reference, requested_by)
      select c.organisation_id, c.id, 'request-' || n, 'manual', 500, 'BACS', u.id
      from carrier_account c, app_user u, generate_series(1, 2) n where username <> 'second';
    insert into topup_decision (request_id, organisation_id, requested_by, decided_by, is_approved)
      select r.id, r.organisation_id, requested_by, u.id, true from topup_request r, app_user u
      where idem_key = 'request-1' and username = 'second';
    insert into topup (organisation_id, carrier_account_id, idem_key, provider, amount, reference, transfer_id)
      select c.organisation_id, c.id, 'alone', 'manual', 500, 'BACS', t.id from carrier_account c, transfer t where kind = 'topup';
    insert into carrier_adjustment (carrier_code, reference, purchase_id, change, after_void)
      select carrier_code, 'later', id, 5, false from purchase;
    insert into sales_stop (broken) values ('nothing')`)
})
afterAll(async () => {
  await owner.end()
  await scene.close()
})

const rowsOf = async (query: string): Promise<string[]> =>
  (await owner.query<{ name: string }>(query)).rows.map(({ name }) => name)
const TABLES = Object.keys(NULLABLE)
const listed = `array[${TABLES.map((table) => `'${table}'`).join(', ')}]::regclass[]`

/** Inserts copies of a row with changes, and rolls back. Our own triggers are off: the constraint itself must reject it. */
async function insertCopy([table, , change, { of = 'true', copies = 1, without } = {}]: Row): Promise<void> {
  const columns = await rowsOf(`select quote_ident(attname) as name from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  const values = columns.map((column) => change[column] ?? column)
  await owner.query(`begin; alter table ${table} disable trigger user`)
  if (without) await owner.query(`alter table ${table} drop constraint ${without} cascade`)
  try {
    await owner.query(`insert into ${table} (${columns.join(', ')}) overriding system value
      select ${values.join(', ')} from (select * from ${table} where ${of} limit 1) as original, generate_series(1, ${copies}) as copy`)
  } finally {
    await owner.query('rollback')
  }
}

describe('the money tables', () => {
  it.each(TABLES)('%s: null is rejected in every column but those listed', async (table) => {
    const columns = await rowsOf(`select attname as name from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by 1`)
    expect(columns).toEqual(expect.arrayContaining([...NULLABLE[table]!]))
    for (const column of columns.filter((name) => !NULLABLE[table]!.includes(name)))
      await expect(
        insertCopy([table, '', { [column === 'references' ? '"references"' : column]: 'null' }]),
        column,
      ).rejects.toMatchObject({ code: '23502', column })
  })

  it.each(CHECKS)('%s: %s rejects a row', async (...row: Row) => {
    await expect(insertCopy(row)).rejects.toMatchObject({ code: '23514', constraint: row[1] })
  })

  it.each(UNIQUE)('%s: %s rejects a second row', async (...row: Row) => {
    await expect(insertCopy(row)).rejects.toMatchObject({ code: '23505', constraint: row[1] })
  })

  it.each(FOREIGN_KEYS)('%s: %s rejects an empty row', async (...row: Row) => {
    await expect(insertCopy(row)).rejects.toMatchObject({ code: '23503', constraint: row[1] })
  })

  it('every constraint and unique index has a row here', async () => {
    const constraints = await rowsOf(`select conrelid::regclass || ' ' || conname as name from pg_constraint
      where conrelid = any(${listed}) and contype in ('c', 'f')`)
    // a unique index that contains the primary key exists for a foreign key, and rejects nothing by itself
    const indexes = await rowsOf(`select i.indrelid::regclass || ' ' || i.indexrelid::regclass as name from pg_index i
      join pg_index key on key.indrelid = i.indrelid and key.indisprimary
      where i.indisunique and i.indrelid = any(${listed})
        and (i.indisprimary or i.indpred is not null or not i.indkey::int2[] @> key.indkey::int2[])`)
    const rows = [...CHECKS, ...UNIQUE, ...FOREIGN_KEYS].map(([table, name]) => `${table} ${name}`)
    expect([...new Set(rows)].toSorted()).toEqual([...constraints, ...indexes].toSorted())
  })
})
