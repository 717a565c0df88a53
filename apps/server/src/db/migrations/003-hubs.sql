-- Device managers, how they are paired, and the log of messages between them and the web app.

-- A paired device manager. Removing it is revoking it: its grants and messages go with it.
create table hub (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  alias text not null check (alias <> ''),
  -- Ed25519, raw; its private half never leaves the device
  public_key bytea not null check (length(public_key) = 32),
  -- who typed the code; nobody, when it paired itself through the local secret
  paired_by uuid references app_user,
  created_at timestamptz not null default clock_timestamp(),
  -- the connection that holds the device now, and its last sign of life; empty when it has gone
  device_line uuid,
  device_seen_at timestamptz,
  unique (organisation_id, public_key)
);

-- A device manager that shows a code and waits for somebody to type it. Secrets are stored as SHA-256 only.
create table pairing (
  id uuid primary key default gen_random_uuid(),
  code_hash bytea not null unique check (length(code_hash) = 32),
  poll_token_hash bytea not null check (length(poll_token_hash) = 32),
  public_key bytea not null check (length(public_key) = 32),
  alias text not null check (alias <> ''),
  expires_at timestamptz not null,
  hub_id uuid references hub on delete cascade
);

-- The right of one client to read and write channels of one hub. A user's ends with the session it was made in.
create table hub_grant (
  hash bytea primary key check (length(hash) = 32),
  hub_id uuid not null references hub on delete cascade,
  session_id uuid references session on delete cascade,
  -- what a device signed to get it: never good for a second grant
  nonce text,
  client text not null,
  reads text[] not null,
  writes text[] not null,
  expires_at timestamptz not null,
  check ((session_id is null) <> (nonce is null)),
  unique (hub_id, nonce)
);
create index hub_grant_by_session on hub_grant (session_id);

-- The messages of a hub in one order. `t` counts 100 ns since 1970 and only rises within a hub.
create table hub_message (
  hub_id uuid not null references hub on delete cascade,
  t bigint not null,
  channel text not null check (length(channel) <= 92),
  publisher text not null,
  -- JSON as it came: jsonb would reorder keys and refuse some strings
  payload text not null,
  -- delivered but no part of the history when false
  keep boolean not null,
  primary key (hub_id, t)
);
create index hub_message_by_channel on hub_message (hub_id, channel, t);

create function hub_clock() returns bigint language sql volatile as
$$ select (extract(epoch from clock_timestamp()) * 10000000)::bigint $$;

-- Appends one message and tells every server process. The lock of the hub is held until commit, and the clock is read
-- under it, so that messages become visible in the order of `t`: a reader who has seen `t` has missed nothing before it.
create function append_hub_message(p_hub uuid, p_channel text, p_publisher text, p_payload text, p_keep boolean)
returns text language plpgsql as $$
declare
  next bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_hub::text, 0));
  next := greatest(hub_clock(), coalesce((select max(t) from hub_message where hub_id = p_hub), 0) + 1);
  insert into hub_message (hub_id, t, channel, publisher, payload, keep)
  values (p_hub, next, p_channel, p_publisher, p_payload, p_keep);
  perform pg_notify('hub_message', p_hub || ' ' || p_channel);
  return lpad(next::text, 17, '0');
end $$;

grant select, insert, update, delete on hub, pairing to postroom_app;
grant select, insert, delete on hub_grant, hub_message to postroom_app;
