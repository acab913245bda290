-- Payments, and which month's debt each has paid; registries of payments that banks send; and money of which nobody knows
-- whose it is. A payment is taken back by a storno, and a part that moves from one month to another is a row below zero and
-- a row above.
create sequence payment_import_ids as bigint;
create sequence unidentified_payment_ids as bigint;

create table payments (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  id bigint not null,
  amount numeric(14, 2) not null
    constraint payments_amount_range check (amount > 0 and amount <= 999999999.99),
  principal_amount numeric(14, 2) not null
    constraint payments_principal_range check (principal_amount between 0 and 999999999.99),
  penalty_amount numeric(14, 2) not null
    constraint payments_penalty_range check (penalty_amount between 0 and 999999999.99),
  paid_on date not null constraint payments_paid_on_range check (paid_on between '2000-01-01' and '2999-12-31'),
  -- The month that the payer has named.
  named_period date constraint payments_named_period_is_month
    check (extract(day from named_period) = 1 and named_period between '2000-01-01' and '2999-12-01'),
  -- The month of its ledger entries.
  booked_in date not null constraint payments_booked_in_is_month check (extract(day from booked_in) = 1)
    constraint payments_booked_in_range check (booked_in between '2000-01-01' and '2999-12-31'),
  source text not null constraint payments_source_length check (char_length(source) between 1 and 50),
  reference text constraint payments_reference_length check (char_length(reference) between 1 and 100),
  created_at timestamptz not null default now(),
  constraint payments_pkey primary key (organization_id, house_id, personal_account_id, id),
  constraint payments_parts_are_whole check (principal_amount + penalty_amount = amount)
);
create index payments_newest on payments (organization_id, id);
create index payments_named on payments (organization_id, house_id, named_period) where named_period is not null;
-- Ids grow with the rows, so a few pages of a block-range index find one of them.
create index payments_id on payments using brin (id) with (pages_per_range = 16);

create table payment_allocations (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  id bigint not null,
  payment_id bigint not null,
  debt_kind text not null
    constraint payment_allocations_debt_kind_known check (debt_kind in ('principal', 'penalty')),
  -- Whose debt it pays; null is an advance.
  period date constraint payment_allocations_period_is_month check (extract(day from period) = 1)
    constraint payment_allocations_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- Below zero it takes back what a row before has put there.
  amount numeric(14, 2) not null
    constraint payment_allocations_amount_range check (amount between -999999999.99 and 999999999.99 and amount <> 0),
  -- What had it put or moved here: a payment (this one, or one of an earlier day that came later), a storno, the charges of
  -- a cycle, or penalties; and its id.
  reason text not null constraint payment_allocations_reason_known check (reason in (
    'payment', 'payment-storno', 'charge-storno', 'new-charges', 'new-penalties', 'import-storno'
  )),
  cause_id bigint not null,
  created_at timestamptz not null default now(),
  constraint payment_allocations_pkey primary key (organization_id, house_id, personal_account_id, id)
);

-- Registries of payments that banks send: what became of each file and of each of its rows. What a file books is booked
-- in one transaction with the end of its import.
create table payment_imports (
  organization_id bigint not null,
  id bigint not null default nextval('payment_import_ids'),
  -- Which layouts there are is known where they are read.
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
  -- A rejected row may say any sum, also one below zero.
  total_amount numeric(20, 2) not null default 0
    constraint payment_imports_total_amount_range check (abs(total_amount) <= 999999999999999999.99),
  matched_amount numeric(20, 2) not null default 0
    constraint payment_imports_matched_amount_range check (matched_amount between 0 and 999999999999999999.99),
  quarantined_amount numeric(20, 2) not null default 0
    constraint payment_imports_quarantined_amount_range check (quarantined_amount between 0 and 999999999999999999.99),
  rejected_amount numeric(20, 2) not null default 0
    constraint payment_imports_rejected_amount_range check (abs(rejected_amount) <= 999999999999999999.99),
  -- What the file says of itself.
  declared_rows integer constraint payment_imports_declared_rows_range check (declared_rows between 0 and 999999999),
  declared_amount numeric(20, 2)
    constraint payment_imports_declared_amount_range check (abs(declared_amount) <= 999999999999999999.99),
  -- Why it failed: a code, and what it is about.
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
  reversal_reason text constraint payment_imports_reversal_reason_length
    check (char_length(reversal_reason) between 1 and 500),
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

create table payment_import_rows (
  organization_id bigint not null,
  import_id bigint not null,
  line integer not null constraint payment_import_rows_line_range check (line > 0),
  status text not null constraint payment_import_rows_status_known
    check (status in ('read', 'matched', 'quarantined', 'rejected')),
  -- Why it is not matched: codes and what they tell.
  reasons jsonb not null constraint payment_import_rows_reasons_is_list check (jsonb_typeof(reasons) = 'array'),
  -- Those that it could mean.
  account_numbers text[] not null
    constraint payment_import_rows_account_numbers_count check (cardinality(account_numbers) <= 5),
  amount numeric(14, 2) constraint payment_import_rows_amount_range check (abs(amount) <= 999999999999.99),
  paid_on date constraint payment_import_rows_paid_on_range check (paid_on between '1900-01-01' and '2999-12-31'),
  named_period date constraint payment_import_rows_named_period_is_month check (extract(day from named_period) = 1)
    constraint payment_import_rows_named_period_range check (named_period between '2000-01-01' and '2999-12-31'),
  operation text constraint payment_import_rows_operation_length check (char_length(operation) between 1 and 100),
  payer text constraint payment_import_rows_payer_length check (char_length(payer) between 1 and 200),
  purpose text constraint payment_import_rows_purpose_length check (char_length(purpose) between 1 and 1000),
  -- As it stands in the file.
  source_text text not null constraint payment_import_rows_source_text_length check (char_length(source_text) <= 2000),
  -- Of the operation alone, and of all that the row says.
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
    check (status in ('read', 'rejected') or (amount > 0 and amount <= 999999999.99 and paid_on >= '2000-01-01'))
);

create unique index payment_import_rows_claimed on payment_import_rows (organization_id, row_hash) where is_claimed;
create index payment_import_rows_operation on payment_import_rows (organization_id, operation_hash)
  where is_claimed and operation_hash is not null;

-- Money that came in and of which nobody knows whose it is: rows of registries that wait for a person, and what became of
-- them.
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

select app.distribute('payments');
select app.distribute('payment_allocations');
select app.distribute('payment_imports');
select app.distribute('payment_import_rows');
select app.distribute('unidentified_payments');

alter table payment_import_rows add constraint payment_import_rows_import_fkey
  foreign key (organization_id, import_id) references payment_imports (organization_id, id);
alter table unidentified_payments add constraint unidentified_payments_row_fkey
  foreign key (organization_id, import_id, line) references payment_import_rows (organization_id, import_id, line);

select app.only_grows('payments');
select app.only_grows('payment_allocations');
