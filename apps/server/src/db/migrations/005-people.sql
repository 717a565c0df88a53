-- What people do with their own account: passwords, where they are signed in, a second step, what they keep.

alter table session
  add started_at timestamptz not null default clock_timestamp(),
  add user_agent text not null default '',
  add address text not null default '';
update session set started_at = ends_at - interval '12 hours';

-- Passwords said to be forgotten, as they were asked: whether there is such a user is looked up after the answer.
create table reset_request (
  id bigint generated always as identity primary key,
  login text not null, -- username or e-mail address
  asked_at timestamptz not null
);

-- At most one for each user: a newer token takes the place of the older.
create table password_reset (
  user_id uuid primary key references app_user on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null
);
create index app_user_by_email on app_user (lower(email));

-- Codes of an authenticator app (RFC 6238). A secret is pending until a first code proves that the app has it.
create table two_factor (
  user_id uuid primary key references app_user on delete cascade,
  secret text,
  pending_secret text,
  last_period bigint not null default 0 -- of the code used last: no code is good twice
);
create table recovery_code (
  user_id uuid not null references two_factor on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- Whatever JSON a user keeps under a key. Text, because jsonb refuses some strings that JSON allows.
create table user_data (
  user_id uuid not null references app_user on delete cascade,
  key text not null check (key ~ '^[a-z0-9._-]{1,64}$'),
  value text not null check (octet_length(value) <= 65536),
  primary key (user_id, key)
);

grant select, insert, delete on reset_request to postroom_app;
grant select, insert, update, delete on password_reset, two_factor, recovery_code, user_data to postroom_app;
grant update (fullname, email, password_hash) on app_user to postroom_app;
