-- Shipments that are prepared and not bought yet. The id becomes the key of the purchase. When the carrier rejects it, the
-- shipment goes back to the queue under a new id: the previous one is the key of the rejected purchase. Its number stays.
create table pending_shipment (
  pending_id text primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  number bigint not null,
  created_by uuid not null references app_user,
  draft jsonb not null,
  note text not null default '',
  problem text not null default '', -- why it cannot be sent as it is
  version int not null default 1,
  claimed_by uuid references app_user, -- the operator who works on it
  claimed_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(), -- also when it is claimed or released
  check ((claimed_by is null) = (claimed_until is null)),
  unique (organisation_id, number)
);
create index pending_shipment_oldest on pending_shipment (organisation_id, created_at, pending_id);
create index pending_shipment_changed on pending_shipment (organisation_id, changed_at);
create index pending_shipment_by_age on pending_shipment (created_at);

-- The words by which a prepared shipment is found: code, addressee, town, postcode (also without its space), references.
create function queue_words(draft jsonb, number bigint) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(words_of(concat_ws(' ', 'K-' || number, 'K' || number,
    draft #>> '{to,name}', draft #>> '{to,company_name}', draft #>> '{to,city}', draft #>> '{to,postal_code}',
    replace(draft #>> '{to,postal_code}', ' ', ''), draft ->> 'references')));
grant execute on function queue_words to postroom_app;
create index pending_shipment_words on pending_shipment using gin (queue_words(draft, number));

call confine('pending_shipment');
grant select, insert, delete on pending_shipment to postroom_app;
grant update (pending_id, draft, note, problem, version, claimed_by, claimed_until) on pending_shipment to postroom_app;

-- The last number in the queue of an organisation. Numbers are not used again.
create table queue_counter (
  organisation_id uuid primary key references organisation,
  last bigint not null
);
call confine('queue_counter');
grant select, insert on queue_counter to postroom_app;
grant update (last) on queue_counter to postroom_app;

-- Numbers a prepared shipment, unless it is inserted with its number.
create function number_in_queue() returns trigger language plpgsql as $$
begin
  if new.number is null then
    insert into queue_counter as counter values (new.organisation_id, 1)
      on conflict (organisation_id) do update set last = counter.last + 1 returning last into new.number;
  end if;
  return new;
end $$;
create trigger pending_shipment_is_numbered before insert on pending_shipment
  for each row execute function number_in_queue();

create function date_change_in_queue() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
create trigger pending_shipment_is_dated before update on pending_shipment
  for each row execute function date_change_in_queue();
