-- The services and meter types that every house chooses from, and the services that an organization has added for its own houses.
-- What a calculation has to know about a service is in its row: a new service with an existing method is just a row, and no code
-- refers to a service by its code.
create sequence utility_service_ids as bigint;
create sequence meter_type_ids as bigint;

create table utility_services (
  id bigint not null default nextval('utility_service_ids'),
  -- The owning organization; null in the catalogue.
  organization_id bigint,
  code text not null,
  name text not null,
  unit text not null,
  precision smallint not null,
  -- Which methods exist is defined in the calculation's code.
  methods text[] not null,
  components text[] not null default '{}',
  -- Decree 354, p. 42: cold and hot water and electricity, where a meter can be installed.
  coefficient_allowed boolean not null default false,
  -- Housing Code, art. 154: common-house needs are paid with the upkeep; art. 155, p. 14.1: contributions for major
  -- repairs have penalties of their own.
  kind text not null,
  -- Decree 354, p. 42: the service that charges the part of this one that goes down the drain.
  drains_into text,
  -- Decree 354, app. 2, formulas 10–12: for common-house needs, the services that the house-wide meter counts with them.
  common_needs_of text[] not null default '{}',
  -- The single-rate service whose units it divides by hours of the day: a house is charged for one of the two.
  hours_of text,
  -- Decree 354, p. 86, 148(44): whether it is recalculated for absences.
  follows_absence boolean not null default false,
  -- Decree 354, p. 80(1): whether its meters count past their verification.
  counts_unverified boolean not null default false,
  -- Decree 354, app. 1: the section by which hours without it, or of bad quality, are taken back; null where none does.
  quality_standard text,
  -- The scale of an electricity meter that counts it: T1 the only one, the day or the peak, T2 the night, T3 the half-peak.
  meter_scale smallint,
  -- What a meter counts, the same for all of its scales.
  metered_resource text not null generated always as (case when meter_scale is null then code else 'power' end) stored,
  -- The name within a sentence, where it differs from the name on a receipt.
  everyday_name_ru text,
  everyday_name_en text,
  version integer not null default 1,
  constraint utility_services_pkey primary key (id),
  constraint utility_services_code_unique unique (code),
  constraint utility_services_code_form check (code ~ '^[a-z][a-z0-9-]{1,49}$'),
  constraint utility_services_name_length check (char_length(name) between 1 and 200),
  constraint utility_services_unit_length check (char_length(unit) between 1 and 20),
  constraint utility_services_precision_range check (precision between 0 and 6),
  constraint utility_services_methods_form check (
    cardinality(methods) > 0 and array_to_string(methods, ' ') ~ '^[a-z][a-z-]{0,19}( [a-z][a-z-]{0,19})*$'
  ),
  constraint utility_services_components_known check (components in ('{}', '{cold,heat}')),
  constraint utility_services_kind_known check (kind in ('housing', 'utility', 'major-repairs', 'other')),
  constraint utility_services_drains_elsewhere check (drains_into <> code),
  constraint utility_services_common_needs_by_odn check ((cardinality(common_needs_of) > 0) = ('odn' = any (methods))),
  constraint utility_services_hours_of_another check (hours_of <> code),
  constraint utility_services_quality_standard_known check (
    quality_standard in ('cold-supply', 'hot-supply', 'sewerage', 'power', 'gas-supply', 'heating', 'waste-collection')
  ),
  constraint utility_services_meter_scale_range check (meter_scale between 1 and 3),
  constraint utility_services_metered_resource_length check (char_length(metered_resource) between 1 and 50),
  constraint utility_services_everyday_name_ru_length check (char_length(everyday_name_ru) between 1 and 100),
  constraint utility_services_everyday_name_en_length check (char_length(everyday_name_en) between 1 and 100),
  constraint utility_services_everyday_name_in_both check ((everyday_name_ru is null) = (everyday_name_en is null)),
  constraint utility_services_version_range check (version between 1 and 2147483647)
);

select app.replicate('utility_services');

alter table utility_services add constraint utility_services_drains_into_fkey
  foreign key (drains_into) references utility_services (code);

alter table utility_services add constraint utility_services_hours_of_fkey
  foreign key (hours_of) references utility_services (code);

alter table utility_services add constraint utility_services_organization_fkey
  foreign key (organization_id) references organizations (id);

-- Files name a service in any case.
create unique index utility_services_own_name_unique on utility_services (organization_id, lower(name collate "und-x-icu"));

-- Decree 354, app. 2, formulas 4(1), 23(1): the raising coefficient K by days. A service without rows has none.
create table utility_service_coefficients (
  utility_service_id bigint not null,
  valid_from calendar_day not null,
  valid_to calendar_day,
  value numeric(4, 2) not null,
  basis text not null,
  constraint utility_service_coefficients_pkey primary key (utility_service_id, valid_from),
  constraint utility_service_coefficients_value_range check (value > 1 and value <= 10),
  constraint utility_service_coefficients_basis_length check (char_length(basis) between 1 and 500),
  constraint utility_service_coefficients_period_order check (valid_to >= valid_from)
);

