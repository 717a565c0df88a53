-- What the carrier reports about items on their way.

-- The first question to the carrier about a purchase inserts its row.
create table tracking (
  purchase_id uuid primary key references purchase (id),
  asked_at timestamptz not null,
  as_of timestamptz, -- of the carrier's last response; null: none yet
  is_final boolean not null default false -- every item was delivered or returned: the carrier is not asked again
);
call confine('tracking', 'exists (select from purchase where purchase.id = tracking.purchase_id)');
grant select, insert, delete on tracking to postroom_app;
grant update (asked_at, as_of, is_final) on tracking to postroom_app;

create table tracking_event (
  purchase_id uuid not null references tracking (purchase_id),
  item_number text not null,
  at timestamptz not null,
  code text not null,
  description text not null,
  place text not null,
  primary key (purchase_id, item_number, at, code)
);
call confine('tracking_event', 'exists (select from purchase where purchase.id = tracking_event.purchase_id)');
grant select, insert, delete on tracking_event to postroom_app;

-- The mails about a shipment on its way that were queued, so that each is sent once.
create table delivery_mail (
  purchase_id uuid not null references purchase (id),
  event text not null check (event in ('dispatched', 'delivered', 'problem')),
  recipient text not null check (recipient in ('addressee', 'sender')),
  primary key (purchase_id, event, recipient)
);
call confine('delivery_mail', 'exists (select from purchase where purchase.id = delivery_mail.purchase_id)');
grant select, insert, delete on delivery_mail to postroom_app;
