-- What people are still to be notified of. A row is written in the transaction of the event and deleted once a mail has left.

create table outbox (
  id bigint generated always as identity primary key,
  organisation_id uuid not null references organisation,
  user_id uuid references app_user, -- the user whose address is in the notice; erasing them deletes it
  notice jsonb not null check (notice ? 'event'),
  created_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp() -- the next attempt; during one, the end of the sender's lease
);
create index outbox_by_due on outbox (due_at);
call confine('outbox');
grant select, insert, delete on outbox to postroom_app;
grant update (attempts, due_at) on outbox to postroom_platform;