select app.replicate('utility_service_coefficients');

alter table utility_service_coefficients add constraint utility_service_coefficients_service_fkey
  foreign key (utility_service_id) references utility_services (id);

create table meter_types (
  id bigint not null default nextval('meter_type_ids'),
  code text not null,
  name text not null,
  is_house_meter boolean not null,
  constraint meter_types_pkey primary key (id),
  constraint meter_types_code_unique unique (code),
  constraint meter_types_code_form check (code ~ '^[a-z][a-z0-9-]{1,49}$'),
  constraint meter_types_name_length check (char_length(name) between 1 and 200)
);

select app.replicate('meter_types');

-- Units and names are as on Russian receipts.
insert into utility_services (code, name, unit, precision, methods, components, coefficient_allowed, kind,
  drains_into, common_needs_of, hours_of, follows_absence, counts_unverified, everyday_name_ru, everyday_name_en, quality_standard) values
  ('cold-water', 'Холодное водоснабжение', 'м³', 3, '{meter,norm,calculated-volume}', '{}', true, 'utility',
    'water-disposal', '{}', null, true, false, 'холодная вода', 'cold water', 'cold-supply'),
  ('hot-water', 'Горячее водоснабжение', 'м³', 3, '{meter,norm,calculated-volume}', '{}', true, 'utility',
    'water-disposal', '{}', null, true, false, 'горячая вода', 'hot water', 'hot-supply'),
  ('water-disposal', 'Водоотведение', 'м³', 3, '{water-disposal,norm,calculated-volume}', '{}', false, 'utility',
    null, '{}', null, true, false, null, null, 'sewerage'),
  ('heating', 'Отопление', 'Гкал', 6, '{heating}', '{}', false, 'utility',
    null, '{}', null, false, false, null, null, 'heating'),
  ('electricity', 'Электроснабжение', 'кВт·ч', 3, '{meter,norm,calculated-volume}', '{}', true, 'utility',
    null, '{}', null, true, true, null, null, 'power'),
  ('upkeep', 'Содержание жилого помещения', 'м²', 2, '{area}', '{}', false, 'housing',
    null, '{}', null, false, false, null, null, null),
  ('cold-water-odn', 'Холодная вода на содержание общего имущества', 'м³', 3, '{odn}', '{}', false, 'housing',
    null, '{cold-water}', null, false, false, null, null, null),
  ('hot-water-two-component', 'Горячее водоснабжение (двухкомпонентный тариф)', 'м³', 3, '{meter,norm,calculated-volume}', '{cold,heat}', true, 'utility',
    'water-disposal', '{}', null, true, false, 'горячая вода', 'hot water', 'hot-supply'),
  ('electricity-day', 'Электроснабжение, дневная зона', 'кВт·ч', 3, '{meter,calculated-volume}', '{}', false, 'utility',
    null, '{}', 'electricity', true, true, null, null, 'power'),
  ('electricity-night', 'Электроснабжение, ночная зона', 'кВт·ч', 3, '{meter,calculated-volume}', '{}', false, 'utility',
    null, '{}', 'electricity', true, true, null, null, 'power'),
  ('gas', 'Газоснабжение', 'м³', 3, '{meter,norm,calculated-volume}', '{}', false, 'utility',
    null, '{}', null, true, false, null, null, 'gas-supply'),
  ('waste', 'Обращение с твёрдыми коммунальными отходами', 'м³', 6, '{norm,area-norm,calculated-volume}', '{}', false, 'utility',
    null, '{}', null, true, false, null, null, 'waste-collection'),
  ('major-repairs', 'Взнос на капитальный ремонт', 'м²', 2, '{area}', '{}', false, 'major-repairs',
    null, '{}', null, false, false, null, null, null),
  ('hot-water-odn', 'Горячая вода на содержание общего имущества', 'м³', 3, '{odn}', '{}', false, 'housing',
    null, '{hot-water,hot-water-two-component}', null, false, false, null, null, null),
  ('hot-water-two-component-odn', 'Горячая вода (двухкомпонентный тариф) на содержание общего имущества', 'м³', 3, '{odn}', '{cold,heat}', false, 'housing',
    null, '{hot-water,hot-water-two-component}', null, false, false, null, null, null),
  ('water-disposal-odn', 'Отведение сточных вод на содержание общего имущества', 'м³', 3, '{odn}', '{}', false, 'housing',
    null, '{water-disposal}', null, false, false, null, null, null),
  ('electricity-odn', 'Электроэнергия на содержание общего имущества', 'кВт·ч', 3, '{odn}', '{}', false, 'housing',
    null, '{electricity,electricity-day,electricity-peak,electricity-half-peak,electricity-night}', null, false, true, null, null, null),
  ('electricity-day-odn', 'Электроэнергия на содержание общего имущества, дневная зона', 'кВт·ч', 3, '{odn}', '{}', false, 'housing',
    null, '{electricity-day}', null, false, true, null, null, null),
  ('electricity-night-odn', 'Электроэнергия на содержание общего имущества, ночная зона', 'кВт·ч', 3, '{odn}', '{}', false, 'housing',
    null, '{electricity-night}', null, false, true, null, null, null),
  ('electricity-peak', 'Электроснабжение, пиковая зона', 'кВт·ч', 3, '{meter,calculated-volume}', '{}', false, 'utility',
    null, '{}', 'electricity', true, true, null, null, 'power'),
  ('electricity-half-peak', 'Электроснабжение, полупиковая зона', 'кВт·ч', 3, '{meter,calculated-volume}', '{}', false, 'utility',
    null, '{}', 'electricity', true, true, null, null, 'power'),
  ('electricity-peak-odn', 'Электроэнергия на содержание общего имущества, пиковая зона', 'кВт·ч', 3, '{odn}', '{}', false, 'housing',
    null, '{electricity-peak}', null, false, true, null, null, null),
  ('electricity-half-peak-odn', 'Электроэнергия на содержание общего имущества, полупиковая зона', 'кВт·ч', 3, '{odn}', '{}', false, 'housing',
    null, '{electricity-half-peak}', null, false, true, null, null, null);

