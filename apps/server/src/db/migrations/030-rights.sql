-- Rights of their own for voiding, for what colleagues own, for device managers, and for booking received money.

-- Everybody with a role may take back what they bought. Nobody becomes an operator: the person who runs the server grants that.
update app_user set permissions = permissions
  || '{void}'::text[]
  || case when plan = 'full' and roles && '{mailroom,manager}' then '{colleagues_shipments}'::text[] else '{}' end
  || case when 'manager' = any (roles) then '{manage_devices}'::text[] else '{}' end
where roles && '{sender,mailroom,manager}';
