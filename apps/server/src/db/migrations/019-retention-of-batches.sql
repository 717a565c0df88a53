-- A batch can be forgotten once all its rows have ended: what was bought is a purchase of its own.
alter table batch_row
  drop constraint batch_row_organisation_id_batch_id_fkey,
  add constraint row_of_batch foreign key (organisation_id, batch_id) references batch on delete cascade;
create index batch_by_age on batch (created_at);
grant delete on batch to postroom_platform;
