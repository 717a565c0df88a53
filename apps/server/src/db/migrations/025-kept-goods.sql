-- Goods that an organisation sends often, as customs declare them: kept when they are bought, or by hand. The description is
-- their name. No shipment refers to them.
create table kept_goods (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  description text not null check (description <> ''),
  item jsonb not null,
  used_at timestamptz not null
);
create unique index goods_by_description on kept_goods (organisation_id, lower(description));
create index goods_by_use on kept_goods (organisation_id, used_at desc);
call confine('kept_goods');
grant select, insert, update, delete on kept_goods to postroom_app;
