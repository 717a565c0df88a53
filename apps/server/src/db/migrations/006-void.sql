-- Taking postage back: who asked why, what the carrier said, and the way the money goes back.

-- One row for each time a void is asked for; `n` is the void number the carrier is asked under, and its answer belongs to
-- that number only. Without `answered_at` the carrier has not answered yet.
create table void_request (
  purchase_id uuid not null references purchase (id),
  n int not null check (n > 0),
  cancellation_reason text not null,
  asked_by uuid not null references app_user (id),
  asked_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  refusal text, -- the carrier's words; none: it agreed
  primary key (purchase_id, n),
  constraint refused_when_answered check (refusal is null or answered_at is not null)
);
create unique index one_open_void on void_request (purchase_id) where answered_at is null;

create trigger void_answered_once before update on void_request
  for each row when (old.answered_at is not null) execute function refuse_change();
grant select, insert on void_request to postroom_app;
grant update (answered_at, refusal) on void_request to postroom_app;

-- A void gives back both parts of the price, each from where it went.
alter table transfer
  drop constraint kind_known,
  drop constraint movement_allowed,
  add constraint kind_known check (kind in ('topup', 'hold', 'capture', 'fee', 'release', 'refund', 'fee_refund')),
  add constraint movement_allowed check (case kind
    when 'topup' then debit = 'bank' and credit like 'cust:%'
    when 'hold' then debit like 'cust:%' and credit = 'held:' || substr(debit, 6)
    when 'capture' then debit like 'held:%' and credit = 'carrier:RM'
    when 'fee' then debit like 'held:%' and credit = 'revenue:fees'
    when 'release' then debit like 'held:%' and credit = 'cust:' || substr(debit, 6)
    when 'refund' then debit = 'carrier:RM' and credit like 'cust:%'
    when 'fee_refund' then debit = 'revenue:fees' and credit like 'cust:%' end);
create unique index one_fee_refund on transfer (purchase_id) where kind = 'fee_refund';

-- Given back is what was taken, each part to the penny and to whom it was taken from; looked at when the transaction ends.
create function refuse_partial_refund() returns trigger language plpgsql as $$
begin
  if exists (
    select from transfer where purchase_id = new.purchase_id
    having sum(amount) filter (where kind = 'refund') is distinct from sum(amount) filter (where kind = 'capture')
        or sum(amount) filter (where kind = 'fee_refund') is distinct from sum(amount) filter (where kind = 'fee')
        or min(debit) filter (where kind = 'hold') is distinct from new.credit) then
    raise exception 'what was taken for % is not given back to the penny', new.purchase_id;
  end if;
  return null;
end $$;
create constraint trigger refunded_whole after insert on transfer deferrable initially deferred
  for each row when (new.kind in ('refund', 'fee_refund')) execute function refuse_partial_refund();
