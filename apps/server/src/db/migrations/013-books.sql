-- The check of the books: what each run has already read, and the stop of sales when they do not balance.

-- Holds a row while the books do not balance; nothing is sold until it is deleted.
create table sales_stop (
  only_one boolean primary key default true check (only_one),
  broken text not null,
  since timestamptz not null default clock_timestamp()
);
grant select on sales_stop to postroom_app;
grant insert, update, delete on sales_stop to postroom_platform;

-- When everything was last read; without a row the next check reads everything.
create table books_check (
  only_one boolean primary key default true check (only_one),
  whole_at timestamptz not null
);
-- The end of each ledger chain up to which its rows were read.
create table checked_chain (
  name text primary key,
  length bigint not null,
  hash bytea not null
);
-- The balance of each account at these ends.
create table checked_account (
  id text primary key,
  balance bigint not null -- pence
);
-- Purchases inserted or updated since. One row for each change: a row that is only ever inserted cannot be lost between an
-- uncommitted change and a check that does not see it yet.
create table unchecked_purchase (
  id bigint generated always as identity primary key,
  purchase_id uuid not null
);
call confine('books_check', 'false');
call confine('checked_chain', 'false');
call confine('checked_account', 'false');
call confine('unchecked_purchase', 'false');
grant select, insert, update, delete on books_check, checked_chain, checked_account to postroom_platform;
grant select, delete on unchecked_purchase to postroom_platform;

create function note_unchecked() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'purchase' then insert into unchecked_purchase (purchase_id) values (new.id);
  else insert into unchecked_purchase (purchase_id) values (new.purchase_id);
  end if;
  return null;
end $$;
-- Transfers need no trigger: the check finds them in their chains.
create trigger purchase_unchecked after insert or update on purchase
  for each row execute function note_unchecked();
create trigger adjustment_unchecked after insert on carrier_adjustment
  for each row execute function note_unchecked();
create trigger void_unchecked after insert or update on void_request
  for each row execute function note_unchecked();
