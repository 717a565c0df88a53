-- A test print under a key buys nothing: the same key still buys once.
alter table purchase
  drop constraint one_purchase_per_key,
  add constraint one_purchase_per_key unique (organisation_id, idem_key, is_test);

-- A prepared shipment that the carrier refused goes back to the queue under a new id: the old one is the key of the refusal.
grant update (pending_id) on pending_shipment to postroom_app;

-- As before, and without the return address and the slogan: people wrote these on the label too.
create or replace function erase_party(shipments uuid[], party text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from document_link where document_id in (select id from document where purchase_id = any(shipments));
  with dropped as (delete from document where purchase_id = any(shipments) returning purchase_id, type)
    insert into document (purchase_id, type) select purchase_id, type from dropped;
  delete from tracking_event where purchase_id = any(shipments);
  update void_request set cancellation_reason = '' where purchase_id = any(shipments);
  update returned_item set notes = '' where purchase_id = any(shipments);
  update purchase set req_hash = 'erased', notes = '', "references" = '{}',
    draft = draft || jsonb_build_object('references', '[]'::jsonb, party, nobody_at(draft -> party),
      'meta_data', (draft -> 'meta_data') || '{"ERA": "", "slogan": ""}')
    where id = any(shipments);
end $$;

-- Whoever was erased before is still told by these.
do $$
declare
  party text;
begin
  foreach party in array array['to', 'from'] loop
    perform erase_party(array(select id from purchase
      where req_hash = 'erased' and draft -> party ->> 'name' = 'Erased'
        and concat(draft #>> '{meta_data,ERA}', draft #>> '{meta_data,slogan}') <> ''), party);
  end loop;
end $$;
