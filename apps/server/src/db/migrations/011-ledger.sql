-- The ledger. The database enforces its invariants, even against our own code: only post() moves money, every movement
-- is a transfer, and no transfer is changed or deleted.

create table transfer (
  id bigint generated always as identity primary key,
  purchase_id uuid references purchase (id),
  payment_id uuid, -- references payment (029-payments.sql)
  kind text not null
    constraint kind_known
    check (kind in ('topup', 'hold', 'capture', 'fee', 'release', 'refund', 'fee_refund', 'adjustment',
      'payment_pending', 'payment_failed', 'payment_refund', 'refund_failed', 'dispute', 'dispute_won')),
  debit text not null references account (id),
  credit text not null references account (id),
  amount bigint not null check (amount > 0), -- pence
  at timestamptz not null default clock_timestamp(),
  -- The trigger below fills these three. They are nullable so that verification can name a row written without it.
  chain text,
  seq bigint,
  hash bytea,
  constraint two_accounts check (debit <> credit),
  constraint purchase_unless_topup check ((purchase_id is null) = (kind in ('topup', 'payment_pending', 'payment_failed',
    'payment_refund', 'refund_failed', 'dispute', 'dispute_won'))),
  constraint payment_of_provider check ((payment_id is not null) = (concat_ws(' ', debit, credit) ~ '\m(provider|pending):')),
  -- A hold is released whole, or captured: the carrier gets its charge (capture), we get our own fees (fee), and the
  -- customer what the carrier charged less (release). A void refunds the parts, each from the account it went to. A
  -- later change of the carrier's charge is an adjustment: in favour of the customer, or between platform and carrier.
  -- A payment is pending, or goes to the customer at once. What the provider takes back by a refund or a dispute comes
  -- from the customer as far as their money goes, and from the platform above that; each may come back.
  constraint movement_allowed check (case kind
    when 'topup' then credit like 'cust:%'
      and (debit in ('bank', 'provider:stripe') or debit = 'pending:' || substr(credit, 6))
    when 'payment_pending' then debit = 'provider:stripe' and credit like 'pending:%'
    when 'payment_failed' then debit like 'pending:%' and credit = 'provider:stripe'
    when 'payment_refund' then (debit like 'cust:%' or debit = 'platform:loss') and credit = 'provider:stripe'
    when 'dispute' then (debit like 'cust:%' or debit = 'platform:loss') and credit = 'provider:stripe'
    when 'refund_failed' then debit = 'provider:stripe' and (credit like 'cust:%' or credit = 'platform:loss')
    when 'dispute_won' then debit = 'provider:stripe' and (credit like 'cust:%' or credit = 'platform:loss')
    when 'hold' then debit like 'cust:%' and credit = 'held:' || substr(debit, 6)
    when 'capture' then debit like 'held:%' and credit like 'carrier:%'
    when 'fee' then debit like 'held:%' and credit = 'revenue:fees'
    when 'release' then debit like 'held:%' and credit = 'cust:' || substr(debit, 6)
    when 'refund' then debit like 'carrier:%' and credit like 'cust:%'
    when 'fee_refund' then debit = 'revenue:fees' and credit like 'cust:%'
    when 'adjustment' then debit like 'carrier:%' and (credit like 'cust:%' or credit = 'platform:loss')
      or debit = 'platform:loss' and credit like 'carrier:%' end)
);
create index on transfer (purchase_id);
create index on transfer (payment_id) where payment_id is not null;
create index on transfer (debit);
create index on transfer (credit);
-- Each kind at most once for a purchase, apart from adjustments; a payment is received once.
create unique index one_hold on transfer (purchase_id) where kind = 'hold';
create unique index one_capture on transfer (purchase_id) where kind = 'capture';
create unique index one_fee on transfer (purchase_id) where kind = 'fee';
create unique index one_release on transfer (purchase_id) where kind = 'release';
create unique index one_refund on transfer (purchase_id) where kind = 'refund';
create unique index one_fee_refund on transfer (purchase_id) where kind = 'fee_refund';
create unique index one_topup on transfer (payment_id) where kind = 'topup';
create unique index transfer_in_chain on transfer (chain, seq);
-- The lines of statements: they are counted and narrowed to days.
create index transfer_line on transfer (chain, at)
  where kind not in ('hold', 'release', 'payment_pending', 'payment_failed');
-- Includes what the platform bears of an organisation's purchase: a void refunds it.
call confine('transfer', $$ case when purchase_id is null
  then exists (select from carrier_account mine where 'ledger:' || mine.id = chain)
  else exists (select from purchase mine where mine.id = purchase_id) end $$);
grant select on transfer to postroom_app;

