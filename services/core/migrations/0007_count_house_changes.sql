-- Versions of house months: how often the data that charges follow from has changed, by house and by the month that a change
-- affects first. Whoever computes a month can check whether the data it has read is still current.

-- A month's version is the sum over the rows of this and earlier months: a reading affects its own month and later ones; a dated
-- value, an account, a meter or an absence the months from its first day on; and the day on which a value or an account ends, if
-- nothing else changes, those after it. Every other change affects all months, and is counted at 1900-01-01.
create table house_versions (
  organization_id bigint not null,
  house_id bigint not null,
  counts_from calendar_day not null,
  version bigint not null,
  constraint house_versions_pkey primary key (organization_id, house_id, counts_from),
  constraint house_versions_version_range check (version between 1 and 9007199254740991)
);

select app.distribute('house_versions');

-- A row's organization and house, and the first month that it affects.
create function app.place_of(fact jsonb) returns jsonb
language sql immutable
return jsonb_build_array(
  fact -> 'organization_id', coalesce(fact -> 'house_id', fact -> 'id'),
  coalesce(fact ->> 'period', left(coalesce(fact ->> 'valid_from', fact ->> 'opened_on', fact ->> 'installed_on',
    fact ->> 'begins_on'), 7) || '-01', '1900-01-01'));

-- The same for a row of which nothing but the end has changed: what it says of earlier days stays.
create function app.place_from_end(fact jsonb, last_day text) returns jsonb
language sql immutable
return app.place_of(fact || jsonb_build_object('valid_from', least(last_day::date, date '2999-12-30') + 1));

-- Columns named by the trigger, and the common columns of records, affect no charges. Rows are locked in the order of houses and
-- months, to avoid deadlocks between two statements.
create function app.count_house_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  apart text[] := tg_argv || '{version,created_at,updated_at,search_text}'::text[];
  ends text[] := '{valid_to,closed_on}';
  places jsonb[];
begin
  if tg_op = 'INSERT' then
    places := array(select distinct app.place_of(to_jsonb(new_rows)) from new_rows);
  elsif tg_op = 'DELETE' then
    places := array(select distinct app.place_of(to_jsonb(old_rows)) from old_rows);
  else
    places := array(
      select distinct case count(*) when 1 then app.place_of(fact - ends)
        else app.place_from_end(fact - ends, min(coalesce(fact ->> 'valid_to', fact ->> 'closed_on'))) end
      from (
        (select to_jsonb(new_rows) - apart as fact from new_rows except select to_jsonb(old_rows) - apart from old_rows)
        union all
        (select to_jsonb(old_rows) - apart from old_rows except select to_jsonb(new_rows) - apart from new_rows)
      ) as changed
      group by fact - ends
    );
  end if;
  insert into house_versions (organization_id, house_id, counts_from, version)
  select (place ->> 0)::bigint, (place ->> 1)::bigint, (place ->> 2)::date, 1 from unnest(places) as place
  order by 1, 2, 3
  on conflict on constraint house_versions_pkey do update set version = house_versions.version + 1;
  return null;
end $$;

-- Creates the triggers that count a table's changes. `apart` are columns that affect no charges.
create procedure app.count_changes_of(facts text, variadic apart text[])
language plpgsql as $$
declare
  counting text := format('for each statement execute function app.count_house_changes(%s)',
    (select string_agg(quote_literal(name), ', ') from unnest(apart) as name));
begin
  execute format('create trigger %I after insert on %I referencing new table as new_rows %s',
    facts || '_inserted_counts', facts, counting);
  execute format('create trigger %I after delete on %I referencing old table as old_rows %s',
    facts || '_deleted_counts', facts, counting);
  execute format('create trigger %I after update on %I referencing old table as old_rows new table as new_rows %s',
    facts || '_updated_counts', facts, counting);
end $$;

call app.count_changes_of('houses', 'address', 'fias_id', 'reading_from_day', 'reading_to_day');

call app.count_changes_of('rooms', variadic '{}');

call app.count_changes_of('personal_accounts', 'payer', 'gis_account_number', 'gis_service_id', 'gis_account_guid',
  'payer_inn', 'payer_address', 'email', 'wants_paper');

call app.count_changes_of('registered_persons', variadic '{}');

call app.count_changes_of('absences', 'basis');

call app.count_changes_of('house_services', variadic '{}');

call app.count_changes_of('service_tariffs', variadic '{}');

call app.count_changes_of('service_norms', variadic '{}');

call app.count_changes_of('account_services', 'basis');

call app.count_changes_of('service_acts', 'basis');

