-- Data from files: payment registries that banks send, with the unidentified payments; and opening balances, what the accounts of
-- an organization owed before the first month kept here. A file is booked as a whole or not at all. Also residents' disputes of
-- their receipts.
create sequence payment_import_ids as bigint;
create sequence unidentified_payment_ids as bigint;

-- Payment registries that banks send: the result for each file and each of its rows. What a file books is booked in one
-- transaction with the end of its import.
create table payment_imports (
  organization_id bigint not null,
  id bigint not null default nextval('payment_import_ids'),
  -- The parser knows which layouts there are.
  profile text not null constraint payment_imports_profile_form check (profile ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  dry_run boolean not null,
  file_name text not null constraint payment_imports_file_name_length check (char_length(file_name) between 1 and 255),
  file_hash text not null constraint payment_imports_file_hash_form check (file_hash ~ '^[0-9a-f]{64}$'),
  status text not null default 'QUEUED' constraint payment_imports_status_known
    check (status in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  total_rows integer not null default 0 constraint payment_imports_total_rows_range check (total_rows between 0 and 1000000),
  processed_rows integer not null default 0,
  matched_rows integer not null default 0 constraint payment_imports_matched_rows_range check (matched_rows >= 0),
  quarantined_rows integer not null default 0 constraint payment_imports_quarantined_rows_range check (quarantined_rows >= 0),
  rejected_rows integer not null default 0 constraint payment_imports_rejected_rows_range check (rejected_rows >= 0),
  -- A rejected row may have any sum, even a negative one.
  total_amount numeric(20, 2) not null default 0
    constraint payment_imports_total_amount_range check (abs(total_amount) <= 999999999999999999.99),
  matched_amount numeric(20, 2) not null default 0
    constraint payment_imports_matched_amount_range check (matched_amount between 0 and 999999999999999999.99),
  quarantined_amount numeric(20, 2) not null default 0
    constraint payment_imports_quarantined_amount_range check (quarantined_amount between 0 and 999999999999999999.99),
  rejected_amount numeric(20, 2) not null default 0
    constraint payment_imports_rejected_amount_range check (abs(rejected_amount) <= 999999999999999999.99),
  -- The number of rows for each reason: [{"status", "code", "params", "isAlike", "rows", "amount", "lines"}].
  reasons jsonb not null default '[]' constraint payment_imports_reasons_size check (octet_length(reasons::text) <= 100000),
  -- The totals stated in the file.
  declared_rows integer constraint payment_imports_declared_rows_range check (declared_rows between 0 and 999999999),
  declared_amount numeric(20, 2) constraint payment_imports_declared_amount_range check (abs(declared_amount) <= 999999999999999999.99),
  -- Why it failed: a code, and its parameters.
  error text constraint payment_imports_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  error_facts jsonb constraint payment_imports_error_facts_is_object check (jsonb_typeof(error_facts) = 'object')
    constraint payment_imports_error_facts_size check (pg_column_size(error_facts) <= 8000),
  requested_by bigint not null,
  request_id text not null constraint payment_imports_request_id_length check (char_length(request_id) between 1 and 64),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  reversed_at timestamptz,
  reversed_by bigint,
  reversal_reason text constraint payment_imports_reversal_reason_length check (char_length(reversal_reason) between 1 and 500),
  constraint payment_imports_pkey primary key (organization_id, id),
  constraint payment_imports_error_has_facts check ((error is null) = (error_facts is null)),
  constraint payment_imports_processed_rows_range check (processed_rows between 0 and total_rows),
  constraint payment_imports_add_up check (
    status <> 'COMPLETED' or (
      matched_rows + quarantined_rows + rejected_rows = total_rows
      and matched_amount + quarantined_amount + rejected_amount = total_amount
    )
  ),
  constraint payment_imports_reversal_whole check (
    (reversed_at is null) = (reversed_by is null) and (reversed_at is null) = (reversal_reason is null)
    and (reversed_at is null or (status = 'COMPLETED' and not dry_run))
  )
);

create index payment_imports_file on payment_imports (organization_id, file_hash);
create index payment_imports_waiting on payment_imports (organization_id) where status = 'QUEUED';

-- A registry's rows as they were read, some hundreds together, until they are checked.
create table payment_import_pieces (
  organization_id bigint not null,
  import_id bigint not null,
  first_line integer not null constraint payment_import_pieces_first_line_range check (first_line > 0),
  last_line integer not null,
  -- How many of them are not payments, whatever core knows.
  rejected_rows integer not null constraint payment_import_pieces_rejected_rows_range check (rejected_rows >= 0),
  rows jsonb not null constraint payment_import_pieces_rows_is_list check (jsonb_typeof(rows) = 'array')
    constraint payment_import_pieces_rows_size check (pg_column_size(rows) <= 20000000),
  constraint payment_import_pieces_pkey primary key (organization_id, import_id, first_line),
  constraint payment_import_pieces_lines_in_order check (last_line >= first_line)
);

-- Each checked row, with the payment booked for it: written once, by the transaction that books.
create table payment_import_rows (
  organization_id bigint not null,
  import_id bigint not null,
  line integer not null constraint payment_import_rows_line_range check (line > 0),
  status text not null constraint payment_import_rows_status_known
    check (status in ('matched', 'quarantined', 'rejected')),
  -- Why it is not matched: codes and their parameters.
  reasons jsonb not null constraint payment_import_rows_reasons_is_list check (jsonb_typeof(reasons) = 'array'),
  -- The account numbers that it may mean.
  account_numbers text[] not null
    constraint payment_import_rows_account_numbers_count check (cardinality(account_numbers) <= 5),
  amount numeric(14, 2) constraint payment_import_rows_amount_range check (abs(amount) <= 999999999999.99),
  paid_on date constraint payment_import_rows_paid_on_range check (paid_on between '1900-01-01' and '2999-12-31'),
  named_period date constraint payment_import_rows_named_period_is_month check (extract(day from named_period) = 1)
    constraint payment_import_rows_named_period_range check (named_period between '2000-01-01' and '2999-12-31'),
  operation text constraint payment_import_rows_operation_length check (char_length(operation) between 1 and 100),
  payer text constraint payment_import_rows_payer_length check (char_length(payer) between 1 and 200),
  purpose text constraint payment_import_rows_purpose_length check (char_length(purpose) between 1 and 1000),
  -- As it is in the file.
  source_text text not null constraint payment_import_rows_source_text_length check (char_length(source_text) <= 2000),
  -- Over the operation alone, and over everything in the row.
  operation_hash text constraint payment_import_rows_operation_hash_length check (char_length(operation_hash) = 43),
  row_hash text not null constraint payment_import_rows_row_hash_length check (char_length(row_hash) = 43),
  -- Its money has been taken in, booked or waiting: no other row may bring the same.
  is_claimed boolean not null default false,
  house_id bigint,
  personal_account_id bigint,
  payment_id bigint,
  constraint payment_import_rows_pkey primary key (organization_id, import_id, line),
  constraint payment_import_rows_place_whole check ((house_id is null) = (personal_account_id is null)),
  constraint payment_import_rows_payment_has_place check (payment_id is null or house_id is not null),
  constraint payment_import_rows_good_amount
    check (status = 'rejected' or (amount > 0 and amount <= 999999999.99 and paid_on >= '2000-01-01'))
);

create unique index payment_import_rows_claimed on payment_import_rows (organization_id, row_hash) where is_claimed;
create index payment_import_rows_operation on payment_import_rows (organization_id, operation_hash)
  where is_claimed and operation_hash is not null;

-- Money received for an unknown account: rows of registries that wait for a person, and how each was resolved.
create table unidentified_payments (
  organization_id bigint not null,
  id bigint not null default nextval('unidentified_payment_ids'),
  import_id bigint not null,
  line integer not null,
  status text not null default 'WAITING' constraint unidentified_payments_status_known
    check (status in ('WAITING', 'RESOLVED', 'RETURNED', 'CLOSED', 'WITHDRAWN')),
  house_id bigint,
  personal_account_id bigint,
  payment_id bigint,
  settled_by bigint,
  settled_at timestamptz,
  note text constraint unidentified_payments_note_length check (char_length(note) between 1 and 500),
  created_at timestamptz not null default now(),
  constraint unidentified_payments_pkey primary key (organization_id, id),
  constraint unidentified_payments_row_unique unique (organization_id, import_id, line),
  constraint unidentified_payments_resolved_is_booked check (
    (payment_id is null) = (house_id is null) and (payment_id is null) = (personal_account_id is null)
    and (payment_id is not null or status <> 'RESOLVED') and (payment_id is null or status in ('RESOLVED', 'WITHDRAWN'))
  ),
  constraint unidentified_payments_settled_whole check (
    (status = 'WAITING') = (settled_at is null) and (settled_at is null) = (settled_by is null)
  )
);

create index unidentified_payments_waiting on unidentified_payments (organization_id, status, id);

select app.distribute('payment_imports');
select app.distribute('payment_import_pieces');
select app.distribute('payment_import_rows');
select app.distribute('unidentified_payments');

alter table payment_import_pieces add constraint payment_import_pieces_import_fkey
  foreign key (organization_id, import_id) references payment_imports (organization_id, id);
alter table payment_import_rows add constraint payment_import_rows_import_fkey
  foreign key (organization_id, import_id) references payment_imports (organization_id, id);
alter table unidentified_payments add constraint unidentified_payments_row_fkey
  foreign key (organization_id, import_id, line) references payment_import_rows (organization_id, import_id, line);

create sequence opening_import_ids as bigint;

create table opening_imports (
  organization_id bigint not null,
  id bigint not null default nextval('opening_import_ids'),
  -- The move of an organization whose balances it books; core sends them in pieces, and it is complete when all have arrived.
  move_id bigint,
  is_whole boolean not null default false,
  -- The first month that is kept here: opening balances are for the months before.
  as_of date not null constraint opening_imports_as_of_is_month check (extract(day from as_of) = 1)
    constraint opening_imports_as_of_range check (as_of between '2000-01-01' and '2999-12-31'),
  dry_run boolean not null,
  file_name text not null constraint opening_imports_file_name_length check (char_length(file_name) between 1 and 255),
  file_hash text not null constraint opening_imports_file_hash_form check (file_hash ~ '^[0-9a-f]{64}$'),
  -- The meaning of the file's columns; null for those of the template.
  mapping jsonb constraint opening_imports_mapping_size check (octet_length(mapping::text) <= 10000),
  status text not null default 'QUEUED' constraint opening_imports_status_known
    check (status in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'UNDOING', 'UNDONE')),
  total_rows integer not null default 0 constraint opening_imports_total_rows_range check (total_rows between 0 and 1000000),
  processed_rows integer not null default 0,
  accepted integer not null default 0,
  refused integer not null default 0,
  -- For the accepted rows.
  principal numeric(20, 2) not null default 0
    constraint opening_imports_principal_range check (principal between 0 and 999999999999999999.99),
  penalty numeric(20, 2) not null default 0
    constraint opening_imports_penalty_range check (penalty between 0 and 999999999999999999.99),
  advance numeric(20, 2) not null default 0
    constraint opening_imports_advance_range check (advance between 0 and 999999999999999999.99),
  -- The number of rows refused for each reason: [{"code", "count", "firstLine"}].
  reasons jsonb not null default '[]' constraint opening_imports_reasons_size check (octet_length(reasons::text) <= 10000),
  -- The import that has booked the very same file: this one books nothing.
  repeats bigint,
  -- Why it failed: a code, and its parameters.
  error text constraint opening_imports_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  error_facts jsonb constraint opening_imports_error_facts_is_object check (jsonb_typeof(error_facts) = 'object')
    constraint opening_imports_error_facts_size check (pg_column_size(error_facts) <= 8000),
  requested_by bigint not null,
  request_id text not null constraint opening_imports_request_id_length check (char_length(request_id) between 1 and 64),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by bigint,
  constraint opening_imports_pkey primary key (organization_id, id),
  constraint opening_imports_error_has_facts check ((error is null) = (error_facts is null)),
  constraint opening_imports_counts_range check (
    processed_rows between 0 and total_rows and accepted between 0 and total_rows and refused between 0 and total_rows
  ),
  constraint opening_imports_undone_when_undone check ((status = 'UNDONE') = (undone_at is not null)),
  constraint opening_imports_undone_by_somebody check ((status in ('UNDOING', 'UNDONE')) = (undone_by is not null)),
  constraint opening_imports_dry_run_is_not_undone check (not dry_run or undone_by is null)
);
create index opening_imports_file on opening_imports (organization_id, file_hash);
create unique index opening_imports_move on opening_imports (organization_id, move_id) where move_id is not null;
create index opening_imports_waiting on opening_imports (organization_id) where status = 'QUEUED';

-- A file's readable rows, some hundreds together, until the import has ended.
create table opening_import_pieces (
  organization_id bigint not null,
  import_id bigint not null,
  number integer not null constraint opening_import_pieces_number_range check (number between 1 and 1000000),
  rows jsonb not null constraint opening_import_pieces_rows_is_list check (jsonb_typeof(rows) = 'array')
    constraint opening_import_pieces_rows_size check (pg_column_size(rows) <= 20000000),
  constraint opening_import_pieces_pkey primary key (organization_id, import_id, number)
);

-- The refused rows as they were in the file, with all their reasons.
create table opening_import_refusals (
  organization_id bigint not null,
  import_id bigint not null,
  line integer not null constraint opening_import_refusals_line_range check (line > 0),
  cells jsonb not null constraint opening_import_refusals_cells_size check (pg_column_size(cells) <= 2000000),
  reasons jsonb not null constraint opening_import_refusals_reasons_size check (pg_column_size(reasons) <= 100000),
  constraint opening_import_refusals_pkey primary key (organization_id, import_id, line)
);

-- What an account owed, or had paid in advance: the document behind an entry. It is in force as long as its import is not undone.
create table opening_balances (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  id bigint not null default nextval('document_ids'),
  import_id bigint not null,
  line integer not null constraint opening_balances_line_range check (line > 0),
  -- The month of the debt.
  period date not null constraint opening_balances_period_is_month check (extract(day from period) = 1)
    constraint opening_balances_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- Like its import: from this day on its penalties are counted here.
  as_of date not null constraint opening_balances_as_of_range check (as_of between '2000-01-01' and '2999-12-31'),
  -- The month of its entry: its own, or the first open one if that is later.
  booked_in date not null constraint opening_balances_booked_in_is_month check (extract(day from booked_in) = 1)
    constraint opening_balances_booked_in_range check (booked_in between '2000-01-01' and '2999-12-31'),
  kind text not null constraint opening_balances_kind_known check (kind in ('principal', 'penalty', 'advance')),
  amount numeric(14, 2) not null constraint opening_balances_amount_range check (amount > 0 and amount <= 999999999.99),
  -- The service, where the file names it; its kind determines the scale of its penalties.
  house_service_id bigint,
  service_name text constraint opening_balances_service_name_length check (char_length(service_name) between 1 and 200),
  service_kind text constraint opening_balances_service_kind_known
    check (service_kind in ('housing', 'utility', 'major-repairs', 'other')),
  created_at timestamptz not null default now(),
  constraint opening_balances_is_of_before check (period < as_of),
  constraint opening_balances_is_booked_since check (booked_in >= period),
  constraint opening_balances_pkey primary key (organization_id, house_id, personal_account_id, id),
  constraint opening_balances_service_whole check (num_nulls(house_service_id, service_name, service_kind) in (0, 3))
);
create index opening_balances_of_import on opening_balances (organization_id, import_id, period);
-- Ids grow with the rows, so a few pages of a block-range index are enough to find one.
create index opening_balances_id on opening_balances using brin (id) with (pages_per_range = 16);

-- The hashed text of an opening balance.
create function app.opening_line(
  personal_account_id bigint, id bigint, import_id bigint, line integer, period date, as_of date, booked_in date,
  kind text, amount numeric, house_service_id bigint, service_name text, service_kind text
) returns text
language sql stable
return format('opening|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%L|%s', personal_account_id, id, import_id, line, period, as_of, booked_in,
  kind, amount, house_service_id, service_name, service_kind);

-- The day from which it counts: the last one of its month, or the first one on which it can be booked, so that no balance of a
-- closed month changes.
create function app.opening_effective_on(period date, booked_in date) returns date
language sql immutable
return case when booked_in > period then booked_in else (period + interval '1 month' - interval '1 day')::date end;

-- The disputed line is stored as it was then.
create table disputes (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('document_ids'),
  personal_account_id bigint not null,
  account_number text not null constraint disputes_account_number_length check (char_length(account_number) between 1 and 100),
  period date not null constraint disputes_period_first_day check (extract(day from period) = 1)
    constraint disputes_period_range check (period between '2000-01-01' and '2999-12-31'),
  line_code text not null constraint disputes_line_code_form check (line_code ~ '^[0-9A-Z]{2,13}(-2)?$'),
  service_name text not null constraint disputes_service_name_length check (char_length(service_name) between 1 and 500),
  amount numeric(14, 2) not null
    constraint disputes_amount_range check (amount between -999999999999.99 and 999999999999.99),
  reason text not null constraint disputes_reason_length check (char_length(reason) between 1 and 1000),
  answer text constraint disputes_answer_length check (char_length(answer) between 1 and 1000),
  settled_by bigint,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint disputes_pkey primary key (organization_id, house_id, id),
  constraint disputes_settled_whole check (num_nulls(answer, settled_by, settled_at) in (0, 3))
);
create unique index disputes_line_waits_once
  on disputes (organization_id, house_id, personal_account_id, period, line_code)
  where settled_at is null;
create index disputes_of_receipt on disputes (organization_id, house_id, personal_account_id, period);
create index disputes_of_organization on disputes (organization_id, id);

select app.distribute('opening_imports');
select app.distribute('opening_import_pieces');
select app.distribute('opening_import_refusals');
select app.distribute('opening_balances');
select app.distribute('disputes');

alter table opening_import_pieces add constraint opening_import_pieces_import_fkey
  foreign key (organization_id, import_id) references opening_imports (organization_id, id);
alter table opening_import_refusals add constraint opening_import_refusals_import_fkey
  foreign key (organization_id, import_id) references opening_imports (organization_id, id);
alter table opening_balances add constraint opening_balances_import_fkey
  foreign key (organization_id, import_id) references opening_imports (organization_id, id);

select app.only_grows('opening_balances');

-- Writes the checked sums of a file as documents, for `app.post_opening` to book. `first_open` is the first month that is not
-- closed; null when none is.
create function app.write_openings(organization bigint, import bigint, since date, first_open date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.require_writer(organization);
  insert into opening_balances (organization_id, house_id, personal_account_id, import_id, line, period, as_of, booked_in,
    kind, amount, house_service_id, service_name, service_kind)
  select organization, sums.house_id, sums.personal_account_id, import, sums.line, sums.period, since,
    greatest(sums.period, first_open), sums.kind, sums.amount, sums.house_service_id, sums.service_name, sums.service_kind
  from opening_import_pieces
  cross join lateral jsonb_to_recordset(opening_import_pieces.rows) as sums (
    line integer, house_id bigint, personal_account_id bigint, period date, kind text, amount numeric, house_service_id bigint,
    service_name text, service_kind text
  )
  where opening_import_pieces.organization_id = organization and opening_import_pieces.import_id = import
  order by sums.house_id, sums.personal_account_id, sums.period, sums.line;
end $$;

revoke execute on function app.write_openings(bigint, bigint, date, date) from public;
select app.grant_to_application('execute', 'function app.write_openings(bigint, bigint, date, date)');

-- Updates the sums of months for debts that an import has booked in later months than their own, or for their undo. Like an
-- adjustment, each counts as one of its own month's debts, not of those of the month in which it is booked.
create function app.sum_late_openings(organization bigint, import bigint, houses bigint[], is_undo boolean) returns void
language plpgsql as $$
declare
  sums record;
begin
  for sums in
    select opening_balances.house_id, months.period, sum(months.amount) as reversed
    from opening_balances
    cross join lateral (
      values (opening_balances.booked_in, opening_balances.amount), (opening_balances.period, -opening_balances.amount)
    ) as months (period, amount)
    where opening_balances.organization_id = organization and opening_balances.import_id = import
      and opening_balances.house_id = any(houses) and opening_balances.booked_in > opening_balances.period
      and opening_balances.kind = 'principal'
    group by opening_balances.house_id, months.period
    order by opening_balances.house_id, months.period
  loop
    insert into house_month_sums (organization_id, house_id, period, reversed)
    values (organization, sums.house_id, sums.period, case when is_undo then -sums.reversed else sums.reversed end)
    on conflict (organization_id, house_id, period) do update set reversed = house_month_sums.reversed + excluded.reversed;
  end loop;
end $$;

revoke execute on function app.sum_late_openings(bigint, bigint, bigint[], boolean) from public;
