-- Invoices of carriers, matched line by line with what was bought. Append-only; only the platform reads and writes them.
-- A line is booked when carrier_adjustment has a row under its reference.

create table carrier_invoice (
  id uuid primary key default gen_random_uuid(),
  carrier_code text not null references carrier,
  number text not null check (number <> ''),
  carrier_account_id uuid references carrier_account, -- null: every account of the carrier
  first_day date not null, -- the posting days that it charges, both included
  last_day date not null check (last_day >= first_day),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'), -- of the file
  imported_by uuid not null references app_user,
  imported_at timestamptz not null default clock_timestamp(),
  constraint one_invoice_per_number unique (carrier_code, number),
  constraint one_invoice_per_file unique (carrier_code, sha256),
  unique (id, carrier_code)
);
call confine('carrier_invoice', 'false');
grant select, insert on carrier_invoice to postroom_platform;

create table carrier_invoice_line (
  invoice_id uuid not null,
  position int not null check (position > 0),
  carrier_code text not null,
  row_number int check (row_number > 1), -- of the file; null: the item is missing on it
  item_no text not null,
  service text not null default '',
  posted_on date,
  weight_g int check (weight_g >= 0),
  net bigint not null, -- pence, as are the others; below zero: a credit
  vat bigint not null,
  gross bigint not null generated always as (net + vat) stored,
  expected bigint not null,
  difference bigint not null generated always as (net + vat - expected) stored,
  outcome text not null check (outcome in ('agrees', 'charged_more', 'charged_less', 'charged_twice', 'charged_voided',
    'return_used', 'other_account', 'unknown_item', 'missing')),
  purchase_id uuid references purchase,
  reference text not null check (reference <> ''), -- under which the difference is booked
  primary key (invoice_id, position),
  unique (carrier_code, reference),
  foreign key (invoice_id, carrier_code) references carrier_invoice (id, carrier_code),
  constraint agrees_without_difference check (outcome <> 'agrees' or net + vat = expected),
  constraint bookable_changes_purchase check (outcome not in ('charged_more', 'charged_less', 'charged_twice', 'charged_voided',
    'return_used') or purchase_id is not null and net + vat <> expected),
  constraint missing_without_row check ((outcome = 'missing') = (row_number is null))
);
create index on carrier_invoice_line (carrier_code, item_no);
create index on carrier_invoice_line (purchase_id);
call confine('carrier_invoice_line', 'false');
grant select, insert on carrier_invoice_line to postroom_platform;

-- The decision to book the differences of an invoice, once, with its reason.
create table carrier_invoice_booking (
  invoice_id uuid primary key references carrier_invoice,
  reason text not null check (reason <> ''),
  booked_by uuid not null references app_user,
  booked_at timestamptz not null default clock_timestamp()
);
call confine('carrier_invoice_booking', 'false');
grant select, insert on carrier_invoice_booking to postroom_platform;

create trigger carrier_invoice_append_only before update or delete or truncate on carrier_invoice
  for each statement execute function refuse_change();
create trigger carrier_invoice_line_append_only before update or delete or truncate on carrier_invoice_line
  for each statement execute function refuse_change();
create trigger carrier_invoice_booking_append_only before update or delete or truncate on carrier_invoice_booking
  for each statement execute function refuse_change();

-- the items that belong on an invoice, of all organisations
create index purchase_to_invoice on purchase (carrier_code, shipping_date) where not is_test;
