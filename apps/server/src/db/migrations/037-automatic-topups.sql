-- Automatic top-up: a card that Stripe keeps is charged when an account falls below a threshold. Off without a row.

create table automatic_topup (
  carrier_account_id uuid primary key references carrier_account,
  organisation_id uuid not null references organisation,
  customer_id text unique, -- Stripe's; null until Stripe has answered. It stays when automatic top-up is turned off
  state text not null default 'off' constraint state_known check (state in ('off', 'on', 'paused', 'unconfirmed')),
  paused_for text check (paused_for in ('card_declined', 'card_expired', 'insufficient_funds', 'differs', 'not_confirmed')),
  unconfirmed uuid references payment, -- the payment that the owner of the card must confirm: nothing is charged before
  threshold bigint not null check (threshold > 0), -- pence; charged below it
  amount bigint not null check (amount between 500 and 500000), -- pence, as a payment that a person starts
  most_a_day int not null check (most_a_day between 1 and 10), -- charges in 24 hours
  agreed_by uuid not null references app_user,
  agreed_at timestamptz not null default clock_timestamp(),
  check ((state = 'paused') = (paused_for is not null)),
  check ((state = 'unconfirmed') = (unconfirmed is not null))
);
create index on automatic_topup (carrier_account_id) where state = 'on';
create index on automatic_topup (unconfirmed) where unconfirmed is not null;
call confine('automatic_topup');
grant select, insert on automatic_topup to postroom_app;
grant update (customer_id, state, paused_for, unconfirmed, threshold, amount, most_a_day, agreed_by, agreed_at)
  on automatic_topup to postroom_app;

-- A card, from the page on which it is entered until Stripe has detached it; the row is then deleted.
create table saved_card (
  id uuid primary key default gen_random_uuid(), -- the key of its page at Stripe
  organisation_id uuid not null references organisation,
  carrier_account_id uuid not null references automatic_topup,
  session_id text unique, -- of the page; null until Stripe has answered
  -- `asked`: the page is open. `unwanted`: another card replaced it, or automatic top-up was turned off.
  state text not null default 'asked' check (state in ('asked', 'saved', 'unwanted')),
  payment_method_id text unique, -- Stripe's
  brand text,
  last4 text check (last4 ~ '^[0-9]{4}$'),
  expires text check (expires ~ '^[0-9]{4}-[0-9]{2}$'), -- the last month
  created_at timestamptz not null default clock_timestamp(),
  look_at timestamptz default clock_timestamp() + interval '1 minute', -- when to ask Stripe again; null: never
  check (state <> 'saved' or (session_id, payment_method_id, brand, last4, expires) is not null)
);
create unique index one_card_of_a_state on saved_card (carrier_account_id, state) where state <> 'unwanted';
create index on saved_card (carrier_account_id);
create index on saved_card (look_at) where look_at is not null;
call confine('saved_card');
grant select, insert, update (state, look_at) on saved_card to postroom_app;
grant delete, update (session_id, payment_method_id, brand, last4, expires) on saved_card to postroom_platform;

-- A payment is made on a page, or charged to a saved card.
alter table payment
  add column customer_id text,
  add column payment_method_id text, -- null: a page is paid
  add column intent_id text unique, -- of a charge at Stripe; null until Stripe has answered
  add column decline text check (decline in ('card_declined', 'card_expired', 'insufficient_funds', 'authentication_required')),
  add column confirms uuid unique references payment, -- the charge that its owner confirms on the page of this payment
  add constraint page_or_card check (
    (customer_id is null) = (payment_method_id is null)
    and case when payment_method_id is null then (intent_id, decline) is null else (session_id, confirms) is null end);
-- The next charge must know what became of the last one.
create unique index one_charge_in_flight on payment (carrier_account_id)
  where payment_method_id is not null and state in ('open', 'pending');
create index on payment (payment_method_id) where payment_method_id is not null;
grant insert (confirms) on payment to postroom_app;
grant insert (customer_id, payment_method_id, look_at), update (intent_id, decline) on payment to postroom_platform;

-- Disputes as people were last notified of them. What they take is a reversal.
create table payment_dispute (
  id text primary key, -- Stripe's
  payment_id uuid not null references payment,
  state text not null check (state in ('inquiry', 'open', 'won', 'lost', 'closed')),
  amount bigint not null check (amount >= 0), -- pence
  evidence_due timestamptz
);
create index on payment_dispute (payment_id);
call confine('payment_dispute', 'false');
grant select, insert, update (state, amount, evidence_due) on payment_dispute to postroom_platform;
