-- The memory of the sandbox carrier: a separate system, which shares no transaction with ours.
create schema sandbox;
grant usage on schema sandbox to postroom_app;

create sequence sandbox.serial maxvalue 99999999;
grant usage on sequence sandbox.serial to postroom_app;

create table sandbox.reference (
  ref uuid primary key,
  state text not null check (state in ('live', 'rejected', 'tombstoned', 'voided')),
  carrier_no text unique,
  further_nos text[] not null default '{}',
  reason text,
  at timestamptz not null default clock_timestamp(),
  check ((carrier_no is not null) = (state in ('live', 'voided')))
);

create table sandbox.void_answer (
  ref uuid not null references sandbox.reference (ref),
  n int not null,
  accepted boolean not null,
  primary key (ref, n)
);

-- Faults to inject: the next `remaining` calls of this kind get this answer.
create table sandbox.switch (
  id bigint generated always as identity primary key,
  call text not null check (call in ('purchase', 'resolve', 'void', 'track', 'return')),
  answer text not null check (answer in ('late', 'lost', 'refused', 'failing')),
  delay_ms int not null default 0 check (delay_ms >= 0),
  remaining int not null check (remaining >= 0)
);
grant select, insert, update on sandbox.reference, sandbox.void_answer, sandbox.switch to postroom_app;
