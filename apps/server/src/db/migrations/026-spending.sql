-- What an organisation spent, summed by day and by month, so that a year of it is read in milliseconds. Kept by the database
-- itself in the transaction that buys, releases or voids.

-- A purchase counts once in each combination of `step` and `kind`, on the UK day or month in which it was made: a void takes it out
-- of that day.
create table spending (
  organisation_id uuid not null references organisation,
  step text not null check (step in ('day', 'month')),
  kind text not null check (kind in ('service', 'country')), -- what `key` is; the country is the addressee's
  first_day date not null,
  key text not null,
  cost_center_id uuid,
  person_id uuid not null, -- who bought
  items int not null, -- labels
  pence bigint not null, -- payable by the customer, held or paid
  dearer_items int not null, -- of the items, those for which a cheaper way was advised and not taken
  could_save bigint not null, -- pence; by how much it was cheaper
  cheaper_items int not null, -- of the items, those that cost more at the Post Office counter
  saved bigint not null, -- pence; how much more
  constraint one_sum unique nulls not distinct (organisation_id, step, kind, first_day, key, cost_center_id, person_id)
) with (fillfactor = 70); -- rows of today change often
call confine('spending');
grant select on spending to postroom_app;

-- What a purchase adds: nothing for a test print, nothing once it is rejected or voided.
create function spending_of(p purchase) returns setof spending language sql stable as $$
  select p.organisation_id, step, kind, date_trunc(step, p.created_at at time zone 'Europe/London')::date, key,
    p.cost_center_id, p.created_by, p.labels, p.payable,
    case when missed > 0 then p.labels else 0 end, p.labels * coalesce(missed, 0),
    case when taken > 0 then p.labels else 0 end, taken
  from unnest(array['day', 'month']) as step,
    (values ('service', p.draft ->> 'service'), ('country', p.draft #>> '{to,country}')) as counted (kind, key),
    (select (p.quote #>> '{charges,total_charge}')::bigint
      - (p.quote #>> '{meta_data,advice,total_charge}')::bigint as missed) as advice,
    (select greatest(0, p.counter_amount - p.payable) as taken) as counter
  where not p.is_test and p.state in ('AUTHORISED', 'BOUGHT', 'VOID_REQUESTED')
$$;

create function add_spending() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into spending
    select organisation_id, step, kind, first_day, key, cost_center_id, person_id,
      sum(sign * items), sum(sign * pence), sum(sign * dearer_items), sum(sign * could_save),
      sum(sign * cheaper_items), sum(sign * saved)
    from (select 1 as sign, * from spending_of(new)
      union all select -1, * from spending_of(old) where tg_op = 'UPDATE') as change
    group by 1, 2, 3, 4, 5, 6, 7
    order by 1, 2, 3, 4, 5, 6, 7 -- all transactions lock the sums in this order
  on conflict on constraint one_sum do update set items = spending.items + excluded.items,
    pence = spending.pence + excluded.pence, dearer_items = spending.dearer_items + excluded.dearer_items,
    could_save = spending.could_save + excluded.could_save,
    cheaper_items = spending.cheaper_items + excluded.cheaper_items, saved = spending.saved + excluded.saved;
  return null;
end $$;
-- At the end of the transaction, so that purchases wait for each other's sums only while they commit.
create constraint trigger purchase_adds_spending after insert on purchase deferrable initially deferred
  for each row when (not new.is_test) execute function add_spending();
-- What was held counts already, so the capture of the same amount changes nothing.
create constraint trigger purchase_changes_spending after update on purchase deferrable initially deferred
  for each row when ((old.state in ('REJECTED', 'CANCELLED', 'VOIDED'), old.payable, old.cost_center_id, old.created_at)
    is distinct from (new.state in ('REJECTED', 'CANCELLED', 'VOIDED'), new.payable, new.cost_center_id, new.created_at))
  execute function add_spending();

create index purchase_being_voided on purchase (organisation_id, created_at) where state = 'VOID_REQUESTED';
