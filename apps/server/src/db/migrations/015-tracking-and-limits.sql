-- What the carrier tells of an item on its way, how quickly an account may spend, who is told of a refused refund, and where
-- an audited call came from.

-- When the carrier was last asked about a purchase, and when it last answered. A row is made by the first question.
create table tracking (
  purchase_id uuid primary key references purchase (id),
  asked_at timestamptz not null,
  as_of timestamptz, -- null: it has never answered
  is_final boolean not null default false -- every item has arrived or come back: nothing more is asked
);
-- What it told, each event once.
create table tracking_event (
  purchase_id uuid not null references tracking (purchase_id),
  item_number text not null,
  at timestamptz not null,
  code text not null,
  description text not null,
  place text not null,
  primary key (purchase_id, item_number, at, code)
);
grant select, insert, delete on tracking, tracking_event to postroom_app;
grant update (asked_at, as_of, is_final) on tracking to postroom_app;
call confine('tracking', 'exists (select from purchase where purchase.id = tracking.purchase_id)');
call confine('tracking_event', 'exists (select from purchase where purchase.id = tracking_event.purchase_id)');

-- How much an account may buy; null: as much as it holds. Accounts that are there already keep no limit.
alter table carrier_account
  add purchases_per_minute int check (purchases_per_minute > 0),
  add pence_per_day bigint check (pence_per_day > 0);
grant update (purchases_per_minute, pence_per_day) on carrier_account to postroom_app;
create index purchase_by_account on purchase (carrier_account_id, created_at) where not is_test;

-- Whoever asked for a void is told of the carrier's no: a refusal that nobody was told of is the job. `tell_after` is the
-- lease of the process that is telling. What was refused before this was built is told to nobody.
drop trigger void_answered_once on void_request;
alter table void_request
  add told_at timestamptz,
  add tell_after timestamptz not null default clock_timestamp();
update void_request set told_at = answered_at where refusal is not null;
create trigger void_answered_once before update of answered_at, refusal on void_request
  for each row when (old.answered_at is not null) execute function refuse_change();
grant update (told_at, tell_after) on void_request to postroom_app;
create index void_refusal_to_tell on void_request (tell_after) where refusal is not null and told_at is null;

-- Where a call came from, and its id in the request log; null: the server itself, or the person at its command line. An
-- entry without them has the hash it always had.
alter table audit_event add ip text, add request_id text;
grant insert (ip, request_id) on audit_event to postroom_app;
create or replace function chain_text(e audit_event) returns text language sql stable as $$
  select (jsonb_build_array(e.id, e.organisation_id, e.user_id, e.event, e.subject, e.details, extract(epoch from e.at))
    || case when e.ip is null then '[]' else jsonb_build_array(e.ip, e.request_id) end)::text
$$;

-- The pretended carrier can also be silent about items on their way.
alter table sandbox.switch drop constraint switch_call_check,
  add constraint switch_call_check check (call in ('purchase', 'resolve', 'void', 'track'));
