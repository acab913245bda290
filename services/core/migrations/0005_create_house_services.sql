-- What a house is charged for, by which method, its dated tariffs and norms, and account services; two of a kind are never in
-- force on one day. And the hours in which a service was missing or bad.
create sequence house_service_ids as bigint;
create sequence service_tariff_ids as bigint;
create sequence service_norm_ids as bigint;
create sequence account_service_ids as bigint;
create sequence service_act_ids as bigint;

create table house_services (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('house_service_ids'),
  utility_service_id bigint not null,
  -- One of the methods of the catalogue's service.
  method text not null,
  heating_mode text,
  -- The house's heat, or its common consumption, in calendar years that its meters here do not show: year and volume as text.
  year_volumes jsonb not null default '[]',
  coefficient_applies boolean not null default false,
  -- How the accounts of a room share what its meters have counted.
  shared_meter_by text not null default 'share',
  -- One of the organization's payees in billing; null for the organization itself.
  payee_id bigint,
  valid_from calendar_day not null,
  valid_to calendar_day,
  version integer not null default 1,
  constraint house_services_pkey primary key (organization_id, house_id, id),
  constraint house_services_method_form check (method ~ '^[a-z][a-z-]{0,19}$'),
  constraint house_services_heating_mode_known check (
    heating_mode in ('season', 'whole-year', 'house-meter', 'even-by-meter')
  ),
  constraint house_services_heating_mode_of_heating check ((method = 'heating') = (heating_mode is not null)),
  constraint house_services_year_volumes_bound check (
    jsonb_array_length(year_volumes) <= 30 and octet_length(year_volumes::text) <= 3000
  ),
  constraint house_services_shared_meter_by_known check (shared_meter_by in ('share', 'persons')),
  constraint house_services_period_order check (valid_to >= valid_from),
  constraint house_services_version_range check (version between 1 and 2147483647),
  constraint house_services_no_overlap exclude using gist (
    organization_id with =, house_id with =, utility_service_id with =, daterange(valid_from, valid_to, '[]') with &&
  )
);

select app.distribute('house_services');

alter table house_services add constraint house_services_house_fkey
  foreign key (organization_id, house_id) references houses (organization_id, id);

alter table house_services add constraint house_services_utility_service_fkey
  foreign key (utility_service_id) references utility_services (id);

create index house_services_id_idx on house_services (id);
create index house_services_payee_idx on house_services (organization_id, payee_id) where payee_id is not null;

create table service_tariffs (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('service_tariff_ids'),
  house_service_id bigint not null,
  component text,
  -- The name of a group of accounts; null for the default group.
  value_group text,
  value numeric(12, 4) not null,
  -- Roubles above a volume of the month.
  steps jsonb not null default '[]',
  basis text not null,
  valid_from calendar_day not null,
  valid_to calendar_day,
  version integer not null default 1,
  constraint service_tariffs_pkey primary key (organization_id, house_id, id),
  constraint service_tariffs_component_known check (component in ('cold', 'heat')),
  constraint service_tariffs_value_range check (value between 0 and 10000000),
  constraint service_tariffs_group_length check (char_length(value_group) between 1 and 40),
  constraint service_tariffs_steps_bound check (jsonb_array_length(steps) <= 20 and octet_length(steps::text) <= 2000),
  constraint service_tariffs_basis_length check (char_length(basis) between 1 and 500),
  constraint service_tariffs_period_order check (valid_to >= valid_from),
  constraint service_tariffs_version_range check (version between 1 and 2147483647),
  constraint service_tariffs_no_overlap exclude using gist (
    organization_id with =, house_id with =,
    house_service_id with =,
    coalesce(component, '') with =,
    coalesce(value_group, '') with =,
    daterange(valid_from, valid_to, '[]') with &&
  )
);

select app.distribute('service_tariffs');

alter table service_tariffs add constraint service_tariffs_house_service_fkey
  foreign key (organization_id, house_id, house_service_id) references house_services (organization_id, house_id, id);

create index service_tariffs_id_idx on service_tariffs (id);

create table service_norms (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('service_norm_ids'),
  house_service_id bigint not null,
  component text,
  -- The name of a group of accounts; null for the default group.
  value_group text,
  value numeric(12, 6) not null,
  -- The norm per person for a number of persons.
  steps jsonb not null default '[]',
  basis text not null,
  valid_from calendar_day not null,
  valid_to calendar_day,
  version integer not null default 1,
  constraint service_norms_pkey primary key (organization_id, house_id, id),
  constraint service_norms_component_known check (component in ('cold', 'heat')),
  constraint service_norms_value_range check (value between 0 and 100000),
  constraint service_norms_group_length check (char_length(value_group) between 1 and 40),
  constraint service_norms_steps_bound check (jsonb_array_length(steps) <= 20 and octet_length(steps::text) <= 2000),
  constraint service_norms_basis_length check (char_length(basis) between 1 and 500),
  constraint service_norms_period_order check (valid_to >= valid_from),
  constraint service_norms_version_range check (version between 1 and 2147483647),
  constraint service_norms_no_overlap exclude using gist (
    organization_id with =, house_id with =,
    house_service_id with =,
    coalesce(component, '') with =,
    coalesce(value_group, '') with =,
    daterange(valid_from, valid_to, '[]') with &&
  )
);

select app.distribute('service_norms');

alter table service_norms add constraint service_norms_house_service_fkey
  foreign key (organization_id, house_id, house_service_id) references house_services (organization_id, house_id, id);

