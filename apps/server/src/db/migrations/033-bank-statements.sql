-- Money that arrived at the bank, as its statements list it, and the top-ups that it paid. Append-only; only the platform
-- reads and writes them. No row here moves money.

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

-- One transfer pays one top-up, of the same amount.
alter table topup add unique (id, amount);
create index on topup (at);
create table bank_line_match (
  line_id uuid primary key,
  topup_id uuid not null,
  amount bigint not null,
  confirmed_by uuid not null references app_user,
  confirmed_at timestamptz not null default clock_timestamp(),
  constraint one_line_per_topup unique (topup_id),
  constraint line_of_amount foreign key (line_id, amount) references bank_line (id, amount),
  constraint topup_of_amount foreign key (topup_id, amount) references topup (id, amount)
);
call confine('bank_line_match', 'false');
grant select, insert on bank_line_match to postroom_platform;

create trigger bank_line_append_only before update or delete or truncate on bank_line
  for each statement execute function refuse_change();
create trigger bank_line_match_append_only before update or delete or truncate on bank_line_match
  for each statement execute function refuse_change();
