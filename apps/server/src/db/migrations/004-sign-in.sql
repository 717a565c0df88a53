-- Signing in: throttled attempts, forgotten passwords, two-factor codes.

-- Attempts per counter (a username and an address, for example), counted for all server processes and organisations together.
create table sign_in_failure (
  id bigint generated always as identity primary key,
  counter text not null,
  failed_at timestamptz not null
);
create index sign_in_failure_by_counter on sign_in_failure (counter);
create index sign_in_failure_by_time on sign_in_failure (failed_at);
call confine('sign_in_failure', 'false');
grant select, insert, delete on sign_in_failure to postroom_platform;

-- Records one attempt in each counter. @returns the ids of the rows, so that they can be deleted after a success; null when
-- a name already has its maximum since then. Transactions of an organisation call it too, although they may not read the
-- table.
create function record_attempt(names text[], maxima int[], since timestamptz, now timestamptz) returns bigint[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  notes bigint[];
begin
  -- kept for a quarter of an hour, also when a limit looks at less
  delete from sign_in_failure where failed_at <= least(since, now - interval '15 minutes');
  -- one count at a time for the same name: simultaneous attempts could each overlook the others
  perform pg_advisory_xact_lock(hashtextextended(name, 0)) from (
    select name from unnest(names) as name order by name) as in_one_order; -- prevents deadlocks
  if exists (
    select from unnest(names, maxima) as limited (name, maximum)
    where (select count(*) from sign_in_failure where counter = name and failed_at > since) >= maximum) then
    return null;
  end if;
  with noted as (insert into sign_in_failure (counter, failed_at) select name, now from unnest(names) as name returning id)
    select array_agg(id) into notes from noted;
  return notes;
end $$;
grant execute on function record_attempt to postroom_app;

-- Erasing a user also deletes the attempts at their name.
create function clear_guesses_at(erased uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from sign_in_failure using app_user
  where app_user.id = erased and (sees_all() or organisation_id = tenant())
    and starts_with(counter, 'sign-in as' || chr(10) || username || chr(10))
$$;
grant execute on function clear_guesses_at to postroom_app;

-- Clears the count of reset mails: revoked links do not count against the limit.
create function clear_resets_of(owner uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from sign_in_failure using app_user
  where app_user.id = owner and (sees_all() or organisation_id = tenant()) and counter = 'reset of' || chr(10) || owner::text
$$;
grant execute on function clear_resets_of to postroom_app, postroom_platform;

-- Requests to reset a password, as received. Whether such a user exists is looked up after the response.
create table reset_request (
  id bigint generated always as identity primary key,
  login text not null, -- username or e-mail address
  asked_at timestamptz not null
);
call confine('reset_request', 'false');
grant select, insert, delete on reset_request to postroom_platform;

-- At most one for each user: a new token replaces the previous one.
create table password_reset (
  user_id uuid primary key references app_user on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null
);
call confine('password_reset', 'exists (select from app_user where app_user.id = password_reset.user_id)');

-- Codes of an authenticator app (RFC 6238). A secret is pending until a first code proves that the app has it.
create table two_factor (
  user_id uuid primary key references app_user on delete cascade,
  secret text,
  pending_secret text,
  last_period bigint not null default 0, -- of the last code used: no code works twice
  failures integer not null default 0 -- wrong codes since the last correct one, from any address
);
call confine('two_factor', 'exists (select from app_user where app_user.id = two_factor.user_id)');

create table recovery_code (
  user_id uuid not null references two_factor on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);
call confine('recovery_code', 'exists (select from app_user where app_user.id = recovery_code.user_id)');
grant select, insert, update, delete on password_reset, two_factor, recovery_code to postroom_app;
