-- The ledger. The database keeps its promises, also against our own code: only post() moves money, every movement is a
-- transfer, and no transfer is changed or deleted.

create table transfer (
  id bigint generated always as identity primary key,
  purchase_id uuid references purchase (id),
  kind text not null
    constraint kind_known check (kind in ('topup', 'hold', 'capture', 'fee', 'release', 'refund', 'fee_refund')),
  debit text not null references account (id),
  credit text not null references account (id),
  amount bigint not null check (amount > 0), -- pence
  at timestamptz not null default clock_timestamp(),
  -- The trigger below fills these three. They are nullable so that verification can name a row written without it.
  chain text,
  seq bigint,
  hash bytea,
  constraint two_accounts check (debit <> credit),
  constraint purchase_unless_topup check ((kind = 'topup') = (purchase_id is null)),
  -- A held amount goes back whole (release), or to the carrier (capture) and, where there are own fees, to us (fee). A void
  -- returns both parts, each from where it went.
  constraint movement_allowed check (case kind
    when 'topup' then debit = 'bank' and credit like 'cust:%'
    when 'hold' then debit like 'cust:%' and credit = 'held:' || substr(debit, 6)
    when 'capture' then debit like 'held:%' and credit = 'carrier:RM'
    when 'fee' then debit like 'held:%' and credit = 'revenue:fees'
    when 'release' then debit like 'held:%' and credit = 'cust:' || substr(debit, 6)
    when 'refund' then debit = 'carrier:RM' and credit like 'cust:%'
    when 'fee_refund' then debit = 'revenue:fees' and credit like 'cust:%' end)
);
create index on transfer (purchase_id);
create index on transfer (debit);
create index on transfer (credit);
-- Each kind at most once for a purchase; and either one release, or one capture and at most one fee.
create unique index one_hold on transfer (purchase_id) where kind = 'hold';
create unique index one_resolution on transfer (purchase_id) where kind in ('capture', 'release');
create unique index one_fee_or_release on transfer (purchase_id) where kind in ('fee', 'release');
create unique index one_refund on transfer (purchase_id) where kind = 'refund';
create unique index one_fee_refund on transfer (purchase_id) where kind = 'fee_refund';
create unique index transfer_in_chain on transfer (chain, seq);
call confine('transfer', $$ exists (select from carrier_account mine
  where mine.id::text in (split_part(debit, ':', 2), split_part(credit, ':', 2))) $$);
grant select on transfer to postroom_app;

-- Moves `a` pence from account `d` to account `c`. A connection of an organisation moves money only between its own accounts
-- and for its own purchases. Accounts are locked in the order of their ids, so that two movements never deadlock.
create function post(p uuid, k text, d text, c text, a bigint) returns void
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
grant execute on function post to postroom_app;

create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();

-- A hold is resolved to the penny: nothing of it stays behind or is spent twice. Checked at the end of the transaction.
create function refuse_partial_resolution() returns trigger language plpgsql as $$
begin
  if (select sum(amount) filter (where kind = 'hold')
        is distinct from sum(amount) filter (where kind in ('capture', 'fee', 'release'))
      from transfer where purchase_id = new.purchase_id) then
    raise exception 'what was held for % is not resolved to the penny', new.purchase_id;
  end if;
  return null;
end $$;
create constraint trigger hold_resolved_whole after insert on transfer deferrable initially deferred
  for each row when (new.kind in ('capture', 'fee', 'release')) execute function refuse_partial_resolution();

-- A refund returns what was taken, each part to the penny, to the account that paid. Checked at the end of the transaction.
create function refuse_partial_refund() returns trigger language plpgsql as $$
begin
  if exists (
    select from transfer where purchase_id = new.purchase_id
    having sum(amount) filter (where kind = 'refund') is distinct from sum(amount) filter (where kind = 'capture')
        or sum(amount) filter (where kind = 'fee_refund') is distinct from sum(amount) filter (where kind = 'fee')
        or min(debit) filter (where kind = 'hold') is distinct from new.credit) then
    raise exception 'what was taken for % is not given back to the penny', new.purchase_id;
  end if;
  return null;
end $$;
create constraint trigger refunded_whole after insert on transfer deferrable initially deferred
  for each row when (new.kind in ('refund', 'fee_refund')) execute function refuse_partial_refund();

-- Each customer has a chain of their own.
create function ledger_chain(debit text, credit text) returns text language sql immutable as $$
  select 'ledger:' || coalesce(substring(debit from '^(?:cust|held):(.*)$'), substring(credit from '^(?:cust|held):(.*)$'), 'house')
$$;
create function chain_text(t transfer) returns text language sql stable as $$
  select jsonb_build_array(t.id, t.purchase_id, t.kind, t.debit, t.credit, t.amount, extract(epoch from t.at))::text
$$;
grant execute on function ledger_chain, chain_text (transfer) to postroom_platform;
create function chain_transfer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.chain := ledger_chain(new.debit, new.credit);
  select length, hash into new.seq, new.hash from extend_chain(new.chain, chain_text(new));
  return new;
end $$;
create trigger transfer_chained before insert on transfer for each row execute function chain_transfer();
