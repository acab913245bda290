-- How often that which charges follow from has changed, by house and by the month from which a change counts: whoever
-- computes a month can ask whether what was read of it still stands.

-- A month's version is the sum over the rows that count from it or before: a reading counts from its own month on, since
-- later ones may count from it; everything else counts in every month, and stands at 1900-01-01.
create table house_versions (
  house_id bigint not null,
  counts_from calendar_day not null,
  version bigint not null
    constraint house_versions_version_range check (version between 1 and 9007199254740991),
  constraint house_versions_pkey primary key (house_id, counts_from)
);

-- A row's house and the month from which it counts.
create function app.place_of(fact jsonb) returns jsonb
language sql immutable
return jsonb_build_array(coalesce(fact -> 'house_id', fact -> 'id'), coalesce(fact ->> 'period', '1900-01-01'));

-- Columns named by the trigger, and those of any record, are nothing that a charge follows from. Rows are locked
-- in the order of houses and months, so that two statements wait for each other in one direction only.
create function app.count_house_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  apart text[] := tg_argv || '{version,created_at,updated_at,search_text}'::text[];
  places jsonb[];
begin
  if tg_op = 'INSERT' then
    places := array(select distinct app.place_of(to_jsonb(new_rows)) from new_rows);
  elsif tg_op = 'DELETE' then
    places := array(select distinct app.place_of(to_jsonb(old_rows)) from old_rows);
  else
    places := array(
      select app.place_of(fact) from (
        (select to_jsonb(new_rows) - apart as fact from new_rows except select to_jsonb(old_rows) - apart from old_rows)
        union all
        (select to_jsonb(old_rows) - apart from old_rows except select to_jsonb(new_rows) - apart from new_rows)
      ) as changed
      group by 1
    );
  end if;
  insert into house_versions (house_id, counts_from, version)
  select (place ->> 0)::bigint, (place ->> 1)::date, 1 from unnest(places) as place
  order by 1, 2
  on conflict on constraint house_versions_pkey do update set version = house_versions.version + 1;
  return null;
end $$;

do $$
declare
  target record;
begin
  for target in select * from (values
    ('houses', '''address'', ''fias_id'''), ('rooms', ''), ('personal_accounts', '''payer'''), ('registered_persons', ''),
    ('house_services', ''), ('service_tariffs', ''), ('service_norms', ''), ('meters', ''),
    ('meter_verifications', ''), ('meter_readings', '''source''')
  ) as facts (name, apart) loop
    execute format('create trigger %I after insert on %I referencing new table as new_rows
      for each statement execute function app.count_house_changes(%s)', target.name || '_inserted_counts', target.name, target.apart);
    execute format('create trigger %I after delete on %I referencing old table as old_rows
      for each statement execute function app.count_house_changes(%s)', target.name || '_deleted_counts', target.name, target.apart);
    execute format('create trigger %I after update on %I referencing old table as old_rows new table as new_rows
      for each statement execute function app.count_house_changes(%s)', target.name || '_updated_counts', target.name, target.apart);
  end loop;
end $$;

alter table house_versions enable row level security;
create policy seen on house_versions for select using (
  (select app.sees_all()) or exists (select from houses where houses.id = house_versions.house_id
    and houses.organization_id = any ((select app.organizations_of('viewer'))::bigint[]))
);

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select on house_versions to core_app;
exception
  when undefined_object then null;
end $$;
