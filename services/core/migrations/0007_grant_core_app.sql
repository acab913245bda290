-- the service's queries run as a role that owns nothing; where the role cannot be made they run as the owner.
do $$
begin
  create role core_app nologin;
exception
  when duplicate_object or unique_violation or insufficient_privilege then null;
end
$$;

do $$
begin
  if not exists (select from pg_roles where rolname = 'core_app') then
    return;
  end if;
  grant usage on schema public to core_app;
  grant select on utility_services, meter_types to core_app;
  grant select, insert, update, delete on
    organizations, organization_members, houses, rooms, account_numbers, personal_accounts, registered_persons,
    house_services, service_tariffs, service_norms, meters, meter_readings
  to core_app;
  if not pg_has_role(current_user, 'core_app', 'member') then
    begin
      grant core_app to current_user;
    exception
      when insufficient_privilege or invalid_grant_operation then null;
    end;
  end if;
end
$$;
