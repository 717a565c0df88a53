-- Usernames have one spelling. Names that managers give end with the handle of their organisation, so that a name which is
-- taken says nothing about other organisations.
update app_user set username = lower(username) || case when exists (
    select from app_user as older where older.id <> app_user.id and lower(older.username) = lower(app_user.username)
      and (older.created_at, older.id) < (app_user.created_at, app_user.id))
  then '-' || left(id::text, 8) else '' end
  where username <> lower(username);
alter table app_user add constraint username_in_one_spelling check (username = lower(username));

alter table organisation add handle text;
update organisation set handle = coalesce(nullif(trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), ''), 'office')
  || '-' || left(id::text, 4);
alter table organisation alter handle set not null, add constraint one_handle unique (handle),
  add constraint handle_form check (handle ~ '^[a-z0-9][a-z0-9-]{0,49}$');

-- Wrong codes since the last right one, wherever they came from.
alter table two_factor add failures integer not null default 0;

-- The tokens that the latest renewal gave out, sealed under the refresh token that was renewed: only its holder reads them.
alter table session add successor text;

-- The mails to a user whose reset link is dead count no more.
create function forget_resets_of(owner uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from sign_in_failure using app_user
  where app_user.id = owner and (sees_all() or organisation_id = tenant()) and who = 'reset of' || chr(10) || owner::text
$$;
revoke all on function forget_resets_of from public;
grant execute on function forget_resets_of to postroom_app, postroom_platform;
