-- The answers of ГИС ЖКХ to the readings of a month.
create table gis_readings (
  organization_id bigint not null,
  house_id bigint not null,
  period date not null constraint gis_readings_period_is_month check (extract(day from period) = 1)
    constraint gis_readings_period_range check (period between '2000-01-01' and '2999-12-31'),
  meter_id bigint not null,
  -- The device's number when the answer was read.
  serial_number text not null constraint gis_readings_serial_number_length check (char_length(serial_number) between 1 and 50),
  -- [{code, description}]; empty for an accepted one.
  errors jsonb not null constraint gis_readings_errors_is_list check (jsonb_typeof(errors) = 'array')
    constraint gis_readings_errors_size check (pg_column_size(errors) <= 100000),
  answered_at timestamptz not null,
  constraint gis_readings_pkey primary key (organization_id, house_id, period, meter_id)
);

select app.distribute('gis_readings');

select app.secure('gis_readings', 'app.may_write');

select app.grant_to_application('select, insert, update', 'gis_readings');
