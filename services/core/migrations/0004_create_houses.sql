-- The houses of an organization, their rooms, the accounts that pay for a room, and how many persons are registered there from
-- which day on. From here on every key starts with the organization, whose rows are stored together on one node, and with the
-- house, which is read as a whole; ids are indexed on their own as well, because API paths identify records by id. No other index
-- begins with both: without statistics of new rows the planner may choose either of two that begin alike, and a large import
-- would then check each row against all the others of its house.
create sequence house_ids as bigint;
create sequence room_ids as bigint;
create sequence personal_account_ids as bigint;
create sequence absence_ids as bigint;

-- Whether a house is heated on any day of a month: by its seasons in a heating year, July to June, that has any, otherwise by its
-- heating months. Null where unknown. A season without an end lasts until the end of its year.
create function app.is_heated(heating_months smallint[], heating_seasons jsonb, month date) returns boolean
language sql immutable
return (
  with known as (
    select daterange("from", coalesce("to",
      (date_trunc('year', "from" - interval '6 months') + interval '18 months' - interval '1 day')::date), '[]') as days
    from jsonb_to_recordset(heating_seasons) as season ("from" date, "to" date)
  ),
  asked as (
    select date_trunc('year', month - interval '6 months') + interval '6 months' as year
  )
  select case
    when exists (
      select from known where days && daterange(year::date, (year + interval '1 year')::date)
    ) then exists (select from known where days && daterange(month, (month + interval '1 month')::date))
    when cardinality(heating_months) > 0 then extract(month from month) = any(heating_months)
  end
  from asked
);

create table houses (
  organization_id bigint not null,
  id bigint not null default nextval('house_ids'),
  address text not null,
  fias_id uuid,
  common_area numeric(10, 2),
  heating_months smallint[] not null default '{}',
  -- The days of the seasons, where known: `from` and `to` as text, `to` null while the season lasts.
  heating_seasons jsonb not null default '[]',
  -- How common-house needs are found; null where not set: then `capped` where there is a norm, otherwise `actual`.
  common_needs_method text,
  -- The days of a month on which residents send readings; a last day before the first one is in the next month. Null: every day.
  reading_from_day smallint,
  reading_to_day smallint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (app.folded(address)) stored,
  constraint houses_pkey primary key (organization_id, id),
  constraint houses_address_length check (char_length(address) between 1 and 500),
  constraint houses_common_area_range check (common_area between 0 and 1000000),
  constraint houses_heating_months_known check (
    heating_months <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[] and cardinality(heating_months) <= 12
  ),
  constraint houses_heating_seasons_bound check (
    jsonb_array_length(heating_seasons) <= 60 and octet_length(heating_seasons::text) <= 4000
  ),
  constraint houses_common_needs_method_known check (
    common_needs_method in ('actual', 'capped', 'norm-yearly', 'average-yearly')
  ),
  constraint houses_reading_from_day_range check (reading_from_day between 1 and 31),
  constraint houses_reading_to_day_range check (reading_to_day between 1 and 31),
  constraint houses_reading_window_is_whole check ((reading_from_day is null) = (reading_to_day is null)),
  constraint houses_version_range check (version between 1 and 2147483647),
  constraint houses_search_text_length check (char_length(search_text) <= 2000)
);

select app.distribute('houses');

alter table houses add constraint houses_organization_fkey
  foreign key (organization_id) references organizations (id);

create index houses_id_idx on houses (id);

create table rooms (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('room_ids'),
  number text not null,
  area numeric(8, 2) not null,
  kind text not null default 'residential',
  version integer not null default 1,
  constraint rooms_pkey primary key (organization_id, house_id, id),
  constraint rooms_number_unique unique (organization_id, number, house_id),
  constraint rooms_number_length check (char_length(number) between 1 and 20),
  constraint rooms_area_range check (area > 0 and area <= 100000),
  constraint rooms_kind_known check (kind in ('residential', 'non-residential')),
  constraint rooms_version_range check (version between 1 and 2147483647)
);

select app.distribute('rooms');

alter table rooms add constraint rooms_house_fkey
  foreign key (organization_id, house_id) references houses (organization_id, id);

create index rooms_id_idx on rooms (id);

-- A number is unique in the whole organization, while accounts are keyed by house: therefore the claim on a number has a table of
-- its own, and no account exists without its claim.
create table account_numbers (
  organization_id bigint not null,
  account_number text not null,
  house_id bigint not null,
  constraint account_numbers_pkey primary key (organization_id, account_number),
  constraint account_numbers_house_unique unique (organization_id, house_id, account_number),
  constraint account_numbers_number_form check (account_number ~ '^[0-9A-Za-zА-Яа-яЁё/_-]{1,30}$')
);

select app.distribute('account_numbers');

alter table account_numbers add constraint account_numbers_house_fkey
  foreign key (organization_id, house_id) references houses (organization_id, id);

