import pg from 'pg'

/**
 * Buys `count` shipments like the one with the key 'like-this-one', spread over the year before 20 November 2026, with every rule
 * of the ledger in force: three people, three cost centres and none, several services, countries, prices and labels. Some were
 * rejected, are in flight, cost less than was held, were voided, wait for a refund or changed their cost centre. There are top-ups,
 * test prints and shipments entered by hand as well.
 */
export async function buyAYear(url: string, organisation: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const step = (sql: string, first = 0) =>
    client.query(
      sql
        .replaceAll('$ORG', `'${organisation}'`)
        .replaceAll('$COUNT', String(count))
        .replaceAll('$FIRST', String(first))
        .replaceAll('$LAST', String(Math.min(first + AT_ONCE - 1, count))),
    )
  try {
    await step(PEOPLE_AND_CENTERS)
    for (let first = 1; first <= count; first += AT_ONCE) {
      await client.query('begin')
      for (const sql of [BOUGHT, COUNTED, HELD, COUNTED, SETTLED, VOIDED, NOT_SPENT]) await step(sql, first)
      await client.query('commit')
    }
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** Shipments of one transaction: each reads every version of the account's row that the same transaction made. */
const AT_ONCE = 1_000
/** Without statistics of what was just inserted, each step reads whole tables. */
const COUNTED = 'analyze purchase, transfer'

const PEOPLE_AND_CENTERS = `
  insert into cost_center (organisation_id, code, name) select $ORG, 'Y' || n, 'Year ' || n from generate_series(1, 3) n;
  insert into app_user (organisation_id, username, email, fullname, plan)
    select $ORG, 'year-' || n || '-' || left($ORG, 8), 'year@example.com', 'Year ' || n, 'full' from generate_series(1, 3) n`

/** Everything about a shipment follows from the n of its key, 'year-n'. */
const BOUGHT = `
  insert into purchase (id, organisation_id, idem_key, req_hash, carrier_account_id, carrier_code, created_by, cost_center_id, draft,
      quote, amount, own_fees, labels, state, lease_until, created_at)
    select gen_random_uuid(), organisation_id, 'year-' || n, req_hash, carrier_account_id, carrier_code,
      people[1 + n % 3], centers[1 + n % 4],
      draft || jsonb_build_object('service', (array['1', '2', 'SD', 'TR48'])[1 + n % 4],
        'to', draft -> 'to' || jsonb_build_object('country', (array['GB', 'GB', 'GB', 'FR', 'JE'])[1 + n % 5])),
      quote || jsonb_build_object('charges', quote -> 'charges' || jsonb_build_object('total_charge', 100 + n % 900),
        'meta_data', quote -> 'meta_data' || case when n % 9 = 0
          then jsonb_build_object('advice', jsonb_build_object('service', '2', 'total_charge', 90)) else '{}' end),
      (1 + n % 3) * (100 + n % 900), case when n % 6 = 0 then (1 + n % 3) * 25 else 0 end, 1 + n % 3,
      'AUTHORISED', 'infinity',
      timestamptz '2026-11-20 00:00Z' - n * (interval '365 days' / $COUNT)
    from generate_series($FIRST, $LAST) n,
      (select * from purchase where organisation_id = $ORG and idem_key = 'like-this-one') as model,
      (select array_agg(id order by username) as people from app_user where organisation_id = $ORG and username like 'year-%') as p,
      (select array_agg(id order by code) as centers from cost_center where organisation_id = $ORG and code like 'Y%') as c`

/** The shipments of the transaction, with their n. */
const OWN = `from (
  select purchase.*, n from generate_series($FIRST, $LAST) n
    join purchase on organisation_id = $ORG and idem_key = 'year-' || n and not is_test) as p`
const PARTIES = `case type when 'receipt' then '{"account": {"name": "Post", "billing": null}, "seller": {"name": "Postroom", "address": []}}'::jsonb end`
const PAYS = `'cust:' || carrier_account_id`
const HOLDS = `'held:' || carrier_account_id`
const CARRIER = `'carrier:' || carrier_code`

const HELD = `
  select post(null, 'topup', 'bank', ${PAYS}, amount) from (
    select carrier_account_id, sum(amount)::bigint as amount ${OWN} group by 1) as needed;
  select post(id, 'hold', ${PAYS}, ${HOLDS}, amount) ${OWN}`

/** Every eleventh is rejected, every fiftieth is still in flight; every seventh cost less than was held. */
const SETTLED = `
  update purchase set state = 'REJECTED', reason = 'no' where organisation_id = $ORG and idem_key in (
    select idem_key ${OWN} where n % 11 = 0);
  select post(id, 'release', ${HOLDS}, ${PAYS}, amount) ${OWN} where state = 'REJECTED';
  update purchase set state = 'BOUGHT', carrier_no = idem_key || '-' || left($ORG, 8),
      further_nos = array(select idem_key || '-' || i || left($ORG, 8) from generate_series(2, labels) i),
      charged = case when substr(idem_key, 6)::int % 7 = 0 then amount - own_fees - 10 end
    where organisation_id = $ORG and idem_key in (select idem_key ${OWN} where n % 11 > 0 and n % 50 > 0);
  select post(id, 'capture', ${HOLDS}, ${CARRIER}, payable - own_fees) ${OWN} where state = 'BOUGHT';
  select post(id, 'fee', ${HOLDS}, 'revenue:fees', own_fees) ${OWN} where state = 'BOUGHT' and own_fees > 0;
  select post(id, 'release', ${HOLDS}, ${PAYS}, amount - payable) ${OWN} where state = 'BOUGHT' and payable < amount;
  insert into document (purchase_id, type, receipt_no, parties)
    select id, type, case type when 'receipt' then nextval('receipt_no') end, ${PARTIES}
    ${OWN}, unnest(array['label', 'receipt']) as type
    where state = 'BOUGHT';
  update purchase set cost_center_id = (select id from cost_center where organisation_id = $ORG and code = 'Y1')
    where organisation_id = $ORG and idem_key in (select idem_key ${OWN} where n % 40 = 3)`

/** Every twelfth is voided, every sixtieth waits for its refund. */
const VOIDED = `
  insert into void_request (purchase_id, n, cancellation_reason, asked_by)
    select id, 1, 'a mistake', created_by ${OWN} where state = 'BOUGHT' and p.n % 12 = 5;
  update purchase set state = 'VOID_REQUESTED', void_no = 1
    where organisation_id = $ORG and state = 'BOUGHT' and idem_key in (select idem_key ${OWN} where n % 12 = 5);
  update purchase set state = 'VOIDED'
    where organisation_id = $ORG and state = 'VOID_REQUESTED' and idem_key in (select idem_key ${OWN} where n % 60 <> 5);
  update void_request set answered_at = clock_timestamp() where purchase_id in (select id ${OWN} where state = 'VOIDED');
  select post(id, 'refund', ${CARRIER}, ${PAYS}, payable - own_fees) ${OWN} where state = 'VOIDED';
  select post(id, 'fee_refund', 'revenue:fees', ${PAYS}, own_fees) ${OWN} where state = 'VOIDED' and own_fees > 0`

/** A test print for every twentieth, and a shipment entered by hand for every tenth. */
const NOT_SPENT = `
  insert into purchase (id, organisation_id, idem_key, req_hash, carrier_account_id, carrier_code, created_by, draft, quote, amount,
      is_test, state, lease_until, created_at)
    select gen_random_uuid(), organisation_id, idem_key, req_hash, carrier_account_id, carrier_code, created_by, draft, quote, amount,
      true, 'BOUGHT', lease_until, created_at ${OWN} where n % 20 = 0;
  insert into manual_shipment (organisation_id, created_by, created_at, draft)
    select organisation_id, created_by, created_at, jsonb_build_object('carrier', 'DHL', 'service_name', 'Parcel',
      'number', idem_key, 'to', draft -> 'to', 'shipping_date', draft -> 'shipping_date', 'total_charge', amount,
      'references', '[]'::jsonb, 'costcenter', '[]'::jsonb, 'notes', '') ${OWN} where n % 10 = 0`
