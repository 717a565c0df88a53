-- The buyer on receipts, and one unbroken series of receipt numbers for the seller. A number is taken in the transaction
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
