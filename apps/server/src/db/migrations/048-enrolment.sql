-- Codes with which device managers pair themselves when an administrator installs them. A code works until it has paired
-- `devices_max` device managers or has expired.
create table enrolment_code (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisation,
  code_hash bytea not null unique check (length(code_hash) = 32),
  starts_with text not null,
  devices int not null default 0,
  devices_max int not null check (devices_max >= 1),
  expires_at timestamptz not null,
  constraint paired_within_limit check (devices between 0 and devices_max)
);
create index on enrolment_code (organisation_id, expires_at);
create index on enrolment_code (expires_at); -- retention
call confine('enrolment_code');
grant select, insert, delete on enrolment_code to postroom_app;
-- a device manager that enrols belongs to no organisation yet
grant select, update (devices), delete on enrolment_code to postroom_platform;
