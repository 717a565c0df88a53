import pg from 'pg'

/**
 * Inserts `count` bought purchases like the newest one, with transfers, events and documents, in bulk: the books
 * balance and the chain continues. For measuring what a check reads.
 */
export async function fillLedger(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    begin;
    set local session_replication_role = replica; -- no steps, no checks of foreign keys
    create temp table filled on commit drop as
      select uuidv7() as id, n, model.carrier_account_id as account, model.carrier_code as carrier, model.amount
      from generate_series(1, ${count}) n, (select * from purchase order by created_at desc limit 1) model;
    insert into purchase (id, organisation_id, idem_key, req_hash, carrier_account_id, carrier_code, created_by, draft, quote, amount,
        state, lease_until, carrier_no)
      select f.id, organisation_id, 'filled-' || n, req_hash, carrier_account_id, carrier_code, created_by, draft, quote, f.amount,
        'BOUGHT', lease_until, 'FILLED' || n
      from filled f, (select * from purchase order by created_at desc limit 1) model;
    insert into item_number (carrier_no, carrier_code, purchase_id) select 'FILLED' || n, carrier, id from filled;
    insert into purchase_event (purchase_id, seq, from_state, to_state)
      select id, seq, from_state, to_state from filled,
        (values (1, null, 'AUTHORISED'), (2, 'AUTHORISED', 'BOUGHT')) step (seq, from_state, to_state);
    insert into document (purchase_id, type, receipt_no, parties)
      select id, type, case type when 'receipt' then nextval('receipt_no') end, case type when 'receipt' then '{}'::jsonb end -- never drawn
      from filled, unnest(array['label', 'receipt']) type;
    insert into transfer (kind, debit, credit, amount)
      select 'topup', 'bank', 'cust:' || account, sum(amount) from filled group by account;
    insert into transfer (purchase_id, kind, debit, credit, amount)
      select id, kind, debit, credit, amount from filled,
        lateral (values ('hold', 'cust:' || account, 'held:' || account),
                        ('capture', 'held:' || account, 'carrier:' || carrier)) move (kind, debit, credit);
    do $$ declare t transfer; begin
      for t in select * from transfer where seq is null order by id loop
        update transfer set (chain, seq, hash) =
          (select name, length, hash from extend_chain(ledger_chain(t.debit, t.credit), chain_text(t))) where id = t.id;
      end loop;
    end $$;
    update account a set balance = coalesce((select sum(case when credit = a.id then amount else -amount end)
      from transfer where a.id in (debit, credit)), 0);
    commit`)
  await client.query('vacuum analyze')
  await client.end()
}
