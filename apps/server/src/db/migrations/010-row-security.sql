-- The second line behind every 'where organisation_id = …': a connection of postroom_app sees the rows of the organisation
-- named in app.organisation, and none when none is named. Work for no organisation in particular is done as
-- postroom_platform, which sees all. A table made later states its policy itself; a test finds those that do not.

do $$ begin
  if not exists (select from pg_roles where rolname = 'postroom_platform') then
    create role postroom_platform nologin;
    grant postroom_app to postroom_platform;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster was quicker
end $$;

create function tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.organisation', true), '')::uuid;

create procedure confine(table_name regclass, rows_of_tenant text) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('create policy tenant on %s to postroom_app using (%s)', table_name, rows_of_tenant);
  execute format('create policy platform on %s to postroom_platform using (true)', table_name);
end $$;

-- A row belongs to its organisation, or to what it hangs on: the first of these columns that is never empty says so.
do $$
declare
  t record;
begin
  for t in
    select distinct on (c.oid) c.oid::regclass as name,
      case when link.parent is null then 'organisation_id = (select tenant())'
        else format('exists (select from %I parent where parent.id = %I.%I)', link.parent, c.relname, a.attname) end as mine
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnotnull and not a.attisdropped
    join (values (1, 'organisation_id', null), (2, 'purchase_id', 'purchase'), (3, 'user_id', 'app_user'),
                 (4, 'session_id', 'session'), (5, 'hub_id', 'hub')) link (rank, col, parent) on link.col = a.attname
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.oid, link.rank
  loop
    call confine(t.name, t.mine);
  end loop;
end $$;

call confine('organisation', 'id = (select tenant())');
call confine('account', $$ split_part(id, ':', 2) in (select id::text from carrier_account) $$);
call confine('transfer', $$ exists (select from carrier_account mine
  where mine.id::text in (split_part(debit, ':', 2), split_part(credit, ':', 2))) $$);
