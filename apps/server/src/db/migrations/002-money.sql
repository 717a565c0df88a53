-- Money and purchases. The promises about money are kept here, also against our own code: the application may neither
-- change an account nor take back a transfer; only post() moves money, and only by writing a transfer.

create table account (
  id text primary key, -- bank, cust:{carrier account}, held:{carrier account}, carrier:RM, revenue:fees, vat, platform:loss
  balance bigint not null default 0, -- pence
  floor bigint not null default 0, -- 0 for cust: and held:; what lies outside may go far below
  constraint balance_not_below_floor check (balance >= floor)
);

insert into account (id, floor)
select id, -9007199254740991 from unnest(array['bank', 'carrier:RM', 'revenue:fees', 'vat', 'platform:loss']) as id;

create table carrier_account (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation (id),
  carrier_code text not null check (carrier_code in ('RM')),
  name text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp()
);
create index on carrier_account (organisation_id);

create function open_ledger_accounts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into account (id) values ('cust:' || new.id), ('held:' || new.id);
  return null;
end $$;
create trigger carrier_account_opens_accounts after insert on carrier_account
  for each row execute function open_ledger_accounts();

-- One purchase of postage: key, stored shipment, and where it stands. A passed lease in AUTHORISED is work for the settler.
create table purchase (
  id uuid primary key,
  organisation_id uuid not null references organisation (id),
  idem_key text not null,
  req_hash text not null, -- of everything asked for except the price that was quoted
  keyless_session_id uuid, -- the sign-in that asked without a key
  carrier_account_id uuid not null references carrier_account (id),
  created_by uuid not null references app_user (id),
  draft jsonb not null,
  quote jsonb not null,
  amount bigint not null constraint amount_positive check (amount > 0), -- pence
  is_test boolean not null default false,
  state text not null constraint state_known
    check (state in ('AUTHORISED', 'BOUGHT', 'REJECTED', 'CANCELLED', 'VOID_REQUESTED', 'VOIDED')),
  epoch int not null default 1, -- fences a slow process off: it may settle only under the epoch it knows
  lease_until timestamptz not null,
  attempts int not null default 0,
  carrier_no text unique,
  void_no int not null default 0,
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint one_purchase_per_key unique (organisation_id, idem_key),
  -- a test print rests in BOUGHT without ever reaching the carrier
  constraint number_when_bought
    check (is_test or (state in ('BOUGHT', 'VOID_REQUESTED', 'VOIDED')) = (carrier_no is not null)),
  constraint test_rests check (not is_test or (state = 'BOUGHT' and carrier_no is null))
);
create index purchase_due on purchase (lease_until) where state in ('AUTHORISED', 'VOID_REQUESTED');
create index purchase_newest on purchase (organisation_id, created_at desc, id) where not is_test;
create unique index one_keyless_in_flight on purchase (keyless_session_id, req_hash) where state = 'AUTHORISED';

create table transfer (
  id bigint generated always as identity primary key,
  purchase_id uuid references purchase (id),
  kind text not null check (kind in ('topup', 'hold', 'capture', 'release', 'refund')),
  debit text not null references account (id),
  credit text not null references account (id),
  amount bigint not null check (amount > 0), -- pence
  at timestamptz not null default clock_timestamp(),
  constraint two_accounts check (debit <> credit),
  constraint purchase_unless_topup check ((kind = 'topup') = (purchase_id is null)),
  constraint movement_allowed check (case kind
    when 'topup' then debit = 'bank' and credit like 'cust:%'
    when 'hold' then debit like 'cust:%' and credit = 'held:' || substr(debit, 6)
    when 'capture' then debit like 'held:%' and credit = 'carrier:RM'
    when 'release' then debit like 'held:%' and credit = 'cust:' || substr(debit, 6)
    when 'refund' then debit = 'carrier:RM' and credit like 'cust:%' end)
);
create index on transfer (purchase_id);
create index on transfer (debit);
create index on transfer (credit);
create unique index one_hold on transfer (purchase_id) where kind = 'hold';
create unique index one_resolution on transfer (purchase_id) where kind in ('capture', 'release');
create unique index one_refund on transfer (purchase_id) where kind = 'refund';

