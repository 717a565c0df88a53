-- Provisioning: users whom the identity provider of an organisation creates, changes and disables (SCIM).

-- What the provider calls a user whom it manages. Without a row a user is managed here only. Name, mail address and whether they are
-- enabled are in app_user.
create table provisioned_user (
  user_id uuid primary key references app_user,
  organisation_id uuid not null references organisation,
  user_name text not null,
  external_id text,
  -- the parts of the name, which the provider reads again
  formatted_name text,
  given_name text,
  family_name text,
  created_at timestamptz not null default clock_timestamp()
);
create unique index one_provisioned_user_for_a_name on provisioned_user (organisation_id, lower(user_name));
create index on provisioned_user (organisation_id, external_id);
create index on provisioned_user (organisation_id, created_at, user_id);
call confine('provisioned_user');
grant select, insert, delete, update (user_name, external_id, formatted_name, given_name, family_name)
  on provisioned_user to postroom_app;

-- A key that provisions users opens nothing else.
alter table api_key add constraint provisioning_alone
  check (not scopes @> '{provisioning}' or cardinality(scopes) = 1);
