-- Forgetting: users who are erased, and the people on shipments when they need not be known any more.

-- An erased user stays as a row without a name, for what he bought.
alter table app_user add erased_at timestamptz;
grant update (username, erased_at) on app_user to postroom_app;
create index purchase_with_notes on purchase (created_by) where notes <> '';

-- The reason somebody gave for a void may be blanked, never rewritten.
create trigger void_reason_only_blanked before update of cancellation_reason on void_request
  for each row when (new.cancellation_reason <> '') execute function refuse_change();
grant update (cancellation_reason) on void_request to postroom_app;

-- What stays of an address: the country, and the part of the postal code that the price depended on.
create function nobody_at(address jsonb) returns jsonb language sql immutable as $$
  select address || jsonb_build_object(
    'name', 'Erased', 'company_name', '', 'address1', 'Erased', 'address2', '', 'address3', '', 'city', 'Erased',
    'state_province', '', 'phone1', '', 'email', '',
    'postal_code', case when address ->> 'country' in ('GB', 'GG', 'IM', 'JE')
      then regexp_replace(address ->> 'postal_code', '[0-9][A-Z]{2}$', '1AA') else address ->> 'postal_code' end)
$$;

-- Takes the addressee ('to') or the sender ('from') out of shipments, with what people wrote about them. The hash of the
-- request was made from the address too. The papers go; their rows say that they are to be drawn at the next look.
create function erase_party(shipments uuid[], party text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from document_link where document_id in (select id from document where purchase_id = any(shipments));
  with dropped as (delete from document where purchase_id = any(shipments) returning purchase_id, type)
    insert into document (purchase_id, type) select purchase_id, type from dropped;
  delete from tracking_event where purchase_id = any(shipments);
  update void_request set cancellation_reason = '' where purchase_id = any(shipments);
  update returned_item set notes = '' where purchase_id = any(shipments);
  update purchase set req_hash = 'erased', notes = '', "references" = '{}',
    draft = draft || jsonb_build_object('references', '[]'::jsonb, party, nobody_at(draft -> party))
    where id = any(shipments);
end $$;

-- Set once neither side of a shipment can be told any more.
alter table purchase add people_erased_at timestamptz;
create index purchase_with_people on purchase (created_at) where people_erased_at is null;

-- Takes both sides out of the oldest shipments made before an instant, `most` at a time. Who is open stays until it is
-- settled. Returns how many it were.
create function erase_people_before(instant timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old uuid[] := array(
    select id from purchase
    where people_erased_at is null and created_at < instant and state not in ('AUTHORISED', 'VOID_REQUESTED')
    order by created_at limit most for update skip locked);
begin
  perform erase_party(old, 'to'), erase_party(old, 'from');
  update purchase set people_erased_at = clock_timestamp() where id = any(old);
  return cardinality(old);
end $$;
revoke all on function erase_party, erase_people_before from public;
grant execute on function erase_people_before to postroom_platform;

-- What has run out is found by its time.
create index session_by_end on session (ends_at);
create index session_token_by_expiry on session_token (expires_at);
create index hub_grant_by_expiry on hub_grant (expires_at);
create index pending_shipment_by_age on pending_shipment (created_at);
create index manual_shipment_by_age on manual_shipment (created_at);