-- The trail of a purchase: one row for each step, written by the database itself. Test prints take no steps.
create table purchase_event (
  purchase_id uuid not null references purchase (id),
  seq int not null,
  from_state text,
  to_state text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (purchase_id, seq),
  constraint step_allowed check (concat_ws('>', from_state, to_state) in (
    'AUTHORISED', 'AUTHORISED>BOUGHT', 'AUTHORISED>REJECTED', 'AUTHORISED>CANCELLED',
    'BOUGHT>VOID_REQUESTED', 'VOID_REQUESTED>BOUGHT', 'VOID_REQUESTED>VOIDED'))
);

-- A document of a purchase. Without bytes it is still to be drawn: the row is the job. Once drawn it never changes.
create table document (
  id uuid primary key default gen_random_uuid(),
  purchase_id uuid not null references purchase (id),
  type text not null check (type in ('label')),
  pdf bytea,
  sha256 text, -- hex
  created_at timestamptz not null default clock_timestamp(),
  unique (purchase_id, type),
  constraint digest_with_bytes check ((pdf is null) = (sha256 is null))
);

-- The right to fetch one document for a few minutes; ends with the sign-in that asked for it.
create table document_link (
  token_hash bytea primary key,
  document_id uuid not null references document (id),
  user_id uuid not null references app_user (id),
  session_id uuid not null references session (id) on delete cascade,
  expires_at timestamptz not null,
  uses int not null default 0
);
create index on document_link (expires_at);
create index on document_link (session_id);

-- Holds a row while the books do not balance; nothing is sold as long as it is there.
create table sales_stop (
  only_one boolean primary key default true check (only_one),
  broken text not null,
  since timestamptz not null default clock_timestamp()
);

-- Accounts are touched in the order of their ids, so that two movements never wait for each other.
create function post(p uuid, k text, d text, c text, a bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if d < c then
    update account set balance = balance - a where id = d;
    update account set balance = balance + a where id = c;
  else
    update account set balance = balance + a where id = c;
    update account set balance = balance - a where id = d;
  end if;
  insert into transfer (purchase_id, kind, debit, credit, amount) values (p, k, d, c, a);
end $$;

create function record_step() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into purchase_event (purchase_id, seq, from_state, to_state)
    select new.id, coalesce(max(seq), 0) + 1, case tg_op when 'UPDATE' then old.state end, new.state
    from purchase_event where purchase_id = new.id;
  return null;
end $$;
create trigger purchase_begins after insert on purchase
  for each row when (not new.is_test) execute function record_step();
create trigger purchase_steps after update of state on purchase
  for each row when (old.state <> new.state and not new.is_test) execute function record_step();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name;
end $$;
create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();
create trigger purchase_event_append_only before update or delete or truncate on purchase_event
  for each statement execute function refuse_change();
create trigger document_drawn_once before update on document
  for each row when (old.pdf is not null) execute function refuse_change();

revoke all on function post, open_ledger_accounts, record_step from public;
grant execute on function post to postroom_app;
grant select on account, transfer, purchase_event to postroom_app;
grant select, insert on carrier_account, purchase, document to postroom_app;
grant update (name, is_active) on carrier_account to postroom_app;
grant update (state, epoch, lease_until, attempts, carrier_no, void_no, reason, updated_at) on purchase to postroom_app;
grant update (pdf, sha256) on document to postroom_app;
grant select, insert, update, delete on document_link, sales_stop to postroom_app;

-- What the pretended carrier remembers: its own system, in no transaction with ours.
create schema sandbox;
create sequence sandbox.serial maxvalue 99999999;
create table sandbox.reference (
  ref uuid primary key,
  state text not null check (state in ('live', 'rejected', 'tombstoned', 'voided')),
  carrier_no text unique,
  reason text,
  at timestamptz not null default clock_timestamp(),
  check ((carrier_no is not null) = (state in ('live', 'voided')))
);
create table sandbox.void_answer (
  ref uuid not null references sandbox.reference (ref),
  n int not null,
  accepted boolean not null,
  primary key (ref, n)
);
-- Faults to play: the next `remaining` calls of this kind answer so.
create table sandbox.switch (
  id bigint generated always as identity primary key,
  call text not null check (call in ('purchase', 'resolve', 'void')),
  answer text not null check (answer in ('late', 'lost', 'refused', 'failing')),
  delay_ms int not null default 0 check (delay_ms >= 0),
  remaining int not null check (remaining >= 0)
);
grant usage on schema sandbox to postroom_app;
grant usage on sequence sandbox.serial to postroom_app;
grant select, insert, update on sandbox.reference, sandbox.void_answer, sandbox.switch to postroom_app;