update utility_services set meter_scale = 1
where code in ('electricity', 'electricity-odn', 'electricity-day', 'electricity-day-odn', 'electricity-peak', 'electricity-peak-odn');
update utility_services set meter_scale = 2 where code in ('electricity-night', 'electricity-night-odn');
update utility_services set meter_scale = 3 where code in ('electricity-half-peak', 'electricity-half-peak-odn');

insert into utility_service_coefficients (utility_service_id, valid_from, valid_to, value, basis)
select utility_services.id, known.valid_from, known.valid_to, known.value, known.basis
from (values
  ('cold-water', date '2017-01-01', date '2025-12-05', 1.5, 'Правила № 354, приложение № 2, формула 4(1)'),
  ('cold-water', '2025-12-06', null, 3, 'Постановление № 1871 от 25.11.2025'),
  ('hot-water', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 4(1)'),
  ('hot-water-two-component', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 23(1)'),
  ('electricity', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 4(1)'),
  ('electricity-day', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 4(1)'),
  ('electricity-peak', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 4(1)'),
  ('electricity-half-peak', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 4(1)'),
  ('electricity-night', '2017-01-01', null, 1.5, 'Правила № 354, приложение № 2, формула 4(1)')
) as known (code, valid_from, valid_to, value, basis)
join utility_services on utility_services.code = known.code;

insert into meter_types (code, name, is_house_meter) values
  ('cold-water', 'Счётчик холодной воды', false),
  ('hot-water', 'Счётчик горячей воды', false),
  ('electricity', 'Счётчик электроэнергии', false),
  ('heating', 'Теплосчётчик', false),
  ('cold-water-house', 'Общедомовой счётчик холодной воды', true),
  ('hot-water-house', 'Общедомовой счётчик горячей воды', true),
  ('electricity-house', 'Общедомовой счётчик электроэнергии', true),
  ('heating-house', 'Общедомовой теплосчётчик', true),
  ('electricity-day', 'Счётчик электроэнергии, дневная зона', false),
  ('electricity-night', 'Счётчик электроэнергии, ночная зона', false),
  ('gas', 'Счётчик газа', false),
  ('water-disposal-house', 'Общедомовой счётчик сточных вод', true),
  ('electricity-day-house', 'Общедомовой счётчик электроэнергии, дневная зона', true),
  ('electricity-night-house', 'Общедомовой счётчик электроэнергии, ночная зона', true),
  ('electricity-peak', 'Счётчик электроэнергии, пиковая зона', false),
  ('electricity-half-peak', 'Счётчик электроэнергии, полупиковая зона', false),
  ('electricity-peak-house', 'Общедомовой счётчик электроэнергии, пиковая зона', true),
  ('electricity-half-peak-house', 'Общедомовой счётчик электроэнергии, полупиковая зона', true);

-- Everybody may read the catalogue and nobody may change it; an organization's own services are secured like its other records.
alter table utility_services enable row level security;

create policy seen on utility_services for select using (organization_id is null or app.may_see(organization_id));

create policy written on utility_services for insert with check (organization_id is not null and app.may_own(organization_id));

create policy changed on utility_services for update using (organization_id is not null and app.may_own(organization_id));

create policy deleted on utility_services for delete using (organization_id is not null and app.may_own(organization_id));

select app.grant_to_application('select', 'utility_service_coefficients, meter_types');

select app.grant_to_application('select, insert, update, delete', 'utility_services');

select app.grant_to_application('usage', 'sequence utility_service_ids');