create index service_norms_id_idx on service_norms (id);

-- The differences from the house service for one account: the house service is the default.
create table account_services (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('account_service_ids'),
  personal_account_id bigint not null,
  house_service_id bigint not null,
  charged boolean not null,
  -- Housing Code, art. 157.2: a direct contract; Decree 354, app. 2: a room with its own source of heat.
  reason text,
  -- Decree 354, p. 42: K never applies where an act says that no meter can be installed.
  coefficient_applies boolean not null default true,
  tariff_group text,
  norm_group text,
  contract_volume numeric(13, 6),
  -- The units of the room's heat cost allocators on these days of one year.
  allocator_units numeric(12, 3),
  basis text,
  valid_from calendar_day not null,
  valid_to calendar_day,
  version integer not null default 1,
  constraint account_services_pkey primary key (organization_id, house_id, id),
  constraint account_services_reason_known check (reason in ('direct-contract', 'own-boiler', 'not-used', 'other')),
  constraint account_services_reason_of_not_charged check (charged = (reason is null)),
  constraint account_services_tariff_group_length check (char_length(tariff_group) between 1 and 40),
  constraint account_services_norm_group_length check (char_length(norm_group) between 1 and 40),
  constraint account_services_contract_volume_range check (contract_volume between 0 and 1000000),
  constraint account_services_allocator_units_range check (allocator_units between 0 and 100000000),
  constraint account_services_allocator_units_of_year check (
    allocator_units is null or extract(year from valid_from) = extract(year from valid_to)
  ),
  constraint account_services_basis_length check (char_length(basis) between 1 and 500),
  constraint account_services_period_order check (valid_to >= valid_from),
  constraint account_services_version_range check (version between 1 and 2147483647),
  constraint account_services_no_overlap exclude using gist (
    organization_id with =, house_id with =,
    personal_account_id with =,
    house_service_id with =,
    daterange(valid_from, valid_to, '[]') with &&
  )
);

select app.distribute('account_services');

alter table account_services add constraint account_services_account_fkey
  foreign key (organization_id, house_id, personal_account_id) references personal_accounts (organization_id, house_id, id);

alter table account_services add constraint account_services_house_service_fkey
  foreign key (organization_id, house_id, house_service_id) references house_services (organization_id, house_id, id);

create index account_services_id_idx on account_services (id);

create index account_services_account_idx on account_services (house_id, personal_account_id);

-- Decree 354, p. 98–113: a service was missing or bad between two instants, according to an act.
create table service_acts (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('service_act_ids'),
  house_service_id bigint not null,
  kind text not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  -- Degrees, MPa.
  measured numeric(9, 4),
  required numeric(9, 4),
  -- The hours that an interruption may last, where they are not the usual ones by law.
  allowed_hours integer,
  basis text not null,
  version integer not null default 1,
  constraint service_acts_pkey primary key (organization_id, house_id, id),
  constraint service_acts_kind_known check (kind in ('interruption', 'temperature', 'pressure', 'quality')),
  constraint service_acts_begins_in_range check (begins_at >= '1900-01-01Z' and begins_at < '3000-01-01Z'),
  constraint service_acts_ends_after_begins check (
    ends_at > begins_at and ends_at <= begins_at + interval '8784 hours'
  ),
  constraint service_acts_measured_range check (measured between -100 and 10000),
  constraint service_acts_required_range check (required between -100 and 10000),
  constraint service_acts_allowed_hours_range check (allowed_hours between 0 and 8784),
  constraint service_acts_allowed_hours_of_interruption check (allowed_hours is null or kind = 'interruption'),
  constraint service_acts_basis_length check (char_length(basis) between 1 and 500),
  constraint service_acts_version_range check (version between 1 and 2147483647)
);

select app.distribute('service_acts');

alter table service_acts add constraint service_acts_house_service_fkey
  foreign key (organization_id, house_id, house_service_id) references house_services (organization_id, house_id, id);

create index service_acts_id_idx on service_acts (id);

create index service_acts_begins_idx on service_acts (house_id, begins_at);

-- The rooms of an act: without rows, the act is for the whole house.
create table service_act_rooms (
  organization_id bigint not null,
  house_id bigint not null,
  service_act_id bigint not null,
  room_id bigint not null,
  constraint service_act_rooms_pkey primary key (organization_id, house_id, service_act_id, room_id)
);

select app.distribute('service_act_rooms');

alter table service_act_rooms add constraint service_act_rooms_act_fkey
  foreign key (organization_id, house_id, service_act_id) references service_acts (organization_id, house_id, id);

alter table service_act_rooms add constraint service_act_rooms_room_fkey
  foreign key (organization_id, house_id, room_id) references rooms (organization_id, house_id, id);

create index service_act_rooms_room_idx on service_act_rooms (house_id, room_id);

select app.secure('house_services', 'app.may_own');

select app.secure('service_tariffs', 'app.may_own');

select app.secure('service_norms', 'app.may_own');

select app.secure('account_services', 'app.may_own');

select app.secure('service_acts', 'app.may_write');

select app.secure('service_act_rooms', 'app.may_write');

select app.grant_to_application('select, insert, update, delete',
  'house_services, service_tariffs, service_norms, account_services, service_acts');

select app.grant_to_application('select, insert, delete', 'service_act_rooms');

select app.grant_to_application('usage',
  'sequence house_service_ids, service_tariff_ids, service_norm_ids, account_service_ids, service_act_ids');
