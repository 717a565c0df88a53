-- What moved on our balance at Stripe, day by day, to compare with the ledger. Nothing is booked from it.

create table provider_movement (
  id text primary key, -- Stripe's
  type text not null, -- Stripe's: charge, refund, adjustment, payout, …
  payment_id uuid references payment, -- null: none of ours
  amount bigint not null, -- pence before the fee, as is the fee; below zero: taken from us
  fee bigint not null,
  at timestamptz not null,
  unique (id, amount)
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

-- A line that is set aside as a payout of Stripe: each arrives once, whole.
alter table bank_line_outcome
  add column payout_id text,
  add column payout_amount bigint generated always as (case when payout_id is not null then -amount end) stored,
  add constraint payout_has_reason check (payout_id is null or reason is not null),
  add constraint one_line_per_payout unique (payout_id),
  add constraint payout_of_amount foreign key (payout_id, payout_amount) references provider_movement (id, amount);
