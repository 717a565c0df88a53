-- What an organisation records with each shipment: references, and the cost centre that pays.

-- The first, second and third reference; from position 3 on, archived ones, which no shipment has any longer.
create table reference_field (
  organisation_id uuid not null references organisation,
  position int not null check (position between 0 and 22),
  label text not null check (label <> ''),
  required boolean not null,
  choices text[] not null,
  pattern text not null,
  primary key (organisation_id, position)
);
call confine('reference_field');
grant select, insert, delete on reference_field to postroom_app;

-- A cost centre that is no longer used stays, for what was bought for it. The budget applies to each month, quarter or year
-- of UK time; without one there is no limit.
create table cost_center (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  code text not null check (code <> ''),
  name text not null,
  is_active boolean not null default true,
  budget_amount bigint check (budget_amount >= 0), -- pence
  budget_period text check (budget_period in ('month', 'quarter', 'year')),
  on_exceed text check (on_exceed in ('warn', 'block')),
  exceeded_from date, -- first day of the last period in which the budget was exceeded and managers were notified
  unique (organisation_id, code),
  unique (organisation_id, id),
  constraint budget_whole check (num_nulls(budget_amount, budget_period, on_exceed) in (0, 3))
);
call confine('cost_center');
grant select, insert on cost_center to postroom_app;
grant update (code, name, is_active, budget_amount, budget_period, on_exceed, exceeded_from)
  on cost_center to postroom_app;
