-- Return labels: the addressee of a shipment sends it back with one, and the carrier charges it when it is used. The carrier has
-- no keys and no search for them, so each is written down here before it is asked for.

create table return_label (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  purchase_id uuid not null references purchase on delete cascade,
  carrier_code text not null references carrier,
  idem_key text not null check (idem_key <> ''),
  asked_by uuid references app_user, -- null: prepared with the purchase
  asked_at timestamptz not null default clock_timestamp(),
  service text not null check (service <> ''), -- the carrier's code
  -- `asked`: the call is under way. `unknown`: the answer was lost; the carrier may have made one that nobody has.
  state text not null default 'asked' check (state in ('asked', 'made', 'refused', 'unknown')),
  number text, -- the carrier's; its document is that of the purchase
  reason text, -- in the carrier's words
  qr bytea, -- a PNG picture; null: the carrier gave none, or the people on the shipment were erased
  constraint made_has_number check ((state = 'made') = (number is not null)),
  constraint refused_has_reason check ((state = 'refused') = (reason is not null)),
  constraint only_made_has_qr check (qr is null or state = 'made'),
  unique (purchase_id, idem_key)
);
alter table return_label alter column qr set storage external;
create unique index one_return_label on return_label (purchase_id) where state in ('asked', 'made');
create unique index return_label_number on return_label (carrier_code, number) where number is not null;
create index on return_label (organisation_id);
create index return_label_open on return_label (asked_at) where state = 'asked';
call confine('return_label');
grant select, insert (organisation_id, purchase_id, carrier_code, idem_key, asked_by, service), update (state, number, reason, qr)
  on return_label to postroom_app;
create trigger return_label_ends_once before update of state, number, reason on return_label
  for each row when (old.state <> 'asked') execute function refuse_change();

-- The service of the return labels that are prepared with each purchase of an account, and since when; null: only on request.
alter table carrier_account add return_service text check (return_service <> '');
alter table carrier_account add returns_since timestamptz;
alter table carrier_account add constraint returns_have_a_start check ((return_service is null) = (returns_since is null));
create index on carrier_account (returns_since) where return_service is not null;
grant update (return_service, returns_since) on carrier_account to postroom_app;
