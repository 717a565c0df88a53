-- Purchases of postage: the stored shipment, its state, and the trail of its states.

-- In AUTHORISED and VOID_REQUESTED a process works on it until `lease_until`; after that the settler takes over.
create table purchase (
  id uuid primary key,
  organisation_id uuid not null references organisation (id),
  idem_key text not null,
  req_hash text not null, -- of the request without the quoted price
  carrier_account_id uuid not null references carrier_account (id),
  carrier_code text not null,
  created_by uuid not null references app_user (id),
  cost_center_id uuid,
  is_test boolean not null default false, -- a test print: it costs nothing and is never sent to the carrier
  draft jsonb not null, -- as bought, and as the label shows it
  quote jsonb not null,
  amount bigint not null constraint amount_positive check (amount > 0), -- pence
  own_fees bigint not null default 0 -- pence; our part of the amount. The carrier's part is never 0
    constraint own_fees_below_amount check (own_fees >= 0 and own_fees < amount),
  -- pence; the same at the Post Office counter; null where that cannot be said
  counter_amount bigint constraint counter_amount_positive check (counter_amount > 0),
  labels int not null default 1 constraint labels_positive check (labels > 0),
  state text not null constraint state_known
    check (state in ('AUTHORISED', 'BOUGHT', 'REJECTED', 'CANCELLED', 'VOID_REQUESTED', 'VOIDED')),
  epoch int not null default 1, -- a process settles only under the epoch it read, so a slow one cannot overwrite
  lease_until timestamptz not null,
  attempts int not null default 0,
  charged bigint constraint charged_positive check (charged > 0), -- pence, by the carrier for all labels; null: as quoted
  -- pence; what the customer pays: the amount, or less when the carrier charged less
  payable bigint not null generated always as (own_fees + least(amount - own_fees, charged)) stored,
  carrier_no text, -- the number of the first label
  further_nos text[] not null default '{}', -- the numbers of the other labels, in order
  void_no int not null default 0,
  reason text,
  "references" text[] not null default '{}', -- may change after the purchase, as may notes
  notes text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  printed_at timestamptz, -- when every document was known to be printed: reported by a device manager, or confirmed by a user
  people_erased_at timestamptz, -- set once addressee and sender are erased
  service text not null generated always as (draft ->> 'service') stored,
  country text not null generated always as (draft #>> '{to,country}') stored,
  shipping_date date generated always as (calendar_day(draft ->> 'shipping_date')) stored,
  addressee text generated always as (addressee_key(draft #>> '{to,country}', draft #>> '{to,postal_code}',
    draft #>> '{to,address1}', draft #>> '{to,company_name}', draft #>> '{to,name}')) stored,
  words tsvector generated always as (shipment_words(draft, "references", carrier_no, further_nos)) stored,
  constraint carrier_of_account foreign key (carrier_account_id, carrier_code) references carrier_account (id, carrier_code),
  foreign key (organisation_id, cost_center_id) references cost_center (organisation_id, id),
  -- a test print buys nothing: the same key still buys once
  constraint one_purchase_per_key unique (organisation_id, idem_key, is_test),
  constraint number_when_bought
    check (is_test or (state in ('BOUGHT', 'VOID_REQUESTED', 'VOIDED')) = (carrier_no is not null)),
  -- two carriers may use the same number
  constraint one_purchase_per_number unique (carrier_code, carrier_no),
  constraint charged_when_bought check (charged is null or carrier_no is not null),
  constraint number_for_each_label
    check (cardinality(further_nos) = case when carrier_no is null then 0 else labels - 1 end),
  constraint test_rests check (not is_test or (state = 'BOUGHT' and carrier_no is null))
);
create index purchase_due on purchase (lease_until) where state in ('AUTHORISED', 'VOID_REQUESTED');
create index purchase_by_account on purchase (carrier_account_id, created_at) where not is_test;
-- each order of the search, read forwards and backwards
create index purchase_by_creation on purchase (organisation_id, created_at, id) where not is_test;
create index purchase_by_shipping_date on purchase (organisation_id, shipping_date, id) where not is_test;
create index purchase_by_amount on purchase (organisation_id, amount, id) where not is_test;
-- what the search narrows to
create index purchase_by_service on purchase (organisation_id, service, created_at, id) where not is_test;
create index purchase_by_country on purchase (organisation_id, country, created_at, id) where not is_test;
create index purchase_by_person on purchase (organisation_id, created_by, created_at, id) where not is_test;
create index purchase_for_cost_center on purchase (organisation_id, cost_center_id, created_at, id)
  where cost_center_id is not null and not is_test;
create index purchase_by_state on purchase (organisation_id, state, created_at, id) where not is_test;
-- how much was sent to an address of the book, and when last
create index purchase_by_addressee on purchase (organisation_id, addressee, created_at)
  where not is_test and state in ('BOUGHT', 'VOID_REQUESTED');
create index purchase_by_words on purchase using gin (organisation_id, words) where not is_test;
-- what counts against a budget: not test prints, rejected purchases and voided ones
create index purchase_by_cost_center on purchase (organisation_id, cost_center_id, created_at) include (payable)
  where cost_center_id is not null and not is_test and state in ('AUTHORISED', 'BOUGHT', 'VOID_REQUESTED');
-- for retention
create index purchase_with_notes on purchase (created_by) where notes <> '';
create index purchase_with_people on purchase (created_at) where people_erased_at is null;
create index purchase_not_printed on purchase (organisation_id, created_at)
  where printed_at is null and state = 'BOUGHT' and not is_test;
create index purchase_on_hold on purchase (organisation_id, created_at)
  where printed_at is null and state = 'AUTHORISED' and not is_test;
create index test_print on purchase (organisation_id, created_at) where is_test;
create index test_print_by_age on purchase (created_at) where is_test;
call confine('purchase');
grant select, insert on purchase to postroom_app;
grant update (state, epoch, lease_until, attempts, carrier_no, further_nos, charged, void_no, reason, "references", notes,
  cost_center_id, printed_at, updated_at) on purchase to postroom_app;

-- One row for each step, written by the database itself. Test prints take no steps.
create table purchase_event (
  purchase_id uuid not null references purchase (id),
  seq int not null,
  from_state text,
  to_state text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (purchase_id, seq),
  constraint step_allowed check (concat_ws('>', from_state, to_state) in (
    'AUTHORISED', 'AUTHORISED>BOUGHT', 'AUTHORISED>REJECTED', 'AUTHORISED>CANCELLED',
    'BOUGHT>VOID_REQUESTED', 'VOID_REQUESTED>BOUGHT', 'VOID_REQUESTED>VOIDED'))
);
call confine('purchase_event', 'exists (select from purchase where purchase.id = purchase_event.purchase_id)');
grant select on purchase_event to postroom_app;

create function record_step() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into purchase_event (purchase_id, seq, from_state, to_state)
    select new.id, coalesce(max(seq), 0) + 1, case tg_op when 'UPDATE' then old.state end, new.state
    from purchase_event where purchase_id = new.id;
  return null;
end $$;
create trigger purchase_begins after insert on purchase
  for each row when (not new.is_test) execute function record_step();
create trigger purchase_steps after update of state on purchase
  for each row when (old.state <> new.state and not new.is_test) execute function record_step();
create trigger purchase_event_append_only before update or delete or truncate on purchase_event
  for each statement execute function refuse_change();

-- Each number of a carrier belongs to one label, even if the carrier gives it out twice.
create table item_number (
  carrier_no text not null,
  carrier_code text not null,
  purchase_id uuid not null references purchase (id),
  primary key (carrier_no, carrier_code)
);
create index on item_number (purchase_id);
call confine('item_number', 'exists (select from purchase where purchase.id = item_number.purchase_id)');
grant select on item_number to postroom_app;

create function record_numbers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into item_number (carrier_no, carrier_code, purchase_id)
    select number, new.carrier_code, new.id from unnest(new.carrier_no || new.further_nos) as number where number is not null;
  return null;
end $$;
create trigger purchase_has_numbers after update of carrier_no on purchase
  for each row when (old.carrier_no is null and new.carrier_no is not null) execute function record_numbers();
create trigger item_number_append_only before update or delete or truncate on item_number
  for each statement execute function refuse_change();
