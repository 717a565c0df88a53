-- Test prints prove nothing and cost nothing: they are counted, and forgotten after a day.
create index test_print on purchase (organisation_id, created_at) where is_test;
create index test_print_by_age on purchase (created_at) where is_test;
create index batch_row_by_purchase on batch_row (purchase_id) where purchase_id is not null;

-- Deletes the oldest test prints made before an instant, `most` at a time, with their papers and links. One that a batch
-- names stays as long as the batch. Returns how many there were.
create function forget_test_prints_before(instant timestamptz, most int) returns int
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
grant execute on function forget_test_prints_before to postroom_platform;
