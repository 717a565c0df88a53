-- Shipments that are prepared and not bought yet. The id becomes the key of the purchase. When the carrier rejects it, the
-- shipment goes back to the queue under a new id: the previous one is the key of the rejected purchase.
create table pending_shipment (
  pending_id text primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  created_by uuid not null references app_user,
  draft jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index pending_shipment_oldest on pending_shipment (organisation_id, created_at, pending_id);
create index pending_shipment_by_age on pending_shipment (created_at);
call confine('pending_shipment');
grant select, insert, delete on pending_shipment to postroom_app;
grant update (pending_id) on pending_shipment to postroom_app;
