-- The address book of an organisation, the words its addresses are found by, and its sender addresses.

create table address (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  owner_id uuid not null references app_user, -- only they see it while it is Private
  visibility text not null check (visibility in ('Public', 'Private')),
  -- lists are sorted by these for people: in the order of words, not of bytes
  code text collate "unicode" not null,
  name text collate "unicode" not null,
  company_name text collate "unicode" not null,
  address1 text not null,
  address2 text not null,
  address3 text not null,
  city text collate "unicode" not null,
  state_province text not null,
  postal_code text collate "unicode" not null,
  country text not null check (length(country) = 2),
  phone1 text not null,
  email text not null,
  "isResidential" boolean not null,
  tags text[] not null,
  correction_status text not null check (correction_status in ('unverified', 'verified', 'invalid', 'corrected')),
  invalid_reason text, -- why it is invalid, after an item came back from it
  suggested jsonb, -- how the look-up writes it, where that differs
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz, -- restorable until retention deletes the row
  -- the name the list shows and sorts by
  known_as text collate "unicode" not null generated always as (coalesce(nullif(company_name, ''), name)) stored,
  addressee text not null generated always as (addressee_key(country, postal_code, address1, company_name, name)) stored
);
create index address_by_name on address (organisation_id, name, id) where deleted_at is null;
create index address_by_known_as on address (organisation_id, known_as, id) where deleted_at is null;
create index address_by_company_name on address (organisation_id, company_name, id) where deleted_at is null;
create index address_by_code on address (organisation_id, code, id) where deleted_at is null;
create index address_by_city on address (organisation_id, city, id) where deleted_at is null;
create index address_by_postal_code on address (organisation_id, postal_code, id) where deleted_at is null;
create index address_by_visibility on address (organisation_id, visibility, owner_id) -- counting reads nothing else
  where deleted_at is null;
create index address_by_owner on address (owner_id);
create index address_by_addressee on address (organisation_id, addressee) where deleted_at is null;
create index address_deleted on address (deleted_at) where deleted_at is not null;
call confine('address');
grant select, insert, update, delete on address to postroom_app;

-- The words of an address in lower case without accents, and its tags with a # before them. Comparison of text can use an
-- index under row security; the operators of text search cannot. Triggers keep the words in step with the addresses: a
-- foreign key would cost a look-up for every word of an import.
create table address_term (
  organisation_id uuid not null,
  term text collate "C" not null,
  address_id uuid not null,
  constraint address_by_term primary key (organisation_id, term, address_id)
);
create index address_term_by_address on address_term (address_id);
call confine('address_term');
grant select on address_term to postroom_app;

-- Words of letters and digits. An apostrophe does not split a word.
create function search_terms(given text) returns setof text language sql stable as $$
  select distinct term from regexp_split_to_table(replace(lower(unaccent(given)), '''', ''), '[^[:alnum:]]+') as term
  where term <> ''
$$;
create function tag_term(tag text) returns text language sql stable as $$ select '#' || lower(tag) $$;
grant execute on function search_terms, tag_term to postroom_app;

create function index_address_terms() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from address_term using changed where address_id = changed.id;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  insert into address_term (organisation_id, term, address_id)
  select organisation_id, term, id from changed, lateral (
    -- a postal code is found with and without its space
    select search_terms(concat_ws(' ', code, name, company_name, address1, address2, address3, city, state_province,
      postal_code, replace(postal_code, ' ', ''), phone1, email, array_to_string(tags, ' ')))
    union
    select tag_term(tag) from unnest(tags) as tag
  ) as terms (term)
  where deleted_at is null
  order by term; -- neighbours in the index are written one after the other
  return null;
end $$;
create trigger address_inserted after insert on address
  referencing new table as changed for each statement execute function index_address_terms();
create trigger address_updated after update on address
  referencing new table as changed for each statement execute function index_address_terms();
create trigger address_deleted after delete on address
  referencing old table as changed for each statement execute function index_address_terms();

-- Without statistics the planner expects a handful of rows and compares thousands with thousands, until the database
-- gathers statistics by itself up to a minute later.
create function measure_addresses() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze address, address_term;
end $$;
grant execute on function measure_addresses to postroom_app;

-- The senders of an organisation. A shipment names one by its alias.
create table shipper (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  alias text not null check (alias <> ''),
  address jsonb not null,
  unique (organisation_id, alias)
);
call confine('shipper');
grant select, insert, update, delete on shipper to postroom_app;
