-- Sessions and their tokens. Tokens are stored as SHA-256 only.

-- One sign-in and all tokens renewed from it. Signing out ends it, and so does the second use of a refresh token.
create table session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  xsrf_token text not null,
  generation integer not null default 0, -- counts renewals; a refresh token belongs to one generation
  -- The tokens given out by the latest renewal, encrypted under the refresh token that was renewed: only its holder can
  -- read them.
  successor text,
  user_agent text not null default '',
  address text not null default '',
  started_at timestamptz not null default clock_timestamp(),
  renewed_at timestamptz not null,
  ends_at timestamptz not null -- renewals do not move it
);
create index session_by_user on session (user_id);
create index session_by_end on session (ends_at);
call confine('session', 'exists (select from app_user where app_user.id = session.user_id)');
grant select, insert, update, delete on session to postroom_app;

create table session_token (
  hash bytea primary key check (length(hash) = 32),
  session_id uuid not null references session on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  generation integer not null,
  expires_at timestamptz not null
);
create index session_token_by_session on session_token (session_id);
create index session_token_by_expiry on session_token (expires_at);
call confine('session_token', 'exists (select from session where session.id = session_token.session_id)');
grant select, insert, delete on session_token to postroom_app;
