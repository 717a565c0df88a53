-- The memory of the adapter for Royal Mail Click & Drop, whose interface has no idempotency keys.
create schema click_and_drop;
grant usage on schema click_and_drop to postroom_app;

-- A key of an account. A replaced key stays: an order can be found and voided only with the key that made it.
create table click_and_drop.connection (
  id uuid primary key default gen_random_uuid(),
  carrier_account_id uuid not null references carrier_account (id),
  api_key text not null check (api_key like 'v1.%'), -- encrypted (sealed-text.ts)
  since timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  prints_labels boolean -- null until the first test
);
create unique index one_open_connection on click_and_drop.connection (carrier_account_id) where ended_at is null;
create index on click_and_drop.connection (carrier_account_id);
call confine('click_and_drop.connection', 'carrier_account_id in (select id from carrier_account)');
grant select, insert, update (ended_at, prints_labels) on click_and_drop.connection to postroom_app;

-- What became of a purchase. `asked`: an order may exist. `cancelling`: an order without a usable label is being deleted.
create table click_and_drop.reference (
  ref uuid primary key,
  connection_id uuid references click_and_drop.connection, -- null: nothing was ever sent
  state text not null check (state in ('asked', 'live', 'cancelling', 'rejected', 'tombstoned', 'voided')),
  order_id bigint,
  carrier_no text,
  further_nos text[] not null default '{}',
  label bytea, -- empty once the people on it were erased (022-retention.sql)
  width_mm float8,
  height_mm float8,
  reason text,
  asked_at timestamptz not null default clock_timestamp(),
  misses int not null default 0,
  looks int not null default 0, -- for an order that appears after it counted as never made
  check ((label is not null) = (state in ('live', 'voided'))),
  check ((label is null) = (carrier_no is null) and (label is null or (order_id, width_mm, height_mm) is not null)),
  check (connection_id is not null or state in ('rejected', 'tombstoned'))
);
call confine('click_and_drop.reference',
  'connection_id is null or connection_id in (select id from click_and_drop.connection)');
grant select, insert, update on click_and_drop.reference to postroom_app;
create index late_order on click_and_drop.reference (asked_at)
  where state = 'tombstoned' and connection_id is not null and looks < 4;

-- The first answer to an attempt to void is its answer for ever.
create table click_and_drop.void_answer (
  ref uuid not null references click_and_drop.reference,
  n int not null,
  refusal text, -- null: voided
  primary key (ref, n)
);
call confine('click_and_drop.void_answer', 'ref in (select ref from click_and_drop.reference)');
grant select, insert on click_and_drop.void_answer to postroom_app;