create table personal_accounts (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('personal_account_ids'),
  room_id bigint not null,
  account_number text not null,
  payer text not null,
  owners smallint not null default 1,
  share numeric(9, 8) not null default 1,
  opened_on calendar_day not null,
  closed_on calendar_day,
  -- The account's identifiers in ГИС ЖКХ: единый лицевой счёт, идентификатор ЖКУ, and the GUID in its messages.
  gis_account_number text,
  gis_service_id text,
  gis_account_guid uuid,
  payer_inn text,
  -- Where the payer lives, if not in the room.
  payer_address text,
  email text,
  wants_paper boolean not null default true,
  version integer not null default 1,
  search_text text not null default '',
  constraint personal_accounts_pkey primary key (organization_id, house_id, id),
  constraint personal_accounts_number_unique unique (organization_id, account_number, house_id),
  constraint personal_accounts_payer_length check (char_length(payer) between 1 and 200),
  constraint personal_accounts_owners_range check (owners between 1 and 1000),
  constraint personal_accounts_share_range check (share > 0 and share <= 1),
  constraint personal_accounts_closed_after_opened check (closed_on >= opened_on),
  constraint personal_accounts_gis_account_number_form check (gis_account_number ~ '^[0-9A-ZА-Я]{10}$'),
  constraint personal_accounts_gis_service_id_form check (gis_service_id ~ '^[0-9A-ZА-Я]{10}-[0-9]{2}$'),
  constraint personal_accounts_payer_inn_digits check (payer_inn ~ '^([0-9]{10}|[0-9]{12})$'),
  constraint personal_accounts_payer_address_length check (char_length(payer_address) between 1 and 300),
  constraint personal_accounts_email_length check (char_length(email) between 3 and 254),
  constraint personal_accounts_version_range check (version between 1 and 2147483647),
  constraint personal_accounts_search_text_length check (char_length(search_text) <= 1000)
);

select app.distribute('personal_accounts');

alter table personal_accounts add constraint personal_accounts_number_fkey
  foreign key (organization_id, house_id, account_number) references account_numbers (organization_id, house_id, account_number);

alter table personal_accounts add constraint personal_accounts_room_fkey
  foreign key (organization_id, house_id, room_id) references rooms (organization_id, house_id, id);

create index personal_accounts_id_idx on personal_accounts (id);

create index personal_accounts_room_idx on personal_accounts (house_id, room_id);

-- The first opening day of a house's accounts is found at the end of an index, however many accounts it has.
create index personal_accounts_opened_idx on personal_accounts (house_id, opened_on);

create index personal_accounts_search_text_idx on personal_accounts using gin (search_text gin_trgm_ops);

create table registered_persons (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  valid_from calendar_day not null,
  person_count smallint not null,
  constraint registered_persons_pkey primary key (organization_id, house_id, personal_account_id, valid_from),
  constraint registered_persons_count_range check (person_count between 0 and 1000)
);

select app.distribute('registered_persons');

alter table registered_persons add constraint registered_persons_account_fkey
  foreign key (organization_id, house_id, personal_account_id) references personal_accounts (organization_id, house_id, id);

-- Documented absences of persons, for which their dwelling's charges by norm are recalculated.
create table absences (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('absence_ids'),
  personal_account_id bigint not null,
  -- The first and the last full day of absence: the days of leaving and returning do not count.
  begins_on calendar_day not null,
  ends_on calendar_day not null,
  person_count smallint not null,
  basis text not null,
  version integer not null default 1,
  constraint absences_pkey primary key (organization_id, house_id, id),
  constraint absences_ends_after_begins check (ends_on >= begins_on),
  constraint absences_person_count_range check (person_count between 1 and 1000),
  constraint absences_basis_length check (char_length(basis) between 1 and 500),
  constraint absences_version_range check (version between 1 and 2147483647)
);

select app.distribute('absences');

alter table absences add constraint absences_account_fkey
  foreign key (organization_id, house_id, personal_account_id) references personal_accounts (organization_id, house_id, id);

create index absences_id_idx on absences (id);

create index absences_account_idx on absences (house_id, personal_account_id);

-- The room's number follows a word of its own, so that a room differs from a house with the same number.
--
-- The room's row is read as the owner of the tables, because row-level security would check every row again and make an import of
-- many accounts take three times as long. The lock keeps other transactions from changing the room's number until this one has
-- stored it.
create function app.fold_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.search_text := coalesce((
    select app.folded(concat_ws(' ', new.account_number, new.payer, 'кв', rooms.number)) || ' '
    from rooms
    where rooms.organization_id = new.organization_id and rooms.house_id = new.house_id and rooms.id = new.room_id
    for key share
  ), '');
  return new;
end $$;

create function app.fold_accounts_of_room() returns trigger
language plpgsql as $$
begin
  update personal_accounts set room_id = new.id
  where personal_accounts.organization_id = new.organization_id and personal_accounts.house_id = new.house_id
    and personal_accounts.room_id = new.id;
  return null;
end $$;

create trigger personal_accounts_are_folded before insert or update of account_number, payer, room_id
  on personal_accounts for each row execute function app.fold_account();

create trigger rooms_fold_accounts after update of number on rooms
  for each row when (old.number is distinct from new.number) execute function app.fold_accounts_of_room();

-- A large import analyzes the tables that it is filling. Otherwise autovacuum would analyze them without the uncommitted rows,
-- and with seemingly empty tables the planner finds every index equally good: each account was then checked against all others.
-- Only a table's owner may analyze it, which nodes refuse while another role is writing there.
create function app.analyze_registry() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.is_distributed_engine() then
    return;
  end if;
  analyze houses, rooms, account_numbers, personal_accounts, registered_persons;
end $$;

select app.secure('houses', 'app.may_own');

select app.secure('account_numbers', 'app.may_own');

select app.secure('rooms', 'app.may_own');

select app.secure('personal_accounts', 'app.may_own');

select app.secure('registered_persons', 'app.may_own');

select app.secure('absences', 'app.may_write');

select app.grant_to_application('select, insert, update, delete',
  'houses, rooms, account_numbers, personal_accounts, registered_persons, absences');

select app.grant_to_application('usage', 'sequence house_ids, room_ids, personal_account_ids, absence_ids');
