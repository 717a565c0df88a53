-- Retention: erasing the people on shipments, and deleting test prints.

-- What stays of an address: the country, and the part of the postal code that the price depended on.
create function nobody_at(address jsonb) returns jsonb language sql immutable as $$
  select address || jsonb_build_object(
    'name', 'Erased', 'company_name', '', 'address1', 'Erased', 'address2', '', 'address3', '', 'city', 'Erased',
    'state_province', '', 'phone1', '', 'email', '',
    'postal_code', case when address ->> 'country' in ('GB', 'GG', 'IM', 'JE')
      then regexp_replace(address ->> 'postal_code', '[0-9][A-Z]{2}$', '1AA') else address ->> 'postal_code' end)
$$;

-- Erases the addressee ('to') or the sender ('from') of shipments and all free text. The request hash was made from the
-- address too. Documents are deleted and become jobs again: they are drawn without the person when next needed, a receipt
-- under the number it had. A return label cannot be drawn again.
create function erase_party(shipments uuid[], party text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from document_link where document_id in (select id from document where purchase_id = any(shipments));
  with dropped as (delete from document where purchase_id = any(shipments) returning purchase_id, type, receipt_no, parties)
    insert into document (purchase_id, type, receipt_no, parties)
      select purchase_id, type, receipt_no, parties from dropped where type <> 'return_label';
  update return_label set qr = null where purchase_id = any(shipments) and qr is not null;
  update click_and_drop.reference set label = '' where ref = any(shipments) and label is not null;
  update shipping_v3.reference set label = '' where ref = any(shipments) and label is not null;
  delete from tracking_event where purchase_id = any(shipments);
  update void_request set cancellation_reason = '' where purchase_id = any(shipments);
  update returned_item set notes = '' where purchase_id = any(shipments);
  update purchase set req_hash = 'erased', notes = '', "references" = '{}',
    draft = draft || jsonb_build_object('references', '[]'::jsonb, party, nobody_at(draft -> party),
      'meta_data', (draft -> 'meta_data') || '{"ERA": "", "slogan": ""}')
    where id = any(shipments);
end $$;

-- Erases both parties of the oldest shipments made before an instant, `most` at a time. Open purchases stay until they are
-- settled. @returns how many were erased
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

-- Deletes the oldest test prints made before an instant, `most` at a time, with their documents and links. One that a batch
-- names stays as long as the batch. @returns how many were deleted
create function delete_test_prints_before(instant timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old uuid[] := array(
    select id from purchase
    where is_test and created_at < instant and not exists (select from batch_row where purchase_id = purchase.id)
    order by created_at limit most for update skip locked);
begin
  delete from document_link where document_id in (select id from document where purchase_id = any(old));
  delete from document where purchase_id = any(old);
  delete from purchase where id = any(old);
  return cardinality(old);
end $$;
grant execute on function erase_people_before, delete_test_prints_before to postroom_platform;
