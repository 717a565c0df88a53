-- Requests to void a purchase, and the carrier's response.

-- `n` is the void number sent to the carrier; its response belongs to that number only.
create table void_request (
  purchase_id uuid not null references purchase (id),
  n int not null check (n > 0),
  cancellation_reason text not null,
  asked_by uuid not null references app_user (id),
  asked_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz, -- null: the carrier has not responded yet
  refusal text, -- the carrier's words; null: not refused
  primary key (purchase_id, n),
  constraint refused_when_answered check (refusal is null or answered_at is not null)
);
create unique index one_open_void on void_request (purchase_id) where answered_at is null;
create index void_refused on void_request (asked_by, answered_at) where refusal is not null;
call confine('void_request', 'exists (select from purchase where purchase.id = void_request.purchase_id)');
grant select, insert on void_request to postroom_app;
grant update (cancellation_reason, answered_at, refusal) on void_request to postroom_app;

create trigger void_answered_once before update of answered_at, refusal on void_request
  for each row when (old.answered_at is not null) execute function refuse_change();
-- Retention blanks the reason; nothing else changes it.
create trigger void_reason_only_blanked before update of cancellation_reason on void_request
  for each row when (new.cancellation_reason <> '') execute function refuse_change();
