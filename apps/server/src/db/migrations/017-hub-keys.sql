-- The key with which the server signs what users ask of device managers. One at a time: a device is told of it with each
-- grant. Without it a grant of the hub prints nothing, so no organisation's connection may read it.
create table hub_key (
  id uuid primary key default gen_random_uuid(),
  -- Ed25519: PKCS 8, and raw
  private_key bytea not null,
  public_key bytea not null check (length(public_key) = 32),
  made_at timestamptz not null default clock_timestamp()
);
create unique index one_hub_key on hub_key ((true));
call confine('hub_key', 'false');
grant select, insert, delete on hub_key to postroom_platform;
