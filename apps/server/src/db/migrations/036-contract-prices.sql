-- Prices that a carrier has agreed with one account. A list never changes: it is withdrawn before it begins, or followed by
-- the next. Only the platform writes them.

alter table carrier_account add unique (id, organisation_id);

create table contract_price_list (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null,
  carrier_account_id uuid not null,
  effective_from date not null, -- from 00:00 London
  prices jsonb not null, -- rows of domain/tariffs/contract-list.ts; a price in pence, null: not offered
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'), -- of the file
  added_by uuid not null references app_user,
  added_on date not null, -- the UK day, as are the others
  added_at timestamptz not null default clock_timestamp(),
  withdrawn_by uuid references app_user,
  withdrawn_on date,
  foreign key (carrier_account_id, organisation_id) references carrier_account (id, organisation_id),
  constraint some_prices check (case jsonb_typeof(prices) when 'array' then jsonb_array_length(prices) between 1 and 2000 else false end),
  constraint added_before_it_begins check (added_on < effective_from),
  constraint withdrawn_before_it_begins check (withdrawn_on < effective_from),
  constraint withdrawn_by_somebody check ((withdrawn_by is null) = (withdrawn_on is null))
);
create unique index one_contract_per_day on contract_price_list (carrier_account_id, effective_from) where withdrawn_on is null;
create index on contract_price_list (organisation_id);
create index on contract_price_list (effective_from, id);
call confine('contract_price_list');
grant select on contract_price_list to postroom_app;
grant insert (organisation_id, carrier_account_id, effective_from, prices, sha256, added_by, added_on),
  update (withdrawn_by, withdrawn_on) on contract_price_list to postroom_platform;

create trigger contract_price_list_kept before delete or truncate on contract_price_list
  for each statement execute function refuse_change();
create trigger contract_price_list_final before update on contract_price_list for each row
  when (old.withdrawn_on is not null or (new.id, new.organisation_id, new.carrier_account_id, new.effective_from, new.prices,
      new.sha256, new.added_by, new.added_on, new.added_at)
    is distinct from (old.id, old.organisation_id, old.carrier_account_id, old.effective_from, old.prices,
      old.sha256, old.added_by, old.added_on, old.added_at))
  execute function refuse_change();

-- The account names its contracts, so that whoever reads or locks it knows which prices apply, without a further question. A
-- purchase that waits for the lock of the account sees them as they are then.
alter table carrier_account add contracts jsonb not null default '[]'; -- [{id, effective_from}], without those withdrawn
revoke insert on carrier_account from postroom_app;
grant insert (organisation_id, carrier_code, name, is_active, pricing, billing, purchases_per_minute, pence_per_day, low_balance)
  on carrier_account to postroom_app;

create function name_contracts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update carrier_account set contracts = (
    select coalesce(jsonb_agg(jsonb_build_object('id', list.id, 'effective_from', list.effective_from) order by list.effective_from), '[]')
    from contract_price_list list where list.carrier_account_id = new.carrier_account_id and withdrawn_on is null)
  where id = new.carrier_account_id;
  return null;
end $$;
create trigger contract_price_list_named after insert or update on contract_price_list
  for each row execute function name_contracts();
