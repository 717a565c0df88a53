-- Shipments posted without Postroom, recorded so that they are found among the others. The columns are named as those of a
-- purchase: one search reads both.
create table manual_shipment (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  created_by uuid not null references app_user,
  draft jsonb not null,
  number text not null generated always as (draft ->> 'number') stored,
  amount bigint not null generated always as ((draft ->> 'total_charge')::bigint) stored check (amount >= 0), -- pence
  shipping_date date not null generated always as (calendar_day(draft ->> 'shipping_date')) stored,
  cost_center_id uuid generated always as ((draft #>> '{costcenter,0,id}')::uuid) stored,
  country text not null generated always as (draft #>> '{to,country}') stored,
  words tsvector not null generated always as (manual_words(draft)) stored,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (organisation_id, cost_center_id) references cost_center (organisation_id, id),
  unique (organisation_id, id)
);
create index manual_shipment_by_creation on manual_shipment (organisation_id, created_at, id);
create index manual_shipment_by_shipping_date on manual_shipment (organisation_id, shipping_date, id);
create index manual_shipment_by_amount on manual_shipment (organisation_id, amount, id);
create index manual_shipment_by_number on manual_shipment (organisation_id, number);
create index manual_shipment_by_country on manual_shipment (organisation_id, country, created_at, id);
create index manual_shipment_by_person on manual_shipment (organisation_id, created_by, created_at, id);
create index manual_shipment_for_cost_center on manual_shipment (organisation_id, cost_center_id, created_at, id)
  where cost_center_id is not null;
create index manual_shipment_by_words on manual_shipment using gin (organisation_id, words);
create index manual_shipment_by_age on manual_shipment (created_at);
call confine('manual_shipment');
grant select, insert, delete, update (draft) on manual_shipment to postroom_app;
