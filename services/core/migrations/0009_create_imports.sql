-- Files of houses, services, meters, readings and the state's numbers that people bring: what became of each, row by row, for a month. What a file stores is
-- stored in one transaction with the end of its import.
create sequence import_ids as bigint;
create sequence move_ids as bigint;

-- A company that comes from another program: files of its accounts, tariffs, meters and balances, stored as one and taken back as
-- one. What the registry is given is stored in one transaction; the balances are booked by billing after it.
create table moves (
  organization_id bigint not null,
  id bigint not null default nextval('move_ids'),
  -- The first day of the month from which on months are billed here.
  as_of date not null,
  dry_run boolean not null,
  status text not null default 'QUEUED',
  -- When the registry's part was stored.
  stored_at timestamptz,
  error text,
  error_facts jsonb,
  requested_by bigint not null,
  request_id text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by bigint,
  constraint moves_pkey primary key (organization_id, id),
  constraint moves_as_of_is_month check (extract(day from as_of) = 1),
  constraint moves_as_of_range check (as_of between '2000-01-01' and '2999-12-31'),
  constraint moves_status_known check (status in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'UNDOING', 'UNDONE')),
  constraint moves_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  constraint moves_error_has_facts check ((error is null) = (error_facts is null)),
  constraint moves_error_facts_is_object check (jsonb_typeof(error_facts) = 'object'),
  constraint moves_error_facts_size check (pg_column_size(error_facts) <= 8000),
  constraint moves_request_id_length check (char_length(request_id) between 1 and 64),
  constraint moves_undone_when_undone check ((status = 'UNDONE') = (undone_at is not null)),
  constraint moves_undone_by_somebody check ((status in ('UNDOING', 'UNDONE')) = (undone_by is not null))
);

select app.distribute('moves');

alter table moves add constraint moves_organization_fkey
  foreign key (organization_id) references organizations (id);

create index moves_id_idx on moves (id);

create index moves_waiting on moves (organization_id) where status = 'QUEUED';

-- The records that a move has made: they go when it is taken back.
create table move_records (
  organization_id bigint not null,
  move_id bigint not null,
  kind text not null,
  house_id bigint not null,
  id bigint not null,
  constraint move_records_pkey primary key (organization_id, move_id, kind, house_id, id),
  constraint move_records_kind_known check (
    kind in ('house', 'room', 'personal-account', 'house-service', 'tariff', 'norm', 'meter')
  )
);

select app.distribute('move_records');

alter table move_records add constraint move_records_move_fkey
  foreign key (organization_id, move_id) references moves (organization_id, id);

