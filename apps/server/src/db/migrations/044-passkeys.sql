-- Passkeys (WebAuthn): keys with which users sign in without a password, or after it.

create table passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) <= 2048), -- COSE
  counter bigint not null, -- of its signatures; 0 where the authenticator does not count them
  synced boolean not null, -- copied to other devices by its authenticator, as of its last use
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index on passkey (user_id);
call confine('passkey', 'exists (select from app_user where app_user.id = passkey.user_id)');
grant select, insert, delete, update (counter, synced, name, last_used_at) on passkey to postroom_app;

-- What an authenticator has to sign, once. A sign-in names no user before it is signed.
create table passkey_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose text not null check (purpose in ('sign_in', 'second_step', 'register', 'confirm')),
  user_id uuid references app_user on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (user_id is null))
);
create index on passkey_challenge (user_id);
create index on passkey_challenge (expires_at);
call confine('passkey_challenge', 'exists (select from app_user where app_user.id = passkey_challenge.user_id)');
grant select, insert, delete on passkey_challenge to postroom_app;
