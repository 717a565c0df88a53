-- Manifests: the carrier's lists of what was handed over at the end of a day. Each takes what is on none yet, so asking again
-- after a lost answer leaves nothing out and lists nothing twice.

create table manifest (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  carrier_account_id uuid not null references carrier_account,
  asked_by uuid references app_user, -- null: the schedule of the account
  asked_at timestamptz not null default clock_timestamp(),
  -- `asked`: the call is under way. `pending`: the carrier is making it. `unknown`: the answer was lost.
  state text not null default 'asked' check (state in ('asked', 'pending', 'made', 'failed', 'unknown')),
  number text, -- the carrier's
  reason text, -- in the carrier's words
  pdf bytea,
  look_at timestamptz default clock_timestamp() + interval '1 minute', -- when a process that died has certainly ended
  constraint made_has_pdf check ((state = 'made') = (pdf is not null)),
  constraint pending_has_number check (state not in ('pending', 'made') or number is not null),
  constraint open_is_looked_at check ((state in ('asked', 'pending')) = (look_at is not null))
);
create unique index one_open_manifest on manifest (carrier_account_id) where state in ('asked', 'pending');
create index on manifest (carrier_account_id, asked_at, id);
create index on manifest (organisation_id);
create index on manifest (look_at) where look_at is not null;
call confine('manifest');
create index on manifest (asked_at); -- retention
grant select, insert (organisation_id, carrier_account_id, asked_by), update (state, number, reason, pdf, look_at)
  on manifest to postroom_app;
grant delete on manifest to postroom_platform;

-- The time of day, in the UK, at which the manifest of an account is asked for; null: only by hand.
alter table carrier_account add manifest_at time;
create index on carrier_account (manifest_at) where manifest_at is not null;
grant update (manifest_at) on carrier_account to postroom_app;
