-- Registries of payments that banks send: what became of each file and of each of its rows. What a file books is booked
-- in one transaction with the end of its import.
create table payment_imports (
  id bigint generated always as identity constraint payment_imports_pkey primary key,
  organization_id bigint not null,
  profile text not null constraint payment_imports_profile_known
    check (profile in ('sberbank', 'yookassa', '1c-client-bank', 'csv')),
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
  error text constraint payment_imports_error_length check (char_length(error) <= 2000),
  requested_by bigint not null,
  request_id text not null constraint payment_imports_request_id_length check (char_length(request_id) between 1 and 64),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  reversed_at timestamptz,
  reversed_by bigint,
  reversal_reason text constraint payment_imports_reversal_reason_length
    check (char_length(reversal_reason) between 1 and 500),
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

create index payment_imports_newest on payment_imports (organization_id, id);
create index payment_imports_file on payment_imports (organization_id, file_hash);

create table payment_import_rows (
  import_id bigint not null,
  line integer not null constraint payment_import_rows_line_range check (line > 0),
  organization_id bigint not null,
  status text not null constraint payment_import_rows_status_known
    check (status in ('read', 'matched', 'quarantined', 'rejected')),
  -- Why it is not matched: codes and what they tell.
  reasons jsonb not null constraint payment_import_rows_reasons_is_list check (jsonb_typeof(reasons) = 'array'),
  -- Those that it could mean.
  account_numbers text[] not null
    constraint payment_import_rows_account_numbers_count check (cardinality(account_numbers) <= 5),
  amount numeric(14, 2) constraint payment_import_rows_amount_range check (abs(amount) <= 999999999999.99),
  paid_on date constraint payment_import_rows_paid_on_range check (paid_on between '1900-01-01' and '2999-12-31'),
  named_period date constraint payment_import_rows_named_period_is_month check (extract(day from named_period) = 1),
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
  constraint payment_import_rows_pkey primary key (import_id, line),
  constraint payment_import_rows_import_fkey foreign key (import_id) references payment_imports (id),
  constraint payment_import_rows_place_whole check ((house_id is null) = (personal_account_id is null)),
  constraint payment_import_rows_payment_has_place check (payment_id is null or house_id is not null),
  constraint payment_import_rows_good_amount
    check (status in ('read', 'rejected') or (amount > 0 and amount <= 999999999.99 and paid_on >= '2000-01-01'))
);

create unique index payment_import_rows_claimed on payment_import_rows (organization_id, row_hash) where is_claimed;
create index payment_import_rows_operation on payment_import_rows (organization_id, operation_hash)
  where is_claimed and operation_hash is not null;

do $$
declare
  target text;
  own text := '(select app.sees_all()) or organization_id = any ((select app.organizations_of(%L))::bigint[])';
begin
  foreach target in array array['payment_imports', 'payment_import_rows'] loop
    execute format('alter table %I enable row level security', target);
    execute format('create policy seen on %I for select using (' || own || ')', target, 'viewer');
    execute format('create policy written on %I for insert with check (' || own || ')', target, 'accountant');
    execute format('create policy changed on %I for update using (' || own || ')', target, 'accountant');
  end loop;
end $$;

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert, update on payment_imports, payment_import_rows to billing_app;
exception
  when undefined_object then null;
end $$;
