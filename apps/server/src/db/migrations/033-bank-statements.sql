-- Money that arrived at the bank, as its statements list it, and what it was. Only the platform reads and writes it. No row
-- here moves money.

create table bank_line (
  id uuid primary key default gen_random_uuid(),
  account text not null check (account <> ''), -- of the bank, as the statement names it
  key text not null, -- the bank's reference, or a hash of the line
  booked_on date not null,
  amount bigint not null check (amount > 0), -- pence
  text text not null, -- what the payer wrote, and the bank
  payer text not null,
  imported_by uuid not null references app_user,
  imported_at timestamptz not null default clock_timestamp(),
  constraint one_line_per_key unique (account, key),
  unique (id, amount)
);
create index on bank_line (booked_on, id);
call confine('bank_line', 'false');
grant select, insert on bank_line to postroom_platform;

-- What a line was, decided once: a top-up of the same amount, or something else with its reason.
alter table topup add unique (id, amount);
create index on topup (at);
create table bank_line_outcome (
  line_id uuid primary key,
  topup_id uuid,
  reason text check (length(reason) between 1 and 200), -- why it is no top-up
  amount bigint not null,
  decided_by uuid not null references app_user,
  decided_at timestamptz not null default clock_timestamp(),
  constraint topup_or_reason check ((topup_id is null) <> (reason is null)),
  constraint one_line_per_topup unique (topup_id),
  constraint line_of_amount foreign key (line_id, amount) references bank_line (id, amount),
  constraint topup_of_amount foreign key (topup_id, amount) references topup (id, amount)
);
call confine('bank_line_outcome', 'false');
grant select, insert, delete on bank_line_outcome to postroom_platform;

create trigger bank_line_append_only before update or delete or truncate on bank_line
  for each statement execute function refuse_change();
create trigger bank_line_outcome_unchanged before update or truncate on bank_line_outcome
  for each statement execute function refuse_change();
-- a line that was set aside by mistake is opened again; one that paid a top-up is not
create trigger bank_line_outcome_of_topup before delete on bank_line_outcome
  for each row when (old.topup_id is not null) execute function refuse_change();
