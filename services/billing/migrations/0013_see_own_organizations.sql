-- The second net: whatever a query asks for, its transaction sees the rows of the organizations that it was started
-- for, and changes them only where its user's role allows. Who starts it for nobody sees nothing.
create function app.sees_all() returns boolean
language sql stable
return coalesce(current_setting('app.sees_all', true), '') = 'on';

create function app.organizations_of(needed text) returns bigint[]
language sql stable
return coalesce(nullif(current_setting('app.' || needed || '_of', true), ''), '{}')::bigint[];

alter table charged_services add column organization_id bigint;
update charged_services set organization_id = (
  select house_months.organization_id from house_months
  where house_months.house_id = charged_services.house_id
  order by house_months.period desc limit 1
);
alter table charged_services alter column organization_id set not null;

-- The subqueries make each function run once a statement and not once a row.
do $$
declare
  target text;
  seen text := '(select app.sees_all()) or organization_id = any ((select app.organizations_of(%L))::bigint[])';
begin
  foreach target in array array['billing_cycles', 'calculation_jobs', 'charged_services', 'house_months', 'charges',
    'ledger_entries', 'account_balances'] loop
    execute format('alter table %I enable row level security', target);
    execute format('create policy seen on %I for select using (' || seen || ')', target, 'viewer');
    execute format('create policy changed on %I for all using (' || seen || ')', target, 'accountant');
  end loop;
  execute format('alter table audit_log enable row level security');
  execute format('create policy seen on audit_log for select using (' || seen || ')', 'owner');
  execute format('create policy written on audit_log for insert with check (organization_id is null or ' || seen || ')', 'viewer');
end $$;
