-- What was posted without us, found among the rest; and what came back of either.

-- The same words by which a purchase is found.
create function manual_words(draft jsonb) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(words_of(concat_ws(' ',
    draft #>> '{to,name}', draft #>> '{to,company_name}', draft #>> '{to,postal_code}',
    replace(draft #>> '{to,postal_code}', ' ', ''), draft ->> 'number', draft ->> 'references')));

-- Its columns are named as those of a purchase, so that both are searched alike.
create table manual_shipment (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  created_by uuid not null references app_user,
  draft jsonb not null,
  number text not null generated always as (draft ->> 'number') stored,
  amount bigint not null generated always as ((draft ->> 'total_charge')::bigint) stored check (amount >= 0),
  shipping_date date not null generated always as (calendar_day(draft ->> 'shipping_date')) stored,
  cost_center_id uuid generated always as ((draft #>> '{costcenter,0,id}')::uuid) stored,
  words tsvector not null generated always as (manual_words(draft)) stored,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (organisation_id, cost_center_id) references cost_center (organisation_id, id),
  unique (organisation_id, id)
);
create index manual_shipment_by_creation on manual_shipment (organisation_id, created_at, id);
create index manual_shipment_by_shipping_date on manual_shipment (organisation_id, shipping_date, id);
create index manual_shipment_by_amount on manual_shipment (organisation_id, amount, id);
create index manual_shipment_by_number on manual_shipment (organisation_id, number);
create index manual_shipment_by_words on manual_shipment using gin (organisation_id, words);

create table returned_item (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  purchase_id uuid references purchase,
  manual_shipment_id uuid,
  -- which label of the shipment
  number text not null,
  reason text not null,
  action text not null,
  notes text not null,
  state text not null default 'open' check (state in ('open', 'done')),
  -- key of what sends it again: the pending shipment is gone when it was bought
  pending_id text,
  created_by uuid not null references app_user,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(purchase_id, manual_shipment_id) = 1),
  foreign key (organisation_id, manual_shipment_id) references manual_shipment (organisation_id, id) on delete cascade
);
-- a label comes back once at a time
create unique index returned_item_open on returned_item (coalesce(purchase_id, manual_shipment_id), number)
  where state = 'open';
create index returned_item_newest on returned_item (organisation_id, created_at, id);
create index returned_item_by_purchase on returned_item (purchase_id);
create index returned_item_by_manual_shipment on returned_item (manual_shipment_id);

-- why an address is invalid, when something came back from it
alter table address add invalid_reason text;

grant select, insert, delete, update (draft) on manual_shipment to postroom_app;
grant select, insert, update (action, notes, state, pending_id, updated_at) on returned_item to postroom_app;
call confine('manual_shipment', 'organisation_id = (select tenant())');
call confine('returned_item', 'organisation_id = (select tenant())');
