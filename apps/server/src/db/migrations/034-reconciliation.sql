-- What moved on our balance at Stripe, day by day, to compare with the ledger. Nothing is booked from it.

create table provider_movement (
  id text primary key, -- Stripe's
  type text not null, -- Stripe's: charge, refund, adjustment, payout, …
  payment_id uuid references payment, -- null: none of ours
  amount bigint not null, -- pence before the fee, as is the fee; below zero: taken from us
  fee bigint not null,
  at timestamptz not null
);
create index on provider_movement (at);
create index on provider_movement (payment_id);
call confine('provider_movement', 'false');
grant select, insert on provider_movement to postroom_platform;

-- The UK days whose movements are stored, each whole.
create table provider_day (
  day date primary key,
  read_at timestamptz not null default clock_timestamp()
);
call confine('provider_day', 'false');
grant select, insert on provider_day to postroom_platform;

create trigger provider_movement_append_only before update or delete or truncate on provider_movement
  for each statement execute function refuse_change();
create trigger provider_day_append_only before update or delete or truncate on provider_day
  for each statement execute function refuse_change();

-- the payments that moved on a day
create index on transfer (at) where payment_id is not null;
