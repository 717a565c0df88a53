-- Roles, row security and rights that every later table uses.

create extension if not exists unaccent;
create extension if not exists btree_gin;

-- postroom_app works for one organisation, named in the setting app.organisation, and sees only its rows.
-- postroom_platform works for all of them (signing in, settling, the command line) and sees all rows. Neither owns
-- anything.
do $$ begin
  if not exists (select from pg_roles where rolname = 'postroom_app') then create role postroom_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'postroom_platform') then
    create role postroom_platform nologin;
    grant postroom_app to postroom_platform;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster was quicker
end $$;
grant usage on schema public to postroom_app;

-- Every function below states who may execute it. Triggers, and functions called inside a security definer function, need
-- no right.
alter default privileges revoke execute on routines from public;

create function tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.organisation', true), '')::uuid;
grant execute on function tenant to postroom_app;

-- Whether the connection works as postroom_platform. Also correct inside a security definer function: it reads the role
-- of the connection, not the owner of the function.
create function sees_all() returns boolean language sql stable
  return pg_has_role(coalesce(nullif(current_setting('role'), 'none'), session_user::text)::name, 'postroom_platform', 'usage');

-- Row security of a table: which rows postroom_app sees and writes. A test finds tables without it.
create procedure confine(table_name regclass, rows_of_tenant text default 'organisation_id = (select tenant())')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('create policy tenant on %s to postroom_app using (%s)', table_name, rows_of_tenant);
  execute format('create policy platform on %s to postroom_platform using (true)', table_name);
end $$;

-- For triggers that make a table append-only, or a row final.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name;
end $$;
