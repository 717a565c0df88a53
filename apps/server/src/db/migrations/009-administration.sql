-- Running an organisation: an audit log and a ledger nobody can change unseen, top-ups, alerts, users who have left.

-- The end of every hash chain: how many rows it has, and the hash of the last. Its row lock makes the order of the rows.
create table chain (
  name text primary key, -- ledger:{carrier account}, ledger:house, audit:{organisation}
  length bigint not null,
  hash bytea not null
);

create function extend_chain(chain_name text, content text) returns chain language sql as $$
  insert into chain values (chain_name, 1, sha256(convert_to(content, 'UTF8')))
    on conflict (name) do update set length = chain.length + 1, hash = sha256(chain.hash || convert_to(content, 'UTF8'))
    returning *
$$;

-- Who did what. A person may be erased later, so there is no reference to him; what he did stays.
create table audit_event (
  id bigint generated always as identity primary key,
  organisation_id uuid not null references organisation,
  user_id uuid, -- null: the system, or the person at the server's command line
  event text not null check (event <> ''),
  subject text,
  details jsonb not null default '{}',
  at timestamptz not null default clock_timestamp(),
  chain text not null,
  seq bigint not null,
  hash bytea not null,
  unique (chain, seq)
);
create index on audit_event (organisation_id, id);

-- What a row's hash is made of. Both the trigger and the verification use it; times as seconds, since text has a time zone.
create function chain_text(e audit_event) returns text language sql stable as $$
  select jsonb_build_array(e.id, e.organisation_id, e.user_id, e.event, e.subject, e.details, extract(epoch from e.at))::text
$$;
create function chain_text(t transfer) returns text language sql stable as $$
  select jsonb_build_array(t.id, t.purchase_id, t.kind, t.debit, t.credit, t.amount, extract(epoch from t.at))::text
$$;

create function chain_audit_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.at := clock_timestamp();
  new.chain := 'audit:' || new.organisation_id;
  select length, hash into new.seq, new.hash from extend_chain(new.chain, chain_text(new));
  return new;
end $$;
create trigger audit_event_chained before insert on audit_event for each row execute function chain_audit_event();
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();

-- The ledger has one chain for each customer. The columns may be empty only where somebody took the trigger away, and the
-- verification then names the row.
alter table transfer add chain text, add seq bigint, add hash bytea;

create function ledger_chain(debit text, credit text) returns text language sql immutable as $$
  select 'ledger:' || coalesce(substring(debit from '^(?:cust|held):(.*)$'), substring(credit from '^(?:cust|held):(.*)$'), 'house')
$$;
create function chain_transfer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.chain := ledger_chain(new.debit, new.credit);
  select length, hash into new.seq, new.hash from extend_chain(new.chain, chain_text(new));
  return new;
end $$;

alter table transfer disable trigger transfer_append_only;
do $$
declare
  t transfer;
begin
  for t in select * from transfer order by id loop
    update transfer set (chain, seq, hash) =
      (select name, length, hash from extend_chain(ledger_chain(t.debit, t.credit), chain_text(t))) where id = t.id;
  end loop;
end $$;
alter table transfer enable trigger transfer_append_only;
create unique index transfer_in_chain on transfer (chain, seq);
create trigger transfer_chained before insert on transfer for each row execute function chain_transfer();

revoke all on function extend_chain, chain_audit_event, chain_transfer from public;
grant select on chain, audit_event to postroom_app;
grant insert (organisation_id, user_id, event, subject, details) on audit_event to postroom_app;

-- Money recorded as received. The key makes a repetition harmless.
create table topup (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  carrier_account_id uuid not null references carrier_account,
  idem_key text not null,
  provider text not null check (provider in ('manual')),
  amount bigint not null check (amount > 0), -- pence
  reference text not null,
  recorded_by uuid, -- null: at the server's command line
  transfer_id bigint not null unique references transfer,
  at timestamptz not null default clock_timestamp(),
  constraint one_topup_per_key unique (carrier_account_id, idem_key)
);
create trigger topup_append_only before update or delete or truncate on topup
  for each statement execute function refuse_change();
grant select, insert on topup to postroom_app;

-- Below which balance the office is told; and since when it is known to be below, so that it is told once.
alter table carrier_account
  add low_balance bigint check (low_balance > 0), -- pence; null: nobody is told
  add low_since timestamptz;
grant update (low_balance, low_since) on carrier_account to postroom_app;

-- Somebody who was invited has no password yet. Somebody who has left may not sign in; what he did stays.
alter table app_user
  alter password_hash drop not null,
  add disabled_at timestamptz;
-- Rights follow from roles; who was there before there were any keeps what he had.
update app_user set roles = '{mailroom}' where roles = '{}';
grant update (plan, permissions, roles, disabled_at) on app_user to postroom_app;
