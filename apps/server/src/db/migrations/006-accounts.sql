-- Carriers, carrier accounts, and the ledger accounts that hold the money.

-- The application may not write here: only post() changes a balance, and only together with a transfer.
create table account (
  id text primary key, -- cust:, held: and pending:{carrier account}, carrier:{carrier}, provider:stripe, bank, revenue:fees, vat, platform:loss
  balance bigint not null default 0, -- pence
  floor bigint not null default 0, -- 0 for cust:, held: and pending:; accounts of other parties may go far below
  constraint balance_not_below_floor check (balance >= floor)
);
insert into account (id, floor)
select id, -9007199254740991 from unnest(array['bank', 'provider:stripe', 'revenue:fees', 'vat', 'platform:loss']) as id;
grant select on account to postroom_app;

-- Each carrier has a clearing account, opened with its row.
create table carrier (
  code text primary key check (code ~ '^[A-Z][A-Z0-9]{1,9}$'),
  name text not null check (name <> ''),
  clearing_account text not null unique generated always as ('carrier:' || code) stored
);
call confine('carrier', 'false');

create function open_clearing_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into account (id, floor) values (new.clearing_account, -9007199254740991);
  return null;
end $$;
create trigger carrier_opens_account after insert on carrier for each row execute function open_clearing_account();
insert into carrier (code, name) values ('RM', 'Royal Mail');

create table carrier_account (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation (id),
  carrier_code text not null references carrier, -- where its purchases go
  name text not null,
  is_active boolean not null default true,
  -- The price list the account pays by. The client cannot choose another: it could pick the cheapest.
  pricing text not null default 'online' constraint pricing_known check (pricing in ('online', 'post_office', 'franking')),
  billing jsonb, -- the buyer on its receipts
  purchases_per_minute int check (purchases_per_minute > 0), -- null: no limit
  pence_per_day bigint check (pence_per_day > 0), -- null: no limit
  low_balance bigint check (low_balance > 0), -- pence; managers are notified below it; null: never
  low_since timestamptz, -- when the balance was first seen below it, so that managers are notified once
  created_at timestamptz not null default clock_timestamp(),
  unique (id, carrier_code)
);
create index on carrier_account (organisation_id);
call confine('carrier_account');
call confine('account', $$ split_part(id, ':', 2) in (select id::text from carrier_account) $$);
grant select, insert on carrier_account to postroom_app;
grant update (name, is_active, billing, purchases_per_minute, pence_per_day, low_balance, low_since)
  on carrier_account to postroom_app;

create function open_ledger_accounts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into account (id) values ('cust:' || new.id), ('held:' || new.id), ('pending:' || new.id);
  return null;
end $$;
create trigger carrier_account_opens_accounts after insert on carrier_account
  for each row execute function open_ledger_accounts();
