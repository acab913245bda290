-- Meters, the events of their life that the law requires to be recorded, and their monthly readings.
create sequence meter_ids as bigint;
create sequence meter_verification_ids as bigint;
create sequence meter_act_ids as bigint;
create sequence meter_reading_ids as bigint;

create table meters (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('meter_ids'),
  house_service_id bigint not null,
  owner_type text not null,
  personal_account_id bigint,
  -- For a meter that counts for all accounts of its room together.
  room_id bigint,
  meter_type_id bigint not null,
  -- б/н means no number, as on old devices.
  serial_number text not null,
  digits smallint not null,
  initial_reading numeric(14, 3) not null default 0,
  installed_on calendar_day not null,
  verified_until calendar_day,
  -- The last day of its verification before the first one was recorded: earlier months are charged by it.
  first_verified_until calendar_day,
  removed_on calendar_day,
  -- The meter that this one replaced.
  replaced_meter_id bigint,
  -- The GUID of the device in ГИС ЖКХ; one that counts day and night is two meters with one GUID.
  gis_meter_guid uuid,
  version integer not null default 1,
  constraint meters_pkey primary key (organization_id, house_id, id),
  constraint meters_replaced_meter_unique unique (organization_id, replaced_meter_id, house_id),
  constraint meters_owner_type_known check (owner_type in ('house', 'room', 'account')),
  constraint meters_owner_of_type check (
    (owner_type = 'account') = (personal_account_id is not null) and (owner_type = 'room') = (room_id is not null)
  ),
  constraint meters_serial_number_length check (char_length(serial_number) between 1 and 50),
  constraint meters_digits_range check (digits between 1 and 9),
  constraint meters_initial_reading_range check (initial_reading >= 0 and initial_reading < 10::numeric ^ digits),
  constraint meters_removed_after_installed check (removed_on >= installed_on),
  constraint meters_version_range check (version between 1 and 2147483647),
  -- A device is only one meter of a service at a time; one that counts day and night is a meter of two services. Half-open,
  -- because a device removed for its verification may be installed again on the same day.
  constraint meters_serial_number_no_overlap exclude using gist (
    organization_id with =, house_id with =, house_service_id with =, serial_number with =,
    daterange(installed_on, removed_on, '[)') with &&
  ) where (serial_number <> 'б/н')
);

select app.distribute('meters');

alter table meters add constraint meters_house_service_fkey
  foreign key (organization_id, house_id, house_service_id) references house_services (organization_id, house_id, id);

alter table meters add constraint meters_account_fkey
  foreign key (organization_id, house_id, personal_account_id) references personal_accounts (organization_id, house_id, id);

alter table meters add constraint meters_room_fkey
  foreign key (organization_id, house_id, room_id) references rooms (organization_id, house_id, id);

alter table meters add constraint meters_meter_type_fkey
  foreign key (meter_type_id) references meter_types (id);

alter table meters add constraint meters_replaced_meter_fkey
  foreign key (organization_id, house_id, replaced_meter_id) references meters (organization_id, house_id, id);

create index meters_id_idx on meters (id);

create index meters_account_idx on meters (house_id, personal_account_id);

create index meters_room_idx on meters (house_id, room_id);

-- For finding meters whose verification ends soon.
create index meters_verified_until_idx on meters (organization_id, verified_until);

-- Verifications of meters.
create table meter_verifications (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('meter_verification_ids'),
  meter_id bigint not null,
  verified_on calendar_day not null,
  verified_until calendar_day not null,
  basis text,
  constraint meter_verifications_pkey primary key (organization_id, house_id, id),
  constraint meter_verifications_day_unique unique (organization_id, meter_id, verified_on, house_id),
  constraint meter_verifications_until_after_on check (verified_until >= verified_on),
  constraint meter_verifications_basis_length check (char_length(basis) between 1 and 500)
);

select app.distribute('meter_verifications');

alter table meter_verifications add constraint meter_verifications_meter_fkey
  foreign key (organization_id, house_id, meter_id) references meters (organization_id, house_id, id);

create index meter_verifications_id_idx on meter_verifications (id);

-- Acts on a meter. Except for seals, readings do not count from the act's day until its stated last day or the day before the
-- meter is sealed; an earlier month follows from the acts in force then.
create table meter_acts (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('meter_act_ids'),
  meter_id bigint not null,
  kind text not null,
  acted_on calendar_day not null,
  -- The stated last day, inclusive; null until the meter is sealed.
  ends_on calendar_day,
  -- The last day in force: the stated one or the one before the next seal, whichever comes first. Before its own day when the
  -- meter was sealed on the same day; updated with every act on the meter.
  counts_until calendar_day,
  -- For interference, the possible consumption per day, in units of the service.
  capacity_per_day numeric(8, 3),
  basis text not null,
  version integer not null default 1,
  constraint meter_acts_pkey primary key (organization_id, house_id, id),
  constraint meter_acts_day_unique unique (organization_id, meter_id, kind, acted_on, house_id),
  constraint meter_acts_kind_known check (kind in ('failed', 'access-refused', 'tampering', 'seal')),
  constraint meter_acts_ends_after_acted check (ends_on >= acted_on),
  constraint meter_acts_seal_has_no_end check (kind <> 'seal' or ends_on is null),
  constraint meter_acts_capacity_of_tampering check (kind = 'tampering' or capacity_per_day is null),
  constraint meter_acts_capacity_range check (capacity_per_day > 0 and capacity_per_day <= 10000),
  constraint meter_acts_basis_length check (char_length(basis) between 1 and 500),
  constraint meter_acts_version_range check (version between 1 and 2147483647)
);

select app.distribute('meter_acts');

alter table meter_acts add constraint meter_acts_meter_fkey
  foreign key (organization_id, house_id, meter_id) references meters (organization_id, house_id, id);

create index meter_acts_id_idx on meter_acts (id);

-- One row per meter and month; a house's month is stored together, because the calculation reads it as a whole.
create table meter_readings (
  organization_id bigint not null,
  house_id bigint not null,
  period calendar_day not null,
  meter_id bigint not null,
  id bigint not null default nextval('meter_reading_ids'),
  value numeric(14, 3) not null,
  taken_on calendar_day not null,
  rollover boolean not null default false,
  source text not null,
  version integer not null default 1,
  constraint meter_readings_pkey primary key (organization_id, house_id, period, meter_id),
  constraint meter_readings_period_first_day check (extract(day from period) = 1),
  constraint meter_readings_value_range check (value >= 0 and value < 1000000000),
  constraint meter_readings_source_known check (source in ('operator', 'resident', 'import', 'device')),
  constraint meter_readings_version_range check (version between 1 and 2147483647)
);

select app.distribute('meter_readings');

alter table meter_readings add constraint meter_readings_meter_fkey
  foreign key (organization_id, house_id, meter_id) references meters (organization_id, house_id, id);

create index meter_readings_id_idx on meter_readings (id);

-- For the last reading before a month of a meter that skipped some months, and for a meter's history.
create index meter_readings_meter_idx on meter_readings (house_id, meter_id, period);

select app.secure('meters', 'app.may_own');

select app.secure('meter_verifications', 'app.may_own');

select app.secure('meter_acts', 'app.may_own');

select app.secure('meter_readings', 'app.may_write');

select app.grant_to_application('select, insert, delete', 'meter_verifications');

select app.grant_to_application('select, insert, update, delete', 'meters, meter_acts, meter_readings');

select app.grant_to_application('usage', 'sequence meter_ids, meter_verification_ids, meter_act_ids, meter_reading_ids');
