-- Batches: many shipments bought in the background. A row that is not finished and whose lease has passed is work to do.

create table batch (
  organisation_id uuid not null references organisation,
  id text not null,
  created_by uuid not null references app_user,
  req_hash text not null, -- of the rows and of the terms
  terms jsonb not null, -- what applies to all rows
  stopped_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organisation_id, id)
);
create index batch_newest on batch (organisation_id, created_at, id);
create index batch_by_age on batch (created_at);
call confine('batch');
grant select, insert on batch to postroom_app;
grant update (stopped_at) on batch to postroom_app;
grant delete on batch to postroom_platform;

create table batch_row (
  organisation_id uuid not null,
  batch_id text not null,
  position int not null check (position >= 0),
  key text not null,
  -- As received, whatever characters it contains. Deleted once it is bought, as the purchase has its own copy. A row that was
  -- refused or stopped keeps it, to be sent again, until the batch is deleted or a person in it is erased.
  shipment json,
  state text not null default 'waiting'
    constraint row_state_known check (state in ('waiting', 'buying', 'unknown', 'bought', 'failed', 'stopped')),
  purchase_id uuid references purchase,
  error json,
  epoch int not null default 0, -- as in table purchase
  lease_until timestamptz not null default '-infinity',
  primary key (organisation_id, batch_id, position),
  constraint row_of_batch foreign key (organisation_id, batch_id) references batch on delete cascade,
  constraint one_row_per_key unique (organisation_id, batch_id, key),
  constraint shipment_until_the_end check (shipment is not null or state in ('bought', 'failed', 'stopped')),
  constraint no_shipment_when_bought check (shipment is null or state <> 'bought'),
  constraint error_when_failed check ((error is not null) = (state = 'failed')),
  constraint purchase_when_bought check (state not in ('bought', 'unknown') or purchase_id is not null)
);
create index batch_row_open on batch_row (organisation_id, batch_id, position)
  where state in ('waiting', 'buying', 'unknown');
create index batch_row_by_purchase on batch_row (purchase_id) where purchase_id is not null;
call confine('batch_row');
grant select, insert on batch_row to postroom_app;
grant update (shipment, state, purchase_id, error, epoch, lease_until) on batch_row to postroom_app;
