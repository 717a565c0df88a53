-- Each print of a paper has a number and is claimed once, by one job of one device manager: the signed request to print is
-- the claim. The first print may be claimed at any time; a reprint adds a row, which nobody has claimed yet.
create table print_claim (
  purchase_id uuid not null references purchase (id) on delete cascade,
  type text not null, -- of the document; documents themselves may be deleted and drawn again
  number int not null check (number >= 1),
  hub_id uuid, -- stays when the device is unpaired
  job_id text,
  claimed_at timestamptz,
  primary key (purchase_id, type, number),
  constraint one_print_per_job unique (purchase_id, type, job_id),
  constraint claimed_whole check (num_nulls(hub_id, job_id, claimed_at) in (0, 3))
);
create unique index one_open_print on print_claim (purchase_id, type) where job_id is null;
create trigger print_claim_stays before update on print_claim
  for each row when (old.job_id is not null) execute function refuse_change();

grant select, insert on print_claim to postroom_app;
grant update (hub_id, job_id, claimed_at) on print_claim to postroom_app;
call confine('print_claim', 'exists (select from purchase where purchase.id = print_claim.purchase_id)');
