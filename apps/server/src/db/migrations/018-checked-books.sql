-- How far the books were found right: what the check of each minute goes on from. Only the check itself writes here.

-- When everything was last read; no row: the next check reads everything.
create table books_check (
  only_one boolean primary key default true check (only_one),
  whole_at timestamptz not null
);
-- The end of each chain of the ledger up to which its rows were read.
create table checked_chain (
  name text primary key,
  length bigint not null,
  hash bytea not null
);
-- What each account held at these ends: the sum of all rows read.
create table checked_account (
  id text primary key,
  balance bigint not null -- pence
);
-- Purchases that were made or changed since. One row for each change: rows that only grow are never lost between a change
-- that is not committed yet and a check that does not see it.
create table unchecked_purchase (
  id bigint generated always as identity primary key,
  purchase_id uuid not null
);

create function note_unchecked() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'purchase' then insert into unchecked_purchase (purchase_id) values (new.id);
  else insert into unchecked_purchase (purchase_id) values (new.purchase_id);
  end if;
  return null;
end $$;
-- Steps are written by triggers of the purchase itself, and movements are found in their chains.
create trigger purchase_unchecked after insert or update on purchase
  for each row execute function note_unchecked();
create trigger void_unchecked after insert or update on void_request
  for each row execute function note_unchecked();
revoke all on function note_unchecked from public;

call confine('books_check', 'false');
call confine('checked_chain', 'false');
call confine('checked_account', 'false');
call confine('unchecked_purchase', 'false');
grant select, insert, update, delete on books_check, checked_chain, checked_account to postroom_platform;
grant select, delete on unchecked_purchase to postroom_platform;
