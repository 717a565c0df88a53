-- The audit log, and the hash chains that show whether an audit row or a transfer was changed afterwards.

-- The end of each chain: number of rows, and the hash of the last. Its row lock gives the rows their order.
create table chain (
  name text primary key, -- ledger:{carrier account}, ledger:house, audit:{organisation}
  length bigint not null,
  hash bytea not null
);
call confine('chain', 'false');
grant select on chain to postroom_platform;

create function extend_chain(chain_name text, content text) returns chain language sql as $$
  insert into chain values (chain_name, 1, sha256(convert_to(content, 'UTF8')))
    on conflict (name) do update set length = chain.length + 1, hash = sha256(chain.hash || convert_to(content, 'UTF8'))
    returning *
$$;

create table audit_event (
  id bigint generated always as identity primary key,
  organisation_id uuid not null references organisation,
  user_id uuid, -- null: the server, or its command line. No foreign key: an erased user's actions stay
  event text not null check (event <> ''),
  subject text,
  details jsonb not null default '{}',
  ip text, -- null: not an API call
  request_id text, -- its id in the request log
  at timestamptz not null default clock_timestamp(),
  chain text not null,
  seq bigint not null,
  hash bytea not null,
  unique (chain, seq)
);
create index on audit_event (organisation_id, id);
-- what a manager filters the log by
create index on audit_event (chain, at);
create index on audit_event (chain, event, seq);
create index on audit_event (chain, user_id, seq);
create index on audit_event (chain, subject, seq);
call confine('audit_event');
grant select on audit_event to postroom_app;
grant insert (organisation_id, user_id, event, subject, details, ip, request_id) on audit_event to postroom_app;

-- What the hash of a row is made from, in the trigger and in verification. Times as seconds: their text has a time zone.
create function chain_text(e audit_event) returns text language sql stable as $$
  select (jsonb_build_array(e.id, e.organisation_id, e.user_id, e.event, e.subject, e.details, extract(epoch from e.at))
    || case when e.ip is null then '[]' else jsonb_build_array(e.ip, e.request_id) end)::text
$$;
grant execute on function chain_text (audit_event) to postroom_platform;

create function chain_audit_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.at := clock_timestamp();
  new.chain := 'audit:' || new.organisation_id;
  select length, hash into new.seq, new.hash from extend_chain(new.chain, chain_text(new));
  return new;
end $$;
create trigger audit_event_chained before insert on audit_event for each row execute function chain_audit_event();
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();

-- How far the audit log of each organisation was verified, so that its state is shown without reading all of it.
create table audit_check (
  organisation_id uuid primary key references organisation,
  whole_at timestamptz not null, -- when every entry was last read
  checked_at timestamptz not null,
  length bigint not null, -- entries verified
  hash bytea not null, -- of the last of them
  broken bigint -- number of the first entry that was changed or is missing
);
call confine('audit_check', 'false');
grant select, insert, update on audit_check to postroom_platform;
