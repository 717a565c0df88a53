-- What the application's database role may reach is listed, not left to defaults: functions, the tables of the whole house,
-- and money of the organisation that the connection names.

-- No function is everyone's. Triggers need no right, and functions inside a security definer function run as its owner.
do $$
declare
  f regprocedure;
begin
  for f in select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'sandbox') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('revoke all on routine %s from public', f);
  end loop;
end $$;
alter default privileges revoke execute on routines from public;

-- Parsed once, so that no search path of a caller can give it another meaning.
create or replace function tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.organisation', true), '')::uuid;

grant execute on function tenant, search_terms, tag_term, calendar_day, words_of, shipment_words, manual_words, words_wanted,
  hub_clock, append_hub_message to postroom_app;
grant execute on function chain_text (audit_event), chain_text (transfer), ledger_chain to postroom_platform;

-- Whether the connection works for no organisation in particular. Also true inside a security definer function: it asks for
-- the role that the connection has, not for the owner that the function has.
create function sees_all() returns boolean language sql stable
  return pg_has_role(coalesce(nullif(current_setting('role'), 'none'), session_user::text)::name, 'postroom_platform', 'usage');

-- As before, and for an organisation only between its own accounts and for its own purchases.
create or replace function post(p uuid, k text, d text, c text, a bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not sees_all() and (
    exists (select from unnest(array[d, c]) as side where side ~ '^(cust|held):' and not exists (
      select from carrier_account where organisation_id = tenant() and id::text = split_part(side, ':', 2)))
    or p is not null and not exists (select from purchase where id = p and organisation_id = tenant())) then
    raise insufficient_privilege using message = 'the account or the purchase belongs to another organisation';
  end if;
  if d < c then
    update account set balance = balance - a where id = d;
    update account set balance = balance + a where id = c;
  else
    update account set balance = balance + a where id = c;
    update account set balance = balance - a where id = d;
  end if;
  insert into transfer (purchase_id, kind, debit, credit, amount) values (p, k, d, c, a);
end $$;

-- Guesses, resets, waiting device managers and the ends of all chains are nobody's in particular.
revoke all on sign_in_failure, reset_request, pairing, chain from postroom_app;
grant select, insert, delete on sign_in_failure, reset_request to postroom_platform;
grant select, insert, update, delete on pairing to postroom_platform;
grant select on chain to postroom_platform;
call confine('sign_in_failure', 'false');
call confine('reset_request', 'false');
call confine('pairing', 'false');
call confine('chain', 'false');

-- Each organisation heeds the stop of sales; none may lift it.
revoke insert, update, delete on sales_stop from postroom_app;
grant insert, update, delete on sales_stop to postroom_platform;

-- Guesses are counted for everybody alike, also inside the transaction of an organisation, which may not read them. One count
-- at a time for the same name: guesses at once could each overlook the others. Returns the notes, to take back; null when one
-- name had its most attempts since then already.
create function note_attempt(names text[], maxima int[], since timestamptz, now timestamptz) returns bigint[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  notes bigint[];
begin
  -- kept for a quarter of an hour, also when a limit looks at less
  delete from sign_in_failure where failed_at <= least(since, now - interval '15 minutes');
  perform pg_advisory_xact_lock(hashtextextended(name, 0)) from (
    select name from unnest(names) as name order by name) as in_one_order; -- or two attempts could wait for each other
  if exists (
    select from unnest(names, maxima) as limited (name, maximum)
    where (select count(*) from sign_in_failure where who = name and failed_at > since) >= maximum) then
    return null;
  end if;
  with noted as (insert into sign_in_failure (who, failed_at) select name, now from unnest(names) as name returning id)
    select array_agg(id) into notes from noted;
  return notes;
end $$;
-- A user who is erased takes the guesses at their name along.
create function forget_guesses_at(erased uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from sign_in_failure using app_user
  where app_user.id = erased and (sees_all() or organisation_id = tenant())
    and starts_with(who, 'sign-in as' || chr(10) || username || chr(10))
$$;
revoke all on function note_attempt, forget_guesses_at, sees_all from public;
grant execute on function note_attempt, forget_guesses_at to postroom_app;
