-- The buyer on receipts, and one series of receipt numbers for the seller. A number is taken in the transaction
-- that captures the money, so only a transaction that was rolled back leaves a gap.
alter table carrier_account add billing jsonb;
grant update (billing) on carrier_account to postroom_app;

create sequence receipt_no;
grant usage on sequence receipt_no to postroom_app;
alter table document add receipt_no bigint unique;
alter table document disable trigger document_drawn_once;
update document set receipt_no = numbered.receipt_no
  from (select id, nextval('receipt_no') as receipt_no
    from (select id from document where type = 'receipt' order by created_at, id) as oldest_first) as numbered
  where document.id = numbered.id;
alter table document enable trigger document_drawn_once;
alter table document add constraint receipts_are_numbered check ((type = 'receipt') = (receipt_no is not null));

create function number_receipt() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.receipt_no := nextval('receipt_no');
  return new;
end $$;
create trigger document_numbers_receipts before insert on document
  for each row when (new.type = 'receipt' and new.receipt_no is null) execute function number_receipt();

-- A receipt whose addressee is forgotten is drawn again under the number it had.
create or replace function erase_party(shipments uuid[], party text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from document_link where document_id in (select id from document where purchase_id = any(shipments));
  with dropped as (delete from document where purchase_id = any(shipments) returning purchase_id, type, receipt_no)
    insert into document (purchase_id, type, receipt_no) select purchase_id, type, receipt_no from dropped;
  delete from tracking_event where purchase_id = any(shipments);
  update void_request set cancellation_reason = '' where purchase_id = any(shipments);
  update returned_item set notes = '' where purchase_id = any(shipments);
  update purchase set req_hash = 'erased', notes = '', "references" = '{}',
    draft = draft || jsonb_build_object('references', '[]'::jsonb, party, nobody_at(draft -> party),
      'meta_data', (draft -> 'meta_data') || '{"ERA": "", "slogan": ""}')
    where id = any(shipments);
end $$;