call app.count_changes_of('service_act_rooms', variadic '{}');

call app.count_changes_of('meters', 'gis_meter_guid');

call app.count_changes_of('meter_verifications', variadic '{}');

call app.count_changes_of('meter_acts', 'basis');

call app.count_changes_of('meter_readings', 'source');

-- A change of the catalogue affects every house that has the service. The columns that are left out decide what may be entered
-- for a service, not what its charges follow from. The catalogue is replicated to every node and each fires the trigger: the
-- first counts for all, and can reach the other nodes from within it. Own services are counted by the function below.
create function app.count_service_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  apart text[] := array['methods', 'components', 'coefficient_allowed', 'everyday_name_ru', 'everyday_name_en', 'version'];
  changed jsonb[];
  services bigint[];
begin
  if not app.is_first_node() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    changed := array(select to_jsonb(new_rows) from new_rows);
  elsif tg_op = 'DELETE' then
    changed := array(select to_jsonb(old_rows) from old_rows);
  else
    changed := array(
      (select to_jsonb(new_rows) - apart from new_rows except select to_jsonb(old_rows) - apart from old_rows)
      union all
      (select to_jsonb(old_rows) - apart from old_rows except select to_jsonb(new_rows) - apart from new_rows)
    );
  end if;
  services := array(
    select coalesce(fact -> 'utility_service_id', fact -> 'id')::bigint from unnest(changed) as fact
    where fact ->> 'organization_id' is null
  );
  if services = '{}' then
    return null;
  end if;
  insert into house_versions (organization_id, house_id, counts_from, version)
  select distinct house_services.organization_id, house_services.house_id, date '1900-01-01', 1
  from house_services
  where house_services.utility_service_id = any (services)
  order by 1, 2
  on conflict on constraint house_versions_pkey do update set version = house_versions.version + 1;
  return null;
end $$;

-- Called after a change of an own service: it affects the houses of its organization that have it, and is counted on the node
-- where their versions are stored.
create function app.count_own_service(organization bigint, service bigint) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  house bigint;
begin
  if not app.may_own(organization) then
    raise exception 'row-level security lets nobody of yours change services of organization %', organization
      using errcode = 'insufficient_privilege';
  end if;
  for house in
    select distinct house_services.house_id from house_services
    where house_services.organization_id = organization and house_services.utility_service_id = service
    order by house_services.house_id
  loop
    insert into house_versions (organization_id, house_id, counts_from, version)
    values (organization, house, '1900-01-01', 1)
    on conflict on constraint house_versions_pkey do update set version = house_versions.version + 1;
  end loop;
end $$;

revoke execute on function app.count_own_service(bigint, bigint) from public;
select app.grant_to_application('execute', 'function app.count_own_service(bigint, bigint)');

-- Without the distributed engine nobody may set these.
do $$
begin
  if app.is_distributed_engine() then
    alter function app.count_service_changes() set citus.allow_nested_distributed_execution = on;
    perform create_distributed_function('app.count_own_service(bigint, bigint)', '$1', 'house_versions',
      force_delegation => true);
  end if;
end $$;

create trigger utility_services_updated_counts after update on utility_services
  referencing old table as old_rows new table as new_rows
  for each statement execute function app.count_service_changes();

create trigger utility_service_coefficients_inserted_counts after insert on utility_service_coefficients
  referencing new table as new_rows for each statement execute function app.count_service_changes();

create trigger utility_service_coefficients_updated_counts after update on utility_service_coefficients
  referencing old table as old_rows new table as new_rows
  for each statement execute function app.count_service_changes();

create trigger utility_service_coefficients_deleted_counts after delete on utility_service_coefficients
  referencing old table as old_rows for each statement execute function app.count_service_changes();

-- The meters with an odd reading in a house's month, and the version of the month for which they were found: a query about all
-- houses reads only these meters, and the houses that have changed since.
create table odd_meters (
  organization_id bigint not null,
  house_id bigint not null,
  period calendar_day not null,
  version bigint not null,
  meter_ids bigint[] not null,
  constraint odd_meters_pkey primary key (organization_id, house_id, period),
  constraint odd_meters_version_range check (version between 0 and 9007199254740991),
  constraint odd_meters_meter_ids_bound check (cardinality(meter_ids) <= 100000)
);

select app.distribute('odd_meters');

select app.secure('odd_meters', 'app.may_see');

select app.grant_to_application('select, insert, update', 'odd_meters');

alter table house_versions enable row level security;

create policy seen on house_versions for select using (app.may_see(organization_id));

select app.grant_to_application('select', 'house_versions');
