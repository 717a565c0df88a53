-- Returned items, bought or manual.
create table returned_item (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  purchase_id uuid references purchase,
  manual_shipment_id uuid,
  number text not null, -- of the label
  reason text not null,
  action text not null,
  notes text not null,
  state text not null default 'open' check (state in ('open', 'done')),
  pending_id text, -- key of the shipment that sends it again; it leaves the queue when it is bought
  created_by uuid not null references app_user,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(purchase_id, manual_shipment_id) = 1),
  foreign key (organisation_id, manual_shipment_id) references manual_shipment (organisation_id, id) on delete cascade
);
-- one open return for each label
create unique index returned_item_open on returned_item (coalesce(purchase_id, manual_shipment_id), number)
  where state = 'open';
create index returned_item_by_state on returned_item (organisation_id, state, created_at, id) include (reason);
create index returned_item_newest on returned_item (organisation_id, created_at, id);
create index returned_item_by_purchase on returned_item (purchase_id);
create index returned_item_by_manual_shipment on returned_item (manual_shipment_id);
call confine('returned_item');
grant select, insert, update (reason, action, notes, state, pending_id, updated_at) on returned_item to postroom_app;
