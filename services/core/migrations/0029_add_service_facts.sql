-- what a calculation has to know of a service is a fact of the catalogue: a new service by a known method is a row, and no
-- program names a service by its code.
-- compatible from 0028: older code reads nothing of this, and the catalogue is written by migrations alone.
alter table utility_services
  -- Housing Code, art. 154: common-house needs are paid with the upkeep; art. 155, p. 14.1: contributions for major
  -- repairs have penalties of their own.
  add column kind text
    constraint utility_services_kind_known check (kind in ('housing', 'utility', 'major-repairs', 'other')),
  -- Decree 354, p. 42: the service that charges what of this one goes down the drain.
  add column drains_into text
    constraint utility_services_drains_into_fkey references utility_services (code)
    constraint utility_services_drains_elsewhere check (drains_into <> code),
  -- Decree 354, app. 2, formulas 10–12: of common-house needs, all that the house-wide meter has counted too.
  add column common_needs_of text[] not null default '{}',
  -- The service at one rate whose units it shares out by the hours of the day: a house is charged for one of the two.
  add column hours_of text
    constraint utility_services_hours_of_fkey references utility_services (code)
    constraint utility_services_hours_of_another check (hours_of <> code),
  -- Decree 354, p. 86, 148(44): whether it is recalculated for those who were away.
  add column follows_absence boolean not null default false,
  -- Decree 354, p. 80(1): whether its meters count past their verification.
  add column counts_unverified boolean not null default false,
  -- What it is called within a sentence, where that is not its name on a receipt.
  add column everyday_name_ru text
    constraint utility_services_everyday_name_ru_length check (char_length(everyday_name_ru) between 1 and 100),
  add column everyday_name_en text
    constraint utility_services_everyday_name_en_length check (char_length(everyday_name_en) between 1 and 100),
  add constraint utility_services_everyday_name_in_both
    check ((everyday_name_ru is null) = (everyday_name_en is null));

-- Decree 354, app. 2, formulas 4(1), 23(1): the raising coefficient K by its days. A service without rows knows none.
create table utility_service_coefficients (
  utility_service_id bigint not null,
  valid_from calendar_day not null,
  valid_to calendar_day,
  value numeric(4, 2) not null,
  basis text not null,
  constraint utility_service_coefficients_pkey primary key (utility_service_id, valid_from),
  constraint utility_service_coefficients_service_fkey
    foreign key (utility_service_id) references utility_services (id),
  constraint utility_service_coefficients_value_range check (value > 1 and value <= 10),
  constraint utility_service_coefficients_basis_length check (char_length(basis) between 1 and 500),
  constraint utility_service_coefficients_period_order check (valid_to >= valid_from)
);

update utility_services set kind = case
  when code = 'major-repairs' then 'major-repairs'
  when code = 'upkeep' or 'odn' = any (methods) then 'housing'
  else 'utility'
end;
update utility_services set drains_into = 'water-disposal'
where code in ('cold-water', 'hot-water', 'hot-water-two-component');
update utility_services set common_needs_of = case code
  when 'electricity-odn' then array['electricity', 'electricity-day', 'electricity-night']
  when 'hot-water-odn' then array['hot-water', 'hot-water-two-component']
  when 'hot-water-two-component-odn' then array['hot-water', 'hot-water-two-component']
  else array[replace(code, '-odn', '')]
end
where 'odn' = any (methods);
update utility_services set hours_of = 'electricity' where code in ('electricity-day', 'electricity-night');
update utility_services set follows_absence = true where kind = 'utility' and code <> 'heating';
update utility_services set counts_unverified = true where code like 'electricity%';
update utility_services set everyday_name_ru = 'холодная вода', everyday_name_en = 'cold water'
where code = 'cold-water';
update utility_services set everyday_name_ru = 'горячая вода', everyday_name_en = 'hot water'
where code in ('hot-water', 'hot-water-two-component');

insert into utility_service_coefficients (utility_service_id, valid_from, valid_to, value, basis)
select utility_services.id, known.valid_from, known.valid_to, known.value, known.basis
from (values
  ('cold-water', date '2017-01-01', date '2025-12-05', 1.5, 'Правила № 354, приложение № 2, формула 4(1)'),
  ('cold-water', '2025-12-06', null, 3, 'Постановление № 1871 от 25.11.2025'),
  ('hot-water', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 4(1)'),
  ('hot-water-two-component', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 23(1)'),
  ('electricity', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 4(1)'),
  ('electricity-day', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 4(1)'),
  ('electricity-night', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 4(1)')
) as known (code, valid_from, valid_to, value, basis)
join utility_services on utility_services.code = known.code;

alter table utility_services
  alter column kind set not null,
  add constraint utility_services_common_needs_by_odn
    check ((cardinality(common_needs_of) > 0) = ('odn' = any (methods)));

-- A fact of the catalogue counts in every house that has the service. The columns that are taken away here say what may be
-- entered of a service, not what its charges follow from.
create function app.count_service_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  apart text[] := array['methods', 'components', 'coefficient_allowed', 'everyday_name_ru', 'everyday_name_en'];
  changed jsonb[];
begin
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
  insert into house_versions (house_id, counts_from, version)
  select distinct house_services.house_id, date '1900-01-01', 1
  from unnest(changed) as fact
  join house_services
    on house_services.utility_service_id = coalesce(fact -> 'utility_service_id', fact -> 'id')::bigint
  order by 1
  on conflict on constraint house_versions_pkey do update set version = house_versions.version + 1;
  return null;
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

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select on utility_service_coefficients to core_app;
exception
  when undefined_object then null;
end $$;
