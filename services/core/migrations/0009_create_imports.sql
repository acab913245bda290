-- Files of houses, services, meters, readings and numbers from ГИС ЖКХ that people import: the outcome of each, row by row, for a
-- month. A file's rows are stored in one transaction with the end of its import.
create sequence import_ids as bigint;
create sequence move_ids as bigint;

-- A company that comes from another program: files of its accounts, tariffs, meters and balances, stored and undone as a whole.
-- Core's part is stored in one transaction; afterwards billing books the balances.
create table moves (
  organization_id bigint not null,
  id bigint not null default nextval('move_ids'),
  -- The first day of the first month that is billed here.
  as_of date not null,
  dry_run boolean not null,
  status text not null default 'QUEUED',
  -- When core's part was stored, and when billing had booked the balances too.
  stored_at timestamptz,
  booked_at timestamptz,
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

-- The records that a move has created: they are deleted when it is undone.
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
  -- The move of which the file is a part.
  move_id bigint,
  -- The import that this one undoes, whose rows it then has, and the import that has undone this one. Both may be deleted since.
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
  -- Why it failed or waits: a code, and its parameters in JSON.
  error text,
  error_facts jsonb,
  requested_by bigint not null,
  -- Whether the requester has the rights of an owner: only owners may change a service's payee.
  by_owner boolean not null default false,
  request_id text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- The applied months that it comes too late for, reported as for every other change.
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

-- For counting an organization's waiting imports before it adds another.
create index imports_waiting on imports (organization_id) where status = 'QUEUED';

-- Readable rows, some hundreds together, until the import has ended.
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

-- Refused rows, as they are in the file, with all reasons.
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

-- The records that an import of readings or services has created, changed or ended, kept as long as the import: used to undo it,
-- if they are still as it stored them. There is no foreign key, because the house is the record's, while the import may be of
-- another or of all.
create table import_records (
  organization_id bigint not null,
  import_id bigint not null,
  kind text not null,
  house_id bigint not null,
  id bigint not null,
  -- The line of the file.
  line integer not null,
  -- As stored by the import.
  version integer not null,
  -- The record before the import changed it; null for a new record.
  former jsonb,
  -- The days that it affects; null: without end.
  counts_from date not null,
  counts_to date,
  -- For a reading, the meter's next one.
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

-- For finding the houses named in a file: addresses are equal regardless of case, spaces and punctuation between words; slashes
-- and hyphens count.
create function app.address_key(address text) returns text
language sql immutable
return trim(regexp_replace(replace(lower(address collate "und-x-icu"), 'ё', 'е'), '[\s.,;:()"«»№]+', ' ', 'g'));
