// Example tables of a former application, with types, defaults and constraints of its own.
export const FORMER_SCHEMA = `
create table users (
  id serial primary key, first_name varchar(150), last_name varchar(150), username varchar(150) unique not null,
  email varchar(254) not null, password_hash varchar(255), is_admin boolean not null default false, created_at timestamp not null
);
create table organizations (
  id serial primary key, name varchar(400), short_name varchar(200) default '', inn varchar(12), kpp varchar(9), ogrn varchar(15),
  legal_address text, phone varchar(50) default '', email varchar(254), bank_name text, bic varchar(9),
  settlement_account varchar(20), correspondent_account varchar(20), created_at timestamp not null, updated_at timestamp not null
);
create table organization_users (
  id serial primary key, organization_id integer references organizations, user_id integer references users,
  role varchar(20) not null, created_at timestamp not null
);
create table houses (
  id serial primary key, organization_id integer references organizations, address text not null, fias_id uuid,
  common_area numeric, heating_months smallint[], odn_capped boolean, created_at timestamp, updated_at timestamp
);
create table rooms (id serial primary key, house_id integer references houses, number varchar(30), area numeric, kind varchar(30));
create table personal_accounts (
  id serial primary key, room_id integer references rooms, account_number varchar(60), payer text, owners integer,
  share numeric, registered_persons integer, opened_on date, closed_on date
);
create table utility_services (id serial primary key, code varchar(60), unit varchar(30));
create table house_services (
  id serial primary key, house_id integer references houses, utility_service_id integer references utility_services,
  method varchar(30), heating_mode varchar(30), valid_from date, valid_to date
);
create table service_tariffs (
  id serial primary key, house_service_id integer references house_services, component varchar(10) default '', value numeric,
  basis text, valid_from date, valid_to date
);
create table service_norms (
  id serial primary key, house_service_id integer references house_services, component varchar(10) default '', value numeric,
  basis text, valid_from date, valid_to date
);
create table meter_types (id serial primary key, code varchar(60));
create table meters (
  id serial primary key, house_service_id integer references house_services, owner_type varchar(30),
  personal_account_id integer references personal_accounts, meter_type_id integer references meter_types,
  serial_number varchar(60), digits integer, initial_reading numeric, installed_on date, verified_until date, removed_on date
);
create table meter_readings (
  id bigserial primary key, meter_id integer references meters, period date, value numeric, taken_on date,
  rollover boolean not null default false
);
-- Nothing of it is referred to, as in a base that was grown and not built.
create table bills (
  id bigserial primary key, personal_account_id integer not null, house_service_id integer not null, period date,
  volume numeric, tariff numeric, amount numeric, paid_amount numeric, paid_on date
);
create index on bills (period);
`;
