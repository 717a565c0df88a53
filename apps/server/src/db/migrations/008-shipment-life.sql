-- What happens to a shipment besides being bought: it is found again, and what may still change is changed.

create extension if not exists btree_gin;

-- What may change after the purchase; the draft keeps it as it was bought and as the label shows it.
alter table purchase
  add "references" text[] not null default '{}',
  add notes text not null default '';
update purchase set "references" = array(select jsonb_array_elements_text(draft -> 'references'))
  where draft ? 'references';
grant update ("references", notes) on purchase to postroom_app;

-- A day as the contract writes it reads the same everywhere, which the cast in general does not promise.
create function calendar_day(written text) returns date language sql immutable strict parallel safe
  return written::date;
alter table purchase add shipping_date date generated always as (calendar_day(draft ->> 'shipping_date')) stored;

-- The words of a text without accents and signs, in small letters: stored and searched text go through here alike.
create function words_of(written text) returns text[] language sql immutable strict parallel safe
  return array_remove(
    regexp_split_to_array(lower(regexp_replace(normalize(written, nfd), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+'), '');

-- What a shipment is found by: addressee, postcode (also without its space), item number, references.
create function shipment_words(draft jsonb, "references" text[], carrier_no text) returns tsvector
language sql immutable parallel safe
  return array_to_tsvector(words_of(concat_ws(' ',
    draft #>> '{to,name}', draft #>> '{to,company_name}', draft #>> '{to,postal_code}',
    replace(draft #>> '{to,postal_code}', ' ', ''), carrier_no, "references"::text)));
alter table purchase add words tsvector generated always as (shipment_words(draft, "references", carrier_no)) stored;

-- Every word asked for must begin a word of the shipment. Nothing to look for finds nothing.
create function words_wanted(written text) returns tsquery language sql immutable strict parallel safe
  return (select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(words_of(written)) word);

-- Each order of the search, read forwards and backwards; and its text, within one organisation.
drop index purchase_newest;
create index purchase_by_creation on purchase (organisation_id, created_at, id) where not is_test;
create index purchase_by_shipping_date on purchase (organisation_id, shipping_date, id) where not is_test;
create index purchase_by_amount on purchase (organisation_id, amount, id) where not is_test;
create index purchase_by_words on purchase using gin (organisation_id, words) where not is_test;

-- Who an organisation sends as. An alias names one of them.
create table shipper (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  alias text not null check (alias <> ''),
  address jsonb not null,
  unique (organisation_id, alias)
);

-- A shipment that somebody prepared and nobody bought yet. Its id becomes the key of the purchase.
create table pending_shipment (
  pending_id text primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  created_by uuid not null references app_user,
  draft jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index pending_shipment_oldest on pending_shipment (organisation_id, created_at, pending_id);

grant select, insert, update, delete on shipper to postroom_app;
grant select, insert, delete on pending_shipment to postroom_app;

-- What an organisation wants to know of each shipment: the first, second and third reference.
create table reference_field (
  organisation_id uuid not null references organisation,
  position int not null check (position between 0 and 2),
  label text not null check (label <> ''),
  required boolean not null,
  choices text[] not null,
  pattern text not null,
  primary key (organisation_id, position)
);

-- Who pays inside the organisation. One that is no longer used stays, for what was bought for it.
create table cost_center (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  code text not null check (code <> ''),
  name text not null,
  is_active boolean not null default true,
  unique (organisation_id, code),
  unique (organisation_id, id)
);
alter table purchase add cost_center_id uuid,
  add foreign key (organisation_id, cost_center_id) references cost_center (organisation_id, id);

grant select, insert, delete on reference_field to postroom_app;
grant select, insert on cost_center to postroom_app;
grant update (code, name, is_active) on cost_center to postroom_app;
grant update (cost_center_id) on purchase to postroom_app;
