-- Several labels in one purchase: one order at the carrier, bought or refused as a whole, with a number for each label.
-- `carrier_no` is the number of the first label; the others follow in order.

alter table purchase
  add labels int not null default 1 constraint labels_positive check (labels > 0),
  add further_nos text[] not null default '{}',
  add constraint number_for_each_label
    check (cardinality(further_nos) = case when carrier_no is null then 0 else labels - 1 end);
grant update (further_nos) on purchase to postroom_app;

-- A number belongs to one label, also when the carrier gave it twice.
create table item_number (
  carrier_no text primary key,
  purchase_id uuid not null references purchase (id)
);
create index on item_number (purchase_id);
insert into item_number (carrier_no, purchase_id) select carrier_no, id from purchase where carrier_no is not null;

create function record_numbers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into item_number (carrier_no, purchase_id)
    select number, new.id from unnest(new.carrier_no || new.further_nos) as number where number is not null;
  return null;
end $$;
create trigger purchase_has_numbers after update of carrier_no on purchase
  for each row when (old.carrier_no is null and new.carrier_no is not null) execute function record_numbers();
create trigger item_number_append_only before update or delete or truncate on item_number
  for each statement execute function refuse_change();
revoke all on function record_numbers from public;
grant select on item_number to postroom_app;
call confine('item_number', 'exists (select from purchase where purchase.id = item_number.purchase_id)');

-- Every label is found by its own number. The words are made anew: what a column is made of cannot be changed.
alter table purchase drop column words;
drop function shipment_words(jsonb, text[], text);
create function shipment_words(draft jsonb, "references" text[], carrier_no text, further_nos text[]) returns tsvector
language sql immutable parallel safe
  return array_to_tsvector(words_of(concat_ws(' ',
    draft #>> '{to,name}', draft #>> '{to,company_name}', draft #>> '{to,postal_code}',
    replace(draft #>> '{to,postal_code}', ' ', ''), carrier_no, further_nos::text, "references"::text)));
alter table purchase
  add words tsvector generated always as (shipment_words(draft, "references", carrier_no, further_nos)) stored;
create index purchase_by_words on purchase using gin (organisation_id, words) where not is_test;

-- What the pretended carrier remembers of an order of several.
alter table sandbox.reference add further_nos text[] not null default '{}';
