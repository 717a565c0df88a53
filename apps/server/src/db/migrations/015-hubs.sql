-- Device managers, how they are paired, and their messages to and from the web app.

-- A paired device manager. Deleting it revokes it: its grants and messages go with it.
create table hub (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  alias text not null check (alias <> ''),
  public_key bytea not null check (length(public_key) = 32), -- Ed25519, raw; the private key never leaves the device
  paired_by uuid references app_user, -- who typed the code; null: it paired itself with the local secret
  created_at timestamptz not null default clock_timestamp(),
  device_connection_id uuid, -- the connection that the device uses now; null: it is disconnected
  device_seen_at timestamptz, -- when that connection was last alive
  reported_at timestamptz, -- when the device last reported itself and its jobs
  version text, -- of the device manager, as reported; null: not reported yet
  newer_version text, -- that the device manager knows is published
  printers jsonb not null default '[]', -- in use, each with why it cannot print and since when
  unique (organisation_id, public_key)
);
call confine('hub');
grant select, insert, update, delete on hub to postroom_app;

-- The versions that an organisation was notified of. Each is one notice, however many device managers report it.
create table notified_version (
  organisation_id uuid not null references organisation,
  version text not null,
  primary key (organisation_id, version)
);
call confine('notified_version');
grant select, insert on notified_version to postroom_app;

-- A device manager that shows a code and waits for a user to type it. Secrets are stored as SHA-256 only.
create table pairing (
  id uuid primary key default gen_random_uuid(),
  code_hash bytea not null unique check (length(code_hash) = 32),
  poll_token_hash bytea not null check (length(poll_token_hash) = 32),
  public_key bytea not null check (length(public_key) = 32),
  alias text not null check (alias <> ''),
  expires_at timestamptz not null,
  hub_id uuid references hub on delete cascade
);
call confine('pairing', 'false');
grant select, insert, update, delete on pairing to postroom_platform;

-- The right of one client to read and write channels of one hub. A user's grant ends with the session it was made in.
create table hub_grant (
  hash bytea primary key check (length(hash) = 32),
  hub_id uuid not null references hub on delete cascade,
  session_id uuid references session on delete cascade,
  nonce text, -- the nonce a device signed for this grant: it never works for a second one
  client text not null,
  reads text[] not null,
  writes text[] not null,
  expires_at timestamptz not null,
  check ((session_id is null) <> (nonce is null)),
  unique (hub_id, nonce)
);
create index hub_grant_by_session on hub_grant (session_id);
create index hub_grant_by_expiry on hub_grant (expires_at);
call confine('hub_grant', 'exists (select from hub where hub.id = hub_grant.hub_id)');
grant select, insert, delete on hub_grant to postroom_app;

-- Every server process checks its open connections to the hub at once: a grant is deleted with its session, which ends when
-- a user signs out or is disabled, and with its hub.
create function notify_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('hub_revoked', old.hub_id::text);
  return null;
end $$;
create trigger hub_grant_revoked after delete on hub_grant for each row execute function notify_revoked();

-- The key with which the server signs print requests; each grant sends its public part to the device. There is one at a
-- time. No organisation's connection may read it: without it, a grant prints nothing.
create table hub_key (
  id uuid primary key default gen_random_uuid(),
  private_key bytea not null, -- Ed25519, PKCS 8
  public_key bytea not null check (length(public_key) = 32), -- raw
  made_at timestamptz not null default clock_timestamp()
);
create unique index one_hub_key on hub_key ((true));
call confine('hub_key', 'false');
grant select, insert, delete on hub_key to postroom_platform;

-- The messages of a hub in one order. `t` counts 100 ns since 1970 and only rises within a hub.
create table hub_message (
  hub_id uuid not null references hub on delete cascade,
  t bigint not null,
  channel text not null check (length(channel) <= 92),
  publisher text not null,
  payload text not null, -- JSON as received: jsonb would reorder keys and reject some strings
  keep boolean not null, -- false: delivered, but not part of the history
  primary key (hub_id, t)
);
create index hub_message_by_channel on hub_message (hub_id, channel, t);
call confine('hub_message', 'exists (select from hub where hub.id = hub_message.hub_id)');
grant select, insert, delete on hub_message to postroom_app;

create function hub_clock() returns bigint language sql volatile as
$$ select (extract(epoch from clock_timestamp()) * 10000000)::bigint $$;

-- Appends one message and notifies every server process. The hub stays locked until commit and the clock is read under the
-- lock, so messages become visible in the order of `t`: a reader that has seen `t` has missed nothing before it.
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
grant execute on function hub_clock, append_hub_message to postroom_app;
