-- Organisations and their users.

create table organisation (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  -- Usernames that a manager gives end with it, so that a taken name reveals nothing about other organisations.
  handle text not null constraint one_handle unique constraint handle_form check (handle ~ '^[a-z0-9][a-z0-9-]{0,49}$'),
  created_at timestamptz not null default clock_timestamp()
);
call confine('organisation', 'id = (select tenant())');
grant select, insert on organisation to postroom_app;

create table app_user (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  username text not null unique check (username <> '' and username = btrim(username))
    constraint username_in_one_spelling check (username = lower(username)),
  email text not null,
  fullname text not null,
  password_hash text, -- null: invited, and no password chosen yet
  -- Counts the changes of how the user signs in: what was proved under an earlier version is void.
  auth_version integer not null default 0,
  plan text not null check (plan in ('lite', 'full')),
  permissions text[] not null default '{}',
  roles text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  disabled_at timestamptz, -- a disabled user cannot sign in
  erased_at timestamptz -- the row of an erased user stays, without a name, for their purchases
);
create index app_user_by_organisation on app_user (organisation_id);
create index app_user_by_email on app_user (lower(email));
call confine('app_user');
grant select, insert on app_user to postroom_app;
grant update (username, email, fullname, password_hash, auth_version, plan, permissions, roles, disabled_at, erased_at)
  on app_user to postroom_app;

-- What a manager set for the organisation, one row for each section. Absent: nobody did.
create table organisation_setting (
  organisation_id uuid not null references organisation,
  section text not null check (section in ('sheet', 'slogans', 'return_address', 'sender', 'delivery_mails')),
  value jsonb not null,
  -- since when all that the value holds was chosen: taking something out does not move it
  since timestamptz not null default clock_timestamp(),
  primary key (organisation_id, section)
);
call confine('organisation_setting');
grant select, insert, update on organisation_setting to postroom_app;

-- Any JSON a user stores under a key. Text, because jsonb rejects some strings that JSON allows.
create table user_data (
  user_id uuid not null references app_user on delete cascade,
  key text not null check (key ~ '^[a-z0-9._-]{1,64}$'),
  value text not null check (octet_length(value) <= 65536),
  primary key (user_id, key)
);
call confine('user_data', 'exists (select from app_user where app_user.id = user_data.user_id)');
grant select, insert, update, delete on user_data to postroom_app;

-- What a user has typed into a form and not sent yet; it holds addresses. Text, for the same reason.
create table draft (
  user_id uuid not null references app_user on delete cascade,
  id uuid not null, -- made by the page
  form text not null check (form ~ '^[a-z-]{1,32}$'),
  label text not null,
  "values" text not null check (octet_length("values") <= 65536),
  saved_at timestamptz not null,
  primary key (user_id, id)
);
create index draft_newest on draft (user_id, form, saved_at);
create index draft_by_age on draft (saved_at);
call confine('draft', 'exists (select from app_user where app_user.id = draft.user_id)');
grant select, insert, update, delete on draft to postroom_app;
