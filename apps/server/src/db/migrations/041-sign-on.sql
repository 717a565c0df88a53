-- Sign-on: how users of an organisation sign in at its identity provider (OpenID Connect).

create table sign_on (
  organisation_id uuid primary key references organisation,
  issuer text not null,
  client_id text not null,
  client_secret text not null check (client_secret like 'v1.%'), -- encrypted (sealed-text.ts)
  -- of users who sign in for the first time
  plan text not null check (plan in ('lite', 'full')),
  role text not null check (role in ('sender', 'mailroom')),
  groups_claim text,
  group_roles jsonb not null,
  passwords boolean not null -- whether users may sign in with a password too
);
call confine('sign_on');
grant select, insert, delete,
  update (issuer, client_id, client_secret, plan, role, groups_claim, group_roles, passwords)
  on sign_on to postroom_app;

-- Mail domains that an organisation says are its own. Any may say so; an operator confirms it for one of them. A
-- confirmed domain stays confirmed when sign-on is removed.
create table sign_on_domain (
  organisation_id uuid not null references organisation,
  domain text not null check (domain = lower(domain)),
  confirmed_at timestamptz,
  primary key (organisation_id, domain)
);
create unique index one_organisation_for_a_domain on sign_on_domain (domain) where confirmed_at is not null;
call confine('sign_on_domain');
grant select, insert (organisation_id, domain), delete on sign_on_domain to postroom_app;
grant insert, update (confirmed_at) on sign_on_domain to postroom_platform;

-- A sign-in that has begun. What finishes it is encrypted under its state, for the browser in which it began.
create table sign_on_attempt (
  state_hash bytea primary key check (length(state_hash) = 32),
  organisation_id uuid not null references organisation,
  sealed text not null,
  expires_at timestamptz not null
);
create index on sign_on_attempt (organisation_id);
create index on sign_on_attempt (expires_at);
call confine('sign_on_attempt', 'false');
grant select, insert, delete on sign_on_attempt to postroom_platform;

-- Reports of the identity provider that were carried out: each counts once.
create table sign_on_logout (
  organisation_id uuid not null references organisation,
  jti_hash bytea not null check (length(jti_hash) = 32),
  expires_at timestamptz not null,
  primary key (organisation_id, jti_hash)
);
create index on sign_on_logout (expires_at);
call confine('sign_on_logout');
grant select, insert on sign_on_logout to postroom_app;
grant delete on sign_on_logout to postroom_platform;

-- The identity provider's name and id of a user.
alter table app_user add column issuer text, add column subject text,
  add constraint issuer_and_subject check ((issuer is null) = (subject is null));
create unique index one_user_for_a_subject on app_user (organisation_id, issuer, subject);
grant update (issuer, subject) on app_user to postroom_app;

-- Sessions that sign-on opened, and the provider's id of each.
alter table session add column by_sign_on boolean not null default false, add column issuer_sid text;
create index on session (issuer_sid) where issuer_sid is not null;
