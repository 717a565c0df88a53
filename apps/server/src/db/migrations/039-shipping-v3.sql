-- The memory of the adapter for the Royal Mail Shipping API v3, which cannot look a shipment up by our reference.
create schema shipping_v3;
grant usage on schema shipping_v3 to postroom_app;

-- A login of an account. A replaced one stays, because its shipments belong to its user name.
create table shipping_v3.login (
  id uuid primary key default gen_random_uuid(),
  carrier_account_id uuid not null references carrier_account (id),
  username text not null,
  password text not null check (password like 'v1.%'), -- encrypted (sealed-text.ts)
  posting_location text not null check (posting_location ~ '^[0-9]{10}$'),
  since timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  refused_until timestamptz -- no process tries it before: nobody is locked out by us
);
create unique index one_open_login on shipping_v3.login (carrier_account_id) where ended_at is null;
create index on shipping_v3.login (carrier_account_id, username, since);
call confine('shipping_v3.login', 'carrier_account_id in (select id from carrier_account)');
grant select, insert, update (ended_at, refused_until) on shipping_v3.login to postroom_app;

-- What became of a purchase. `asked`: without a shipment nothing that costs money was asked for; with one its label may have
-- been made. `cancelling`: a shipment without a usable label is being cancelled.
create table shipping_v3.reference (
  ref uuid primary key,
  login_id uuid references shipping_v3.login, -- null: nothing was ever sent
  state text not null check (state in ('asked', 'live', 'cancelling', 'rejected', 'tombstoned', 'voided')),
  shipment_id text,
  carrier_no text,
  label bytea, -- empty once the people on it were erased (022-retention.sql)
  width_mm float8,
  height_mm float8,
  reason text,
  asked_at timestamptz not null default clock_timestamp(),
  check ((label is not null) = (state in ('live', 'voided'))),
  check ((label is null) = (carrier_no is null)
    and (label is null or num_nulls(shipment_id, width_mm, height_mm) = 0)),
  check (state <> 'cancelling' or shipment_id is not null),
  check (login_id is not null or state in ('rejected', 'tombstoned'))
);
call confine('shipping_v3.reference', 'login_id is null or login_id in (select id from shipping_v3.login)');
grant select, insert, update (state, shipment_id, carrier_no, label, width_mm, height_mm, reason)
  on shipping_v3.reference to postroom_app;

-- The first answer to an attempt to void is its answer for ever.
create table shipping_v3.void_answer (
  ref uuid not null references shipping_v3.reference,
  n int not null,
  refusal text, -- null: voided
  primary key (ref, n)
);
call confine('shipping_v3.void_answer', 'ref in (select ref from shipping_v3.reference)');
grant select, insert on shipping_v3.void_answer to postroom_app;
