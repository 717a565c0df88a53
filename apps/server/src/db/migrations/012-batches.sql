-- Many shipments bought in the background. A row that has not ended and whose lease has passed is the work to do.

create table batch (
  organisation_id uuid not null references organisation,
  id text not null,
  created_by uuid not null references app_user,
  req_hash text not null, -- of the rows and of what is asked for all of them
  terms jsonb not null,
  stopped_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organisation_id, id)
);
create index batch_newest on batch (organisation_id, created_at, id);

-- The shipment is kept as it was sent, whatever characters are in it, and only until the row has ended: what was bought has
-- its own copy, and addresses of what was not are nobody's business any more.
create table batch_row (
  organisation_id uuid not null,
  batch_id text not null,
  position int not null check (position >= 0),
  key text not null,
  shipment json,
  state text not null default 'waiting'
    constraint row_state_known check (state in ('waiting', 'buying', 'unknown', 'bought', 'failed', 'stopped')),
  purchase_id uuid references purchase,
  error json,
  epoch int not null default 0, -- fences a slow process off, as in table purchase
  lease_until timestamptz not null default '-infinity',
  primary key (organisation_id, batch_id, position),
  foreign key (organisation_id, batch_id) references batch,
  constraint one_row_per_key unique (organisation_id, batch_id, key),
  constraint shipment_until_the_end check ((shipment is null) = (state in ('bought', 'failed', 'stopped'))),
  constraint error_when_failed check ((error is not null) = (state = 'failed')),
  constraint purchase_when_bought check (state not in ('bought', 'unknown') or purchase_id is not null)
);
create index batch_row_open on batch_row (organisation_id, batch_id, position)
  where state in ('waiting', 'buying', 'unknown');

grant select, insert on batch, batch_row to postroom_app;
grant update (stopped_at) on batch to postroom_app;
grant update (shipment, state, purchase_id, error, epoch, lease_until) on batch_row to postroom_app;
call confine('batch', 'organisation_id = (select tenant())');
call confine('batch_row', 'organisation_id = (select tenant())');
