-- Documents of a purchase, links to fetch them, and prints of them.

-- Receipts of all organisations share one series of numbers. A number is taken in the transaction that captures the money,
-- so only a rolled-back transaction leaves a gap.
create sequence receipt_no;
grant usage on sequence receipt_no to postroom_app;

-- Without a digest a document is still to be drawn: the row is the job. Once drawn it never changes; its bytes may move
-- (046).
create table document (
  id uuid primary key default gen_random_uuid(),
  purchase_id uuid not null references purchase (id),
  type text not null constraint type_known check (type in ('label', 'cn22', 'cn23', 'invoice', 'receipt', 'return_label')),
  receipt_no bigint unique,
  parties jsonb, -- on a receipt: the account and the seller as they were at the sale, because it may be drawn much later
  pdf bytea,
  sha256 text, -- hex
  width_mm double precision,
  height_mm double precision,
  pages int,
  created_at timestamptz not null default clock_timestamp(),
  unique (purchase_id, type),
  constraint drawn_whole check (num_nulls(pdf, sha256, width_mm, height_mm, pages) in (0, 5)),
  constraint receipts_are_numbered check ((type = 'receipt') = (receipt_no is not null)),
  constraint receipts_name_parties check ((type = 'receipt') = (parties is not null))
);
-- a PDF is compressed already
alter table document alter column pdf set storage external;
call confine('document', 'exists (select from purchase where purchase.id = document.purchase_id)');
grant select, insert on document to postroom_app;
grant update (pdf, sha256, width_mm, height_mm, pages) on document to postroom_app;

create function number_receipt() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.receipt_no := nextval('receipt_no');
  return new;
end $$;
create trigger document_numbers_receipts before insert on document
  for each row when (new.type = 'receipt' and new.receipt_no is null) execute function number_receipt();
create trigger document_drawn_once before update on document
  for each row when (old.pdf is not null) execute function refuse_change();

-- The right to fetch one document, or a ruler page of this width and height, for a few minutes; it ends with the session.
create table document_link (
  token_hash bytea primary key,
  document_id uuid references document (id),
  ruler_mm double precision[] check (cardinality(ruler_mm) = 2),
  user_id uuid not null references app_user (id),
  session_id uuid not null references session (id) on delete cascade,
  expires_at timestamptz not null,
  uses int not null default 0,
  constraint opens_one_thing check ((document_id is null) <> (ruler_mm is null))
);
create index on document_link (expires_at);
create index on document_link (session_id);
create index link_of_document on document_link (document_id);
call confine('document_link', 'exists (select from app_user where app_user.id = document_link.user_id)');
grant select, insert, update, delete on document_link to postroom_app;

-- Each print of a document has a number and is claimed once, by one job of one device manager: the signed print request is
-- the claim. The first print can be claimed at any time; a reprint adds an unclaimed row. The device manager reports how the
-- job ended.
create table print_claim (
  purchase_id uuid not null references purchase (id) on delete cascade,
  type text not null, -- of the document; documents themselves may be deleted and drawn again
  number int not null check (number >= 1),
  hub_id uuid, -- no foreign key: it stays when the device is unpaired
  job_id text,
  claimed_at timestamptz,
  expires_at timestamptz, -- of the last signed request: the device manager takes the job before that, or never
  reported text check (reported in ('queued', 'sending', 'spooled', 'printed', 'failed', 'unknown', 'cancelled')),
  error_code text,
  primary key (purchase_id, type, number),
  constraint one_print_per_job unique (purchase_id, type, job_id),
  constraint claimed_whole check (num_nulls(hub_id, job_id, claimed_at, expires_at) in (0, 4)),
  constraint reported_when_claimed check (reported is null or job_id is not null)
);
create unique index one_open_print on print_claim (purchase_id, type) where job_id is null;
create index print_claim_by_job on print_claim (hub_id, job_id) where job_id is not null;
create index print_claim_awaited on print_claim (hub_id, claimed_at)
  where job_id is not null and (reported is null or reported in ('queued', 'sending', 'spooled'));
create trigger print_claim_stays before update of hub_id, job_id, claimed_at on print_claim
  for each row when (old.job_id is not null) execute function refuse_change();
create trigger print_ends_once before update of reported on print_claim
  for each row when (old.reported in ('printed', 'failed', 'unknown', 'cancelled')) execute function refuse_change();
call confine('print_claim', 'exists (select from purchase where purchase.id = print_claim.purchase_id)');
grant select, insert on print_claim to postroom_app;
grant update (hub_id, job_id, claimed_at, expires_at, reported, error_code) on print_claim to postroom_app;
