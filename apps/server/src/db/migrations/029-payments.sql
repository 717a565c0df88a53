-- Payments: what customers pay in through Stripe, the payment service. A payment is what Stripe last said of it.

create table payment (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  carrier_account_id uuid not null references carrier_account,
  idem_key text not null,
  amount bigint not null check (amount > 0), -- pence
  reference text not null generated always as (upper(left(id::text, 8))) stored, -- on the statement, and at Stripe
  created_by uuid not null references app_user,
  created_at timestamptz not null default clock_timestamp(),
  session_id text unique, -- of Stripe's page; null until Stripe has answered
  -- `pending`: the customer has paid by a method that takes days. `differs`: Stripe's payment is not ours; nothing is booked.
  state text not null default 'open' constraint state_known check (state in ('open', 'pending', 'paid', 'failed', 'differs')),
  looks int not null default 0, -- looks begun: what an earlier look found is not applied
  look_at timestamptz default clock_timestamp() + interval '1 minute', -- when to look again; null: only after an event
  constraint one_payment_per_key unique (carrier_account_id, idem_key)
);
create index on payment (organisation_id, created_at);
create index on payment (carrier_account_id, created_at, id);
create index on payment (look_at) where look_at is not null;
call confine('payment');
grant select, insert (organisation_id, carrier_account_id, idem_key, amount, created_by) on payment to postroom_app;
grant update (session_id, state, looks, look_at) on payment to postroom_platform;
alter table transfer add foreign key (payment_id) references payment;

create function refuse_unpaid() returns trigger language plpgsql as $$
begin
  raise exception 'payment % was received: what is taken back is a reversal', new.id;
end $$;
create trigger payment_stays_paid before update of state on payment
  for each row when (old.state = 'paid' and new.state <> 'paid') execute function refuse_unpaid();

-- Refunds and disputes: the pence that each took back, and from whom. Both are 0 after a failed refund or a won dispute.
create table payment_reversal (
  id text primary key, -- Stripe's
  payment_id uuid not null references payment,
  kind text not null check (kind in ('refund', 'dispute')),
  by_customer bigint not null check (by_customer >= 0),
  by_platform bigint not null check (by_platform >= 0)
);
create index on payment_reversal (payment_id);
call confine('payment_reversal', 'payment_id in (select id from payment)');
grant select on payment_reversal to postroom_app;
grant insert, update (by_customer, by_platform) on payment_reversal to postroom_platform;

-- Verified events, each once however often it is delivered. An event only says which payment to look at.
create table payment_event (
  id text primary key, -- Stripe's
  type text not null,
  payment_id uuid references payment, -- null: of no payment that is known yet
  at timestamptz not null, -- when Stripe made it
  received_at timestamptz not null default clock_timestamp()
);
create index on payment_event (at);
call confine('payment_event', 'false');
grant select, insert on payment_event to postroom_platform;
create trigger payment_event_append_only before update or delete or truncate on payment_event
  for each statement execute function refuse_change();

-- Where Stripe and we disagree. Nothing is booked for it; a person has to look.
create table payment_difference (
  id bigint generated always as identity primary key,
  payment_id uuid references payment,
  kind text not null check (kind in ('unknown_payment', 'other_session', 'amount', 'currency', 'went_back')),
  object text not null, -- Stripe's id of what differs
  ours text not null,
  stripes text not null,
  at timestamptz not null default clock_timestamp(),
  constraint one_difference unique (kind, object, stripes)
);
create index on payment_difference (payment_id);
call confine('payment_difference', 'false');
grant select, insert on payment_difference to postroom_platform;
create trigger payment_difference_append_only before update or delete or truncate on payment_difference
  for each statement execute function refuse_change();

-- Payments whose transfers do not add up to their state and reversals, or touch the money of another account.
create view payment_unexplained as
select payment.id
from payment
left join lateral (
  select
    coalesce(sum(case when credit like 'pending:%' then amount when debit like 'pending:%' then -amount end), 0) as waiting,
    coalesce(sum(amount) filter (where kind = 'topup'), 0) as received,
    coalesce(sum(case when debit like 'cust:%' then amount when credit like 'cust:%' then -amount end)
      filter (where kind <> 'topup'), 0) as by_customer,
    coalesce(sum(case debit when 'platform:loss' then amount else case credit when 'platform:loss' then -amount end end), 0)
      as by_platform,
    coalesce(bool_or(chain not in ('ledger:house', 'ledger:' || payment.carrier_account_id)), false) as strange
  from transfer where payment_id = payment.id) as moved on true
left join lateral (
  select coalesce(sum(by_customer), 0) as by_customer, coalesce(sum(by_platform), 0) as by_platform
  from payment_reversal where payment_id = payment.id) as reversed on true
where strange or (waiting, received, moved.by_customer, moved.by_platform) is distinct from (
  case state when 'pending' then amount else 0 end, case state when 'paid' then amount else 0 end,
  reversed.by_customer, reversed.by_platform);
grant select on payment_unexplained to postroom_platform;

-- Checked at the end of the transaction, whichever side changed.
create function refuse_unexplained_payment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from payment_unexplained where id =
    case tg_table_name when 'payment' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'payment_id')::uuid end) then
    raise exception 'the transfers of a payment do not add up to it';
  end if;
  return null;
end $$;
create constraint trigger payment_explained after update on payment deferrable initially deferred
  for each row when (old.state <> new.state) execute function refuse_unexplained_payment();
create constraint trigger reversal_explained after insert or update on payment_reversal deferrable initially deferred
  for each row execute function refuse_unexplained_payment();
create constraint trigger payment_transfer_explained after insert on transfer deferrable initially deferred
  for each row when (new.payment_id is not null) execute function refuse_unexplained_payment();
