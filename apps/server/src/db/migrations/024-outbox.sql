-- What people are still to be notified of. A row is written in the transaction of the event and deleted once a mail has left.

create table outbox (
  id bigint generated always as identity primary key,
  organisation_id uuid not null references organisation,
  user_id uuid references app_user, -- who is notified; erasing them deletes it. Null: the managers
  notice jsonb not null check (notice ? 'event'),
  is_bulk boolean not null generated always as (notice ->> 'event' = 'delivery') stored, -- sent after all others
  created_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp() -- the next attempt; during one, the end of the sender's lease
);
create index outbox_by_due on outbox (is_bulk, due_at);
call confine('outbox');
grant select, insert, delete on outbox to postroom_app;
grant update (attempts, due_at) on outbox to postroom_platform;

-- What users are notified of in Postroom: a row for each of them, written with the row of the mail.
create table notice (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  user_id uuid not null references app_user, -- who is notified
  asked_by uuid references app_user, -- the colleague who asked for it; their name is not copied, so that it can be erased
  content jsonb not null check (content ? 'event'),
  created_at timestamptz(3) not null default clock_timestamp(), -- as exact as callers see it: they mark all up to one as read
  read_at timestamptz
);
create index notice_newest on notice (user_id, created_at, id);
create index notice_unread on notice (user_id) where read_at is null;
create index notice_by_age on notice (created_at);
call confine('notice');
grant select, insert, delete on notice to postroom_app;
grant update (read_at) on notice to postroom_app;

-- What a user changed of what they are notified of. Without a row they are, in Postroom and by mail. What concerns the
-- safety of their own account cannot be turned off.
create table notice_choice (
  organisation_id uuid not null references organisation,
  user_id uuid not null references app_user,
  event text not null check (event in (
    'balance_low', 'top_up_asked', 'top_up_stopped', 'payment_disputed', 'budget_exceeded', 'refund_refused', 'printer_stopped',
    'device_outdated', 'webhook_stopped', 'api_key_ending', 'api_key_stopped')),
  here boolean not null,
  by_mail boolean not null,
  primary key (user_id, event)
);
call confine('notice_choice');
grant select, insert, update, delete on notice_choice to postroom_app;
