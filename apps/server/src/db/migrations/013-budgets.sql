-- What may be bought for a cost centre in each month, quarter or year of UK time; none: as much as there is money for.
alter table cost_center
  add budget_amount bigint check (budget_amount >= 0), -- pence
  add budget_period text check (budget_period in ('month', 'quarter', 'year')),
  add on_exceed text check (on_exceed in ('warn', 'block')),
  add constraint budget_whole check (num_nulls(budget_amount, budget_period, on_exceed) in (0, 3)),
  add exceeded_from date, -- first day of the last period in which more was bought
  add told_from date; -- the one of which the office was told
grant update (budget_amount, budget_period, on_exceed, exceeded_from, told_from) on cost_center to postroom_app;

-- What counts against a budget: test prints, refused purchases and what was taken back do not.
create index purchase_by_cost_center on purchase (organisation_id, cost_center_id, created_at) include (amount)
  where cost_center_id is not null and not is_test and state in ('AUTHORISED', 'BOUGHT', 'VOID_REQUESTED');
