-- Who uses Postroom, and their sessions. Tokens are stored as SHA-256 only.

create table organisation (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  created_at timestamptz not null default clock_timestamp()
);

create table app_user (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  username text not null unique check (username <> '' and username = btrim(username)),
  email text not null,
  fullname text not null,
  password_hash text not null,
  plan text not null check (plan in ('lite', 'full')),
  permissions text[] not null default '{}',
  roles text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
create index app_user_by_organisation on app_user (organisation_id);

-- One sign-in and all tokens renewed from it: what a logout or a stolen refresh token ends.
create table session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  xsrf_token text not null,
  -- counts renewals; a refresh token belongs to one generation
  generation integer not null default 0,
  renewed_at timestamptz not null,
  -- the absolute end, however often it is renewed
  ends_at timestamptz not null
);
create index session_by_user on session (user_id);

create table session_token (
  hash bytea primary key check (length(hash) = 32),
  session_id uuid not null references session on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  generation integer not null,
  expires_at timestamptz not null
);
create index session_token_by_session on session_token (session_id);

-- Wrong passwords per username and address, so that guessing is slowed in every server process.
create table sign_in_failure (
  id bigint generated always as identity primary key,
  who text not null,
  failed_at timestamptz not null
);
create index sign_in_failure_by_who on sign_in_failure (who);
create index sign_in_failure_by_time on sign_in_failure (failed_at);

grant select, insert on organisation, app_user to postroom_app;
grant select, insert, update, delete on session to postroom_app;
grant select, insert, delete on session_token, sign_in_failure to postroom_app;
