-- Online shops, their orders, and the rules by which these are sent.

-- A removed shop keeps its row, because its orders refer to it, and loses its credential.
create table shop (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  kind text not null check (kind in ('woocommerce', 'shopify')),
  name text not null,
  url text not null,
  credential text check (credential like 'v1.%'), -- encrypted (sealed-text.ts)
  sender jsonb not null, -- the address that its orders are sent from
  connected_by uuid not null references app_user, -- in whose name shipments are prepared
  connected_at timestamptz not null default clock_timestamp(),
  seen_until timestamptz, -- orders modified up to then, by the clock of the shop, are here
  imported_at timestamptz, -- when the last complete import began
  import_at timestamptz default clock_timestamp(), -- the next import; during one, the end of its lease
  trouble text, -- why the last import failed
  unique (organisation_id, id),
  constraint removed_shop_has_no_credential check ((credential is null) = (import_at is null))
);
create unique index one_shop_at_an_address on shop (organisation_id, url) where credential is not null;
create index on shop (connected_by);
create index on shop (import_at) where import_at is not null;
call confine('shop');
grant select, insert,
  update (kind, name, credential, sender, connected_by, connected_at, seen_until, imported_at, import_at, trouble)
  on shop to postroom_app;

-- An order of a shop becomes one prepared shipment, never a second one, and is bought by one purchase, which is reported
-- to the shop once. It names no person.
create table shop_order (
  shop_id uuid not null,
  external_id text not null, -- the shop's
  organisation_id uuid not null references organisation,
  number text not null, -- as customers know it
  pending_id text unique references pending_shipment on update cascade on delete set null,
  modified_at timestamptz not null, -- by the clock of the shop
  fingerprint text not null, -- of what was taken over from it
  mark text check (mark in ('changed', 'cancelled', 'shipped')), -- what nobody has accepted yet
  problems text[] not null default '{}',
  country text not null, -- this, weight and value are what rules depend on
  grams int check (grams > 0), -- null: not known
  pence bigint check (pence >= 0), -- null: not known
  looked_at timestamptz not null default clock_timestamp(),
  came_at timestamptz not null default clock_timestamp(),
  purchase_id uuid unique references purchase,
  report_at timestamptz, -- the next attempt; during one, the end of its lease
  report_attempts int not null default 0,
  report_trouble text,
  reported_at timestamptz,
  primary key (shop_id, external_id),
  foreign key (organisation_id, shop_id) references shop (organisation_id, id),
  constraint only_bought_is_reported check (purchase_id is not null or (report_at, reported_at) is null),
  constraint reported_is_final check (reported_at is null or report_at is null)
);
create index on shop_order (organisation_id, shop_id);
create index on shop_order (organisation_id, came_at);
create index on shop_order (report_at) where report_at is not null;
create index on shop_order (came_at); -- retention
call confine('shop_order');
grant select, insert,
  update (number, pending_id, modified_at, fingerprint, mark, problems, country, grams, pence, looked_at, purchase_id,
    report_at, report_attempts, report_trouble, reported_at)
  on shop_order to postroom_app;
grant delete on shop_order to postroom_platform;

-- The rules of an organisation: the first that fits an order decides. Absent conditions fit every order.
create table sending_rule (
  organisation_id uuid not null references organisation,
  position int not null,
  destination text not null check (destination in ('any', 'uk', 'abroad')),
  max_grams int check (max_grams > 0),
  over_pence bigint check (over_pence >= 0),
  shop_id uuid,
  service text not null,
  compensation_gbp int check (compensation_gbp > 0),
  primary key (organisation_id, position),
  foreign key (organisation_id, shop_id) references shop (organisation_id, id)
);
create index on sending_rule (organisation_id, shop_id) where shop_id is not null;
call confine('sending_rule');
grant select, insert, delete on sending_rule to postroom_app;