-- Moves `a` pence from account `d` to account `c`. A connection of an organisation moves money only between its own accounts
-- and for its own purchases, and none of a payment. Accounts are locked in the order of their ids, so that two movements never deadlock.
create function post(p uuid, k text, d text, c text, a bigint, pay uuid default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not sees_all() and (
    exists (select from unnest(array[d, c]) as side where side ~ '^(cust|held|pending):' and not exists (
      select from carrier_account where organisation_id = tenant() and id::text = split_part(side, ':', 2)))
    or pay is not null
    or p is not null and not exists (select from purchase where id = p and organisation_id = tenant())) then
    raise insufficient_privilege using message = 'the account or the purchase belongs to another organisation, or a provider';
  end if;
  if d < c then
    update account set balance = balance - a where id = d;
    update account set balance = balance + a where id = c;
  else
    update account set balance = balance + a where id = c;
    update account set balance = balance - a where id = d;
  end if;
  insert into transfer (purchase_id, payment_id, kind, debit, credit, amount) values (p, pay, k, d, c, a);
end $$;
grant execute on function post to postroom_app;

create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();

-- A hold is resolved to the penny: nothing of it stays behind or is spent twice, postage that exists is paid for, and
-- no other. Checked at the end of the transaction.
create function refuse_partial_resolution() returns trigger language plpgsql as $$
begin
  if exists (
    select from transfer join purchase on purchase.id = purchase_id where purchase_id = new.purchase_id
    having sum(transfer.amount) filter (where kind = 'hold')
        is distinct from sum(transfer.amount) filter (where kind in ('capture', 'fee', 'release'))
      or bool_or(kind = 'capture' and transfer.amount <> payable - own_fees)
      or bool_or(kind = 'fee' and transfer.amount <> own_fees)
      or bool_or(kind = 'capture') is distinct from (max(carrier_no) is not null)) then
    raise exception 'what was held for % is not resolved to the penny', new.purchase_id;
  end if;
  return null;
end $$;
create constraint trigger hold_resolved_whole after insert on transfer deferrable initially deferred
  for each row when (new.kind in ('capture', 'fee', 'release')) execute function refuse_partial_resolution();

-- A void refunds what was taken, each part to the penny, to the account that paid; adjustments may have refunded part
-- of it before, never more. Checked at the end of the transaction.
create function refuse_partial_refund() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select coalesce(sum(amount) filter (where kind = 'capture'), 0) as captured,
        coalesce(sum(amount) filter (where kind = 'fee'), 0) as fee,
        coalesce(sum(amount) filter (where kind in ('refund', 'adjustment') and credit like 'cust:%'), 0) as given_back,
        coalesce(sum(amount) filter (where kind = 'fee_refund'), 0) as fee_given_back,
        bool_or(kind in ('refund', 'fee_refund')) as is_voided,
        min(debit) filter (where kind = 'hold') as customer,
        min(credit) filter (where credit like 'cust:%' and kind in ('refund', 'fee_refund', 'adjustment')) as first_receiver,
        max(credit) filter (where credit like 'cust:%' and kind in ('refund', 'fee_refund', 'adjustment')) as last_receiver
      from transfer where purchase_id = new.purchase_id) as sums
    where given_back > captured or is_voided and (given_back, fee_given_back) <> (captured, fee)
      or first_receiver <> customer or last_receiver <> customer or captured = 0) then
    raise exception 'what was taken for % is not given back to the penny', new.purchase_id;
  end if;
  return null;
end $$;
create constraint trigger refunded_whole after insert on transfer deferrable initially deferred
  for each row when (new.kind in ('refund', 'fee_refund', 'adjustment')) execute function refuse_partial_refund();

-- Money of a purchase moves through the clearing account of its own carrier.
create function refuse_other_carrier() returns trigger language plpgsql as $$
begin
  if exists (
    select from purchase where id = new.purchase_id
      and 'carrier:' || carrier_code <> case when new.debit like 'carrier:%' then new.debit else new.credit end) then
    raise exception 'purchase % belongs to another carrier', new.purchase_id;
  end if;
  return null;
end $$;
create trigger transfer_to_own_carrier after insert on transfer
  for each row when (new.debit like 'carrier:%' or new.credit like 'carrier:%') execute function refuse_other_carrier();

-- Changes of a carrier's charge after the purchase, each once by the carrier's own reference.
create table carrier_adjustment (
  carrier_code text not null references carrier,
  reference text not null check (reference <> ''),
  purchase_id uuid not null references purchase,
  change bigint not null check (change <> 0), -- pence; above zero: the carrier charges more
  after_void boolean not null,
  of_return boolean not null default false, -- for a return label that was used: what the customer agreed to does not cover it
  at timestamptz not null default clock_timestamp(),
  primary key (carrier_code, reference)
);
create index on carrier_adjustment (purchase_id);
call confine('carrier_adjustment', 'exists (select from purchase where purchase.id = carrier_adjustment.purchase_id)');
grant select, insert on carrier_adjustment to postroom_platform;
-- An adjustment needs a carrier's charge that explains it. Checked at the end of the transaction.
create function refuse_unexplained() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  got bigint;
begin
  select coalesce(sum(case when credit like 'carrier:%' then amount when debit like 'carrier:%' then -amount end), 0)
    into got from transfer where purchase_id = new.purchase_id;
  if got is distinct from (
    select case when state = 'VOIDED' then 0 else coalesce(charged, amount - own_fees) end + coalesce((
      select sum(change) from carrier_adjustment where purchase_id = purchase.id and after_void = (state = 'VOIDED')), 0)
    from purchase where id = new.purchase_id) then
    raise exception 'the adjustment of % is not what the carrier charged', new.purchase_id;
  end if;
  return null;
end $$;
create constraint trigger transfer_explained after insert on transfer deferrable initially deferred
  for each row when (new.kind = 'adjustment') execute function refuse_unexplained();
create trigger carrier_adjustment_append_only before update or delete or truncate on carrier_adjustment
  for each statement execute function refuse_change();

-- Each customer has a chain of their own.
create function ledger_chain(debit text, credit text) returns text language sql immutable as $$
  select 'ledger:' || coalesce(
    substring(debit from '^(?:cust|held|pending):(.*)$'), substring(credit from '^(?:cust|held|pending):(.*)$'), 'house')
$$;
create function chain_text(t transfer) returns text language sql stable as $$
  select jsonb_build_array(t.id, t.purchase_id, t.payment_id, t.kind, t.debit, t.credit, t.amount, extract(epoch from t.at))::text
$$;
grant execute on function ledger_chain, chain_text (transfer) to postroom_platform;
create function chain_transfer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.chain := ledger_chain(new.debit, new.credit);
  select length, hash into new.seq, new.hash from extend_chain(new.chain, chain_text(new));
  return new;
end $$;
create trigger transfer_chained before insert on transfer for each row execute function chain_transfer();