create table imports (
  organization_id bigint not null,
  id bigint not null default nextval('import_ids'),
  kind text not null,
  house_id bigint,
  -- The move that the file is a part of.
  move_id bigint,
  -- The import that it takes back, whose rows are then its own; and the one that has taken it back. Both may be gone since.
  undoes bigint,
  undone_by bigint,
  period date,
  dry_run boolean not null,
  file_name text not null,
  file_hash text not null,
  columns jsonb not null,
  status text not null default 'QUEUED',
  total_rows integer not null default 0,
  processed_rows integer not null default 0,
  accepted integer not null default 0,
  refused integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  -- Why it failed or waits: a code, and in JSON what it is about.
  error text,
  error_facts jsonb,
  requested_by bigint not null,
  -- Whether they may do what owners may: whom a service is paid to is said by owners alone.
  by_owner boolean not null default false,
  request_id text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- The months that are booked already, for which it comes too late: told as every other change tells them.
  applied_months jsonb,
  constraint imports_pkey primary key (organization_id, id),
  constraint imports_kind_known check (
    kind in ('houses', 'services', 'readings', 'meters', 'balances', 'gis-accounts', 'gis-meters')
  ),
  constraint imports_house_of_kind check (kind in ('meters', 'readings') or house_id is null),
  constraint imports_undoes_kind check (undoes is null or kind in ('readings', 'services') and move_id is null),
  constraint imports_undone_whole check (undone_by is null or status = 'COMPLETED' and not dry_run and undoes is null),
  constraint imports_balances_of_move check (kind <> 'balances' or move_id is not null),
  constraint imports_period_range check (period between '2000-01-01' and '2999-12-31'),
  constraint imports_file_name_length check (char_length(file_name) between 1 and 255),
  constraint imports_file_hash_form check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint imports_status_known check (status in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  constraint imports_counts_range check (
    total_rows >= 0 and processed_rows between 0 and total_rows and accepted between 0 and total_rows
    and refused between 0 and total_rows and changed >= 0 and unchanged >= 0 and changed + unchanged <= total_rows
  ),
  constraint imports_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  constraint imports_error_has_facts check ((error is null) = (error_facts is null)),
  constraint imports_error_facts_is_object check (jsonb_typeof(error_facts) = 'object'),
  constraint imports_error_facts_size check (pg_column_size(error_facts) <= 8000),
  constraint imports_request_id_length check (char_length(request_id) between 1 and 64),
  constraint imports_applied_months_size check (octet_length(applied_months::text) <= 1000000)
);

select app.distribute('imports');

alter table imports add constraint imports_organization_fkey
  foreign key (organization_id) references organizations (id);

alter table imports add constraint imports_move_fkey
  foreign key (organization_id, move_id) references moves (organization_id, id);

create index imports_id_idx on imports (id);

create index imports_move_idx on imports (organization_id, move_id) where move_id is not null;

create index imports_created_at_idx on imports (created_at);

-- What an organization has waiting is counted whenever it brings more.
create index imports_waiting on imports (organization_id) where status = 'QUEUED';

-- The rows that could be read, some hundreds together, until the import has ended.
create table import_pieces (
  organization_id bigint not null,
  import_id bigint not null,
  number integer not null,
  rows jsonb not null,
  constraint import_pieces_pkey primary key (organization_id, import_id, number)
);

select app.distribute('import_pieces');

alter table import_pieces add constraint import_pieces_import_fkey
  foreign key (organization_id, import_id) references imports (organization_id, id);

-- The rows that were refused, as they stood in the file, with every reason.
create table import_refusals (
  organization_id bigint not null,
  import_id bigint not null,
  line integer not null,
  cells jsonb not null,
  reasons jsonb not null,
  constraint import_refusals_pkey primary key (organization_id, import_id, line)
);

select app.distribute('import_refusals');

alter table import_refusals add constraint import_refusals_import_fkey
  foreign key (organization_id, import_id) references imports (organization_id, id);

-- The records that an import of readings or services has made, changed or ended, for as long as it is kept: by these it is taken
-- back, where they are still as it left them. The house is the record's, the import is of another or of all: no key leads there.
create table import_records (
  organization_id bigint not null,
  import_id bigint not null,
  kind text not null,
  house_id bigint not null,
  id bigint not null,
  -- Of the file.
  line integer not null,
  -- As the import left it.
  version integer not null,
  -- What the import changed, as it was before; null of a record that it has made.
  former jsonb,
  -- The days that it counts on; null: without end.
  counts_from date not null,
  counts_to date,
  -- Of a reading, the meter's next one.
  next_id bigint,
  next_version integer,
  constraint import_records_pkey primary key (organization_id, import_id, kind, house_id, id),
  constraint import_records_kind_known check (kind in ('reading', 'house-service', 'tariff', 'norm')),
  constraint import_records_line_range check (line > 0),
  constraint import_records_version_range check (version between 1 and 2147483647),
  constraint import_records_next_version_range check (next_version between 1 and 2147483647),
  constraint import_records_next_whole check ((next_id is null) = (next_version is null)),
  constraint import_records_former_size check (octet_length(former::text) <= 8000),
  constraint import_records_counts_from_range check (counts_from between '1900-01-01' and '2999-12-31'),
  constraint import_records_counts_to_range check (counts_to between '1900-01-01' and '2999-12-31')
);

select app.distribute('import_records');

select app.secure('moves', 'app.may_own');

select app.secure('move_records', 'app.may_own');

select app.secure('imports', 'app.may_write');

select app.secure('import_pieces', 'app.may_write');

select app.secure('import_refusals', 'app.may_write');

select app.secure('import_records', 'app.may_write');

select app.grant_to_application('select, insert, update, delete', 'moves, move_records, imports, import_pieces, import_refusals');

select app.grant_to_application('select, insert, delete', 'import_records');

select app.grant_to_application('usage', 'sequence import_ids, move_ids');

-- By what the rows of a file find the house that they name: addresses are the same whatever their capitals, blanks and signs
-- between words; a slash and a hyphen count.
create function app.address_key(address text) returns text
language sql immutable
return trim(regexp_replace(replace(lower(address collate "und-x-icu"), 'ё', 'е'), '[\s.,;:()"«»№]+', ' ', 'g'));
