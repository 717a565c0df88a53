-- A shipment has several papers; an organisation may add a fee of its own; an account pays by one price list.

-- The price list an account pays by. A purchase by another one is refused: a client may not choose the cheapest.
alter table carrier_account add pricing text not null default 'online'
  constraint pricing_known check (pricing in ('online', 'post_office', 'franking'));

-- The part of the amount that is ours and not the carrier's; in pence. The carrier's part is never nothing.
alter table purchase add own_fees bigint not null default 0
  constraint own_fees_below_amount check (own_fees >= 0 and own_fees < amount);

-- What is held goes back whole (release), or to the carrier (capture) and, where there are own fees, to us (fee).
alter table transfer
  drop constraint transfer_kind_check,
  drop constraint movement_allowed,
  add constraint kind_known check (kind in ('topup', 'hold', 'capture', 'fee', 'release', 'refund')),
  add constraint movement_allowed check (case kind
    when 'topup' then debit = 'bank' and credit like 'cust:%'
    when 'hold' then debit like 'cust:%' and credit = 'held:' || substr(debit, 6)
    when 'capture' then debit like 'held:%' and credit = 'carrier:RM'
    when 'fee' then debit like 'held:%' and credit = 'revenue:fees'
    when 'release' then debit like 'held:%' and credit = 'cust:' || substr(debit, 6)
    when 'refund' then debit = 'carrier:RM' and credit like 'cust:%' end);
-- one_resolution stays: one capture or one release. Together they say: one release, or one capture and at most one fee.
create unique index one_fee_or_release on transfer (purchase_id) where kind in ('fee', 'release');

-- Nothing of a hold may stay behind or be spent twice, which the indexes cannot see; looked at when the transaction ends.
create function refuse_partial_resolution() returns trigger language plpgsql as $$
begin
  if (select sum(amount) filter (where kind = 'hold')
        is distinct from sum(amount) filter (where kind in ('capture', 'fee', 'release'))
      from transfer where purchase_id = new.purchase_id) then
    raise exception 'what was held for % is not resolved to the penny', new.purchase_id;
  end if;
  return null;
end $$;
create constraint trigger hold_resolved_whole after insert on transfer deferrable initially deferred
  for each row when (new.kind in ('capture', 'fee', 'release')) execute function refuse_partial_resolution();

-- The size of a document is known once it is drawn.
alter table document
  drop constraint document_type_check,
  drop constraint digest_with_bytes,
  add constraint type_known check (type in ('label', 'cn22', 'cn23', 'receipt')),
  add width_mm double precision,
  add height_mm double precision,
  add pages int;
alter table document disable trigger document_drawn_once;
update document set width_mm = 101.6, height_mm = 152.4, pages = 1 where pdf is not null; -- 4 × 6 inches, all there was
alter table document enable trigger document_drawn_once;
alter table document add constraint drawn_whole check (num_nulls(pdf, sha256, width_mm, height_mm, pages) in (0, 5));
grant update (width_mm, height_mm, pages) on document to postroom_app;

-- What was bought before has a receipt too, drawn at the next look; and it asked for no place on a sheet.
insert into document (purchase_id, type) select purchase_id, 'receipt' from transfer where kind = 'capture';
update purchase set draft = jsonb_set(draft, '{meta_data}',
  '{"avery_label_location": [], "label_name": "", "ERA": "", "slogan": ""}' || (draft -> 'meta_data'));
