-- Addresses to which an organisation's events are reported, and what came of it.

create table webhook (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  url text not null,
  events text[] not null,
  -- `off`: switched off by the system. While it is not on, its events wait
  state text not null default 'on' check (state in ('on', 'paused', 'off')),
  secret text not null check (secret like 'v1.%'), -- encrypted (sealed-text.ts)
  old_secret text check (old_secret like 'v1.%'), -- signs too, until
  old_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  failing_since timestamptz, -- the first failed attempt since the last one that was accepted
  unique (organisation_id, id),
  check ((old_secret is null) = (old_until is null))
);
call confine('webhook');
grant select, insert, delete, update (url, events, state, secret, old_secret, old_until, failing_since)
  on webhook to postroom_app;

-- What happened, one row for each event, written in its transaction where a webhook of the organisation wants it. `n` grows
-- with each event of one shipment, because these wait for the row of the shipment or of its tracking before they are written.
create table webhook_event (
  id uuid primary key default gen_random_uuid(), -- the webhook-id under which it is sent
  n bigint not null unique generated always as identity,
  organisation_id uuid not null references organisation,
  type text not null,
  shipment_id uuid, -- events of one shipment are delivered in their order
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  is_shared boolean not null default false -- whether its deliveries exist
);
create index on webhook_event (n) where not is_shared;
create index on webhook_event (organisation_id);
create index on webhook_event (created_at); -- retention
call confine('webhook_event');
grant select, insert on webhook_event to postroom_app;
grant delete, update (is_shared) on webhook_event to postroom_platform;

-- An event for one webhook.
create table webhook_delivery (
  webhook_id uuid not null,
  event_id uuid not null references webhook_event on delete cascade,
  organisation_id uuid not null references organisation,
  n bigint not null, -- of the event
  shipment_id uuid, -- of the event
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  leased_until timestamptz, -- during an attempt, and after the death of its process
  tried_at timestamptz,
  status int, -- of the answer
  trouble text,
  answer text, -- its beginning
  primary key (webhook_id, n),
  unique (event_id, webhook_id),
  foreign key (organisation_id, webhook_id) references webhook (organisation_id, id) on delete cascade
);
create index on webhook_delivery (organisation_id, webhook_id);
create index on webhook_delivery (webhook_id, n) where state = 'waiting';
create index on webhook_delivery (webhook_id, shipment_id, n) where state = 'waiting';
create index on webhook_delivery (webhook_id, n) where state = 'failed';
call confine('webhook_delivery');
grant select, update (state, attempts, due_at, leased_until) on webhook_delivery to postroom_app;
grant insert, update (tried_at, status, trouble, answer) on webhook_delivery to postroom_platform;
