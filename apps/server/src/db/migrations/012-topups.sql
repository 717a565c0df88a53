-- Money received. An amount above what one operator may book alone is requested by one and decided by another. All three
-- tables are append-only, and only the platform writes them.

create table topup_request (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  carrier_account_id uuid not null references carrier_account,
  idem_key text not null,
  provider text not null check (provider in ('manual')),
  amount bigint not null check (amount > 0), -- pence
  reference text not null,
  requested_by uuid not null references app_user,
  requested_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days',
  constraint one_request_per_key unique (carrier_account_id, idem_key),
  unique (id, requested_by),
  unique (id, carrier_account_id, amount)
);
create index on topup_request (requested_at, id);
call confine('topup_request');
grant select, insert on topup_request to postroom_platform;

create table topup_decision (
  request_id uuid primary key,
  organisation_id uuid not null references organisation,
  requested_by uuid not null,
  decided_by uuid not null references app_user,
  is_approved boolean not null,
  reason text not null default '',
  at timestamptz not null default clock_timestamp(),
  foreign key (request_id, requested_by) references topup_request (id, requested_by),
  constraint second_person check (decided_by <> requested_by)
);
call confine('topup_decision');
grant select, insert on topup_decision to postroom_platform;

-- Repeating a top-up with the same key books nothing.
create table topup (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  carrier_account_id uuid not null references carrier_account,
  idem_key text not null,
  provider text not null check (provider in ('manual')),
  amount bigint not null check (amount > 0), -- pence
  reference text not null,
  recorded_by uuid, -- null: the server's command line
  transfer_id bigint not null unique references transfer,
  request_id uuid unique references topup_decision, -- null: one operator booked it alone
  at timestamptz not null default clock_timestamp(),
  constraint one_topup_per_key unique (carrier_account_id, idem_key),
  constraint booked_as_requested foreign key (request_id, carrier_account_id, amount)
    references topup_request (id, carrier_account_id, amount)
);
-- what one operator booked alone for an organisation
create index on topup (organisation_id, at) where request_id is null;
call confine('topup');
grant select on topup to postroom_app;
grant insert on topup to postroom_platform;

create function refuse_unapproved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from topup_decision where request_id = new.request_id and is_approved) then
    raise exception 'top-up request % is not approved', new.request_id;
  end if;
  return new;
end $$;
create trigger topup_is_approved before insert on topup
  for each row when (new.request_id is not null) execute function refuse_unapproved();

create trigger topup_request_append_only before update or delete or truncate on topup_request
  for each statement execute function refuse_change();
create trigger topup_decision_append_only before update or delete or truncate on topup_decision
  for each statement execute function refuse_change();
create trigger topup_append_only before update or delete or truncate on topup
  for each statement execute function refuse_change();
