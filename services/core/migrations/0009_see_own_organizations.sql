-- The second net: whatever a query asks for, its transaction sees the rows of the organizations that it was started
-- for, and changes them only where its user's role allows. Who starts it for nobody sees nothing.
create schema app;

create function app.sees_all() returns boolean
language sql stable
return coalesce(current_setting('app.sees_all', true), '') = 'on';

create function app.organizations_of(needed text) returns bigint[]
language sql stable
return coalesce(nullif(current_setting('app.' || needed || '_of', true), ''), '{}')::bigint[];

-- The subqueries make each function run once a statement and not once a row.
do $$
declare
  target text;
  own text := '(select app.sees_all()) or %I = any ((select app.organizations_of(%L))::bigint[])';
  of_house text := '(select app.sees_all()) or exists (select from houses where houses.id = %I.house_id
    and houses.organization_id = any ((select app.organizations_of(%L))::bigint[]))';
begin
  alter table organizations enable row level security;
  execute format('create policy seen on organizations for select using (' || own || ')', 'id', 'viewer');
  execute format('create policy changed on organizations for all using (' || own || ')', 'id', 'owner');

  foreach target in array array['organization_members', 'houses', 'account_numbers'] loop
    execute format('alter table %I enable row level security', target);
    execute format('create policy seen on %I for select using (' || own || ')', target, 'organization_id', 'viewer');
    execute format('create policy changed on %I for all using (' || own || ')', target, 'organization_id', 'owner');
  end loop;

  foreach target in array array['rooms', 'personal_accounts', 'registered_persons', 'house_services', 'service_tariffs',
    'service_norms', 'meters', 'meter_readings'] loop
    execute format('alter table %I enable row level security', target);
    execute format('create policy seen on %I for select using (' || of_house || ')', target, target, 'viewer');
    execute format('create policy changed on %I for all using (' || of_house || ')', target, target,
      case target when 'meter_readings' then 'accountant' else 'owner' end);
  end loop;

  alter table audit_log enable row level security;
  execute format('create policy seen on audit_log for select using (' || own || ')', 'organization_id', 'owner');
  execute format('create policy written on audit_log for insert with check (organization_id is null or ' || own || ')',
    'organization_id', 'viewer');
end $$;

do $$
begin
  grant usage on schema app to core_app;
  grant usage on sequence organizations_id_seq to core_app;
exception
  when undefined_object then null;
end $$;
