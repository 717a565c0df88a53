import pg from 'pg'

/**
 * Inserts `count` bought shipments like the newest one of each organisation, in bulk and without the ledger: for
 * measuring plans and timings, never where money counts. They are bought and posted one a minute, backwards from 20
 * November 2026. Every hundredth goes to a Morfydd, one of them with the reference `needle`. Every fifth was also
 * entered by hand.
 */
export async function fillShipments(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { drop, create } = await indexes(client)
  await client.query(`
    set session_replication_role = replica; -- no steps, no checks of foreign keys
    set synchronous_commit = off;
    set maintenance_work_mem = '256MB';
    ${drop.join(';')};
    insert into purchase (id, organisation_id, idem_key, req_hash, carrier_account_id, carrier_code, created_by, draft, quote, amount,
        state, lease_until, carrier_no, "references", created_at)
      select uuidv7(), organisation_id, 'filled-' || n, req_hash, carrier_account_id, carrier_code, created_by,
        jsonb_set(jsonb_set(draft, '{to}', draft -> 'to' || jsonb_build_object(
            'name', case n % 100 when 0 then 'Morfydd' else 'Person' || n end || ' Ellis' || n % 5000,
            'postal_code', 'NW' || n % 90 || ' ' || n % 9 || 'LH')),
          '{shipping_date}', to_jsonb(to_char(at, 'YYYY-MM-DD'))),
        quote, 100 + n % 5000, 'BOUGHT', at, 'FILLED' || n || left(organisation_id::text, 8),
        array['order' || n, case n when 1000 then 'needle' else 'desk' || n % 40 end], at
      from (select distinct on (organisation_id) * from purchase where state = 'BOUGHT' and not is_test
          order by organisation_id, created_at desc) newest, generate_series(1, ${count}) n,
        lateral (select timestamptz '2026-11-20 09:00Z' - n * interval '1 minute' as at) posted
    `)
  await client.query(BY_HAND)
  for (const statement of create) await client.query(statement)
  await client.query('vacuum analyze purchase, manual_shipment')
  await client.end()
}

const BY_HAND = `
  insert into manual_shipment (organisation_id, created_by, created_at, draft)
    select organisation_id, created_by, created_at, jsonb_build_object('carrier', 'DHL', 'service_name', 'Parcel',
      'number', 'HAND' || carrier_no, 'to', draft -> 'to', 'shipping_date', draft -> 'shipping_date', 'total_charge', amount,
      'references', "references", 'costcenter', '[]'::jsonb, 'notes', '')
    from purchase where amount % 5 = 0 and carrier_no is not null`

/** The indexes are created after the rows, which takes a fraction of the time. */
async function indexes(client: pg.Client) {
  const { rows } = await client.query<{ name: string; create: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as create from pg_index
    where indrelid in ('purchase'::regclass, 'manual_shipment'::regclass) and not indisunique`)
  return { drop: rows.map(({ name }) => `drop index ${name}`), create: rows.map(({ create }) => create) }
}
