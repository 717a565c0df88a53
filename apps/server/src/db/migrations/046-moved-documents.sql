-- Documents whose bytes have moved to a bucket (decision 049).

-- An object in a bucket. Its row is written before it, and outlives its document: whoever deletes a document, its object is
-- deleted too.
create table document_object (
  place text not null, -- s3://bucket/prefix
  name text not null, -- below it
  document_id uuid unique references document (id) on delete set null, -- null: the object is to be deleted
  stored_at timestamptz, -- when it was read again and had the right bytes; from then on the document has none
  busy_until timestamptz not null, -- until then one process is storing it
  primary key (place, name)
);
create index document_object_to_delete on document_object (busy_until) where document_id is null;
call confine('document_object', 'false');
grant select, insert, update, delete on document_object to postroom_platform;

create index document_to_move on document (created_at) where pdf is not null;

alter table document drop constraint drawn_whole,
  add constraint drawn_whole check (num_nulls(sha256, width_mm, height_mm, pages) in (0, 4)),
  add constraint drawn_with_digest check (pdf is null or sha256 is not null);

-- Once drawn, a document loses its bytes only to an object that has them, and gets back only the same.
create function keep_document() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  may_change boolean := case when new.pdf is null
    then exists (select from document_object where document_id = old.id and stored_at is not null)
    else encode(sha256(new.pdf), 'hex') = old.sha256 end;
begin
  old.pdf := new.pdf;
  if not may_change or new is distinct from old then raise exception '% is append only', tg_table_name; end if;
  return new;
end $$;
drop trigger document_drawn_once on document;
create trigger document_drawn_once before update on document
  for each row when (old.sha256 is not null) execute function keep_document();
