-- API keys: programs of an organisation call with one instead of a session, and act for the user who made it.

create table api_key (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  made_by uuid not null references app_user,
  name text not null check (name <> ''),
  starts_with text not null, -- of the secret, so that people recognise it
  -- SHA-256 of the secret; null: revoked. As it is unique, a change of it waits for calls that hold the row for key share.
  secret_hash bytea unique check (length(secret_hash) = 32),
  old_secret_hash bytea unique check (length(old_secret_hash) = 32), -- of the secret before the last renewal, until then
  old_secret_until timestamptz,
  scopes text[] not null check (cardinality(scopes) > 0),
  accounts uuid[] check (cardinality(accounts) > 0), -- null: every account of the organisation
  calls_per_minute int not null check (calls_per_minute > 0),
  pence_per_day bigint check (pence_per_day > 0), -- null: no limit of its own
  last_day date not null, -- in UK time
  made_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  last_used_at timestamptz, -- exact to the minute
  warned_for date, -- the last day of which its managers were notified
  stop_notified boolean not null default false, -- managers were notified that its maker is disabled
  constraint revoked_without_secret check ((revoked_at is null) = (secret_hash is not null)),
  constraint old_secret_ends check ((old_secret_hash is null) = (old_secret_until is null))
);
create index on api_key (organisation_id, made_at);
create index api_key_by_end on api_key (last_day) where revoked_at is null;
call confine('api_key');
grant select on api_key to postroom_app;
grant insert (id, organisation_id, made_by, name, starts_with, secret_hash, scopes, accounts, calls_per_minute, pence_per_day, last_day)
  on api_key to postroom_app;
grant update (starts_with, secret_hash, old_secret_hash, old_secret_until, last_day, revoked_at) on api_key to postroom_app;
grant update (last_used_at, warned_for, stop_notified) on api_key to postroom_platform;

-- The calls of each key in its present minute, counted for all server processes together. Unlogged: a crash of the database
-- forgets one minute, and no call waits for the disk.
create unlogged table api_key_minute (
  api_key_id uuid primary key, -- no foreign key: this table is in no backup, and a restore empties the others
  minute timestamptz not null,
  calls int not null
);
call confine('api_key_minute', 'false');
grant select, insert, update on api_key_minute to postroom_platform;

-- What is bought with a key names it.
alter table purchase add api_key_id uuid references api_key;
create index purchase_by_key on purchase (api_key_id, created_at) where api_key_id is not null and not is_test;

-- So do the entries of the audit log, and their hashes prove it.
alter table audit_event add api_key_id uuid; -- no foreign key: entries stay
grant insert (api_key_id) on audit_event to postroom_app;
create or replace function chain_text(e audit_event) returns text language sql stable as $$
  select (jsonb_build_array(e.id, e.organisation_id, e.user_id, e.event, e.subject, e.details, extract(epoch from e.at))
    || case when e.ip is null then '[]' else jsonb_build_array(e.ip, e.request_id) end
    || case when e.api_key_id is null then '[]' else jsonb_build_array(e.api_key_id) end)::text
$$;
