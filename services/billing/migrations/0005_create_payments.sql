-- Payments, and which month's debt each has paid; registries of payments that banks send; money of which nobody knows whose it
-- is; and what each month of a house comes to. A payment is taken back by a storno, and a part that moves from one month to
-- another is a row below zero and a row above.
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
  -- a cycle, penalties, or opening balances; and its id.
  reason text not null constraint payment_allocations_reason_known check (reason in (
    'payment', 'payment-storno', 'charge-storno', 'new-charges', 'new-penalties', 'import-storno', 'opening', 'opening-undo'
  )),
  cause_id bigint not null,
  created_at timestamptz not null default now(),
  constraint payment_allocations_pkey primary key (organization_id, house_id, personal_account_id, id)
);

-- What is hashed of a payment, and of each part of it that is put or moved somewhere. Free text is quoted as SQL quotes it.
create function app.payment_line(
  personal_account_id bigint, id bigint, amount numeric, principal_amount numeric, penalty_amount numeric, paid_on date,
  named_period date, booked_in date, source text, reference text
) returns text
language sql stable
return format('payment|%s|%s|%s|%s|%s|%s|%s|%s|%L|%L', personal_account_id, id, amount::numeric(14, 2),
  principal_amount::numeric(14, 2), penalty_amount::numeric(14, 2), paid_on, named_period, booked_in, source, reference);

create function app.allocation_line(
  personal_account_id bigint, id bigint, payment_id bigint, debt_kind text, period date, amount numeric, reason text,
  cause_id bigint
) returns text
language sql stable
return format('allocation|%s|%s|%s|%s|%s|%s|%s|%s', personal_account_id, id, payment_id, debt_kind, period,
  amount::numeric(14, 2), reason, cause_id);

-- Lists of a table's own rows are dear to hand on.
create type app.moved_money as (
  house_id bigint, personal_account_id bigint, id bigint, payment_id bigint, debt_kind text, period date,
  amount numeric(14, 2), reason text, cause_id bigint
);

-- What a house's month comes to in the books, so that reports need not read its entries: moved in the transaction that books.
-- Roubles as they are read: what is charged, paid, taken back or settled is above zero.
create table house_month_sums (
  organization_id bigint not null,
  house_id bigint not null,
  period date not null constraint house_month_sums_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- How many entries the month has.
  entries bigint not null default 0 constraint house_month_sums_entries_range check (entries between 0 and 1000000000000),
  -- What the month has booked, and what its stornos have taken back, of any month.
  charged numeric(18, 2) not null default 0,
  penalty numeric(18, 2) not null default 0,
  paid numeric(18, 2) not null default 0,
  charged_back numeric(18, 2) not null default 0,
  penalty_back numeric(18, 2) not null default 0,
  paid_back numeric(18, 2) not null default 0,
  -- Of the month's charges: what stornos of any month have taken back, and what payments of any month have paid.
  reversed numeric(18, 2) not null default 0,
  settled numeric(18, 2) not null default 0,
  constraint house_month_sums_pkey primary key (organization_id, house_id, period),
  constraint house_month_sums_are_numbers check (
    'NaN' not in (charged, penalty, paid, charged_back, penalty_back, paid_back, reversed, settled)
  )
  -- Each payment of a house moves its months: the new row has room on the page of the old one.
) with (fillfactor = 50);

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

-- A registry's rows as they were read, some hundreds together, until they are judged.
create table payment_import_pieces (
  organization_id bigint not null,
  import_id bigint not null,
  first_line integer not null constraint payment_import_pieces_first_line_range check (first_line > 0),
  last_line integer not null,
  -- How many of them are no payments, whatever core knows.
  rejected_rows integer not null constraint payment_import_pieces_rejected_rows_range check (rejected_rows >= 0),
  rows jsonb not null constraint payment_import_pieces_rows_is_list check (jsonb_typeof(rows) = 'array')
    constraint payment_import_pieces_rows_size check (pg_column_size(rows) <= 20000000),
  constraint payment_import_pieces_pkey primary key (organization_id, import_id, first_line),
  constraint payment_import_pieces_lines_in_order check (last_line >= first_line)
);

-- Each row as it was judged, with the payment that was booked for it: written once, by the transaction that books.
create table payment_import_rows (
  organization_id bigint not null,
  import_id bigint not null,
  line integer not null constraint payment_import_rows_line_range check (line > 0),
  status text not null constraint payment_import_rows_status_known
    check (status in ('matched', 'quarantined', 'rejected')),
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
    check (status = 'rejected' or (amount > 0 and amount <= 999999999.99 and paid_on >= '2000-01-01'))
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
select app.distribute('house_month_sums');
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

select app.only_grows('payments');
select app.only_grows('payment_allocations');

-- Moves the sums of months by payments that are booked, and by principal that is put on a month's debt: `accounts` as
-- `app.post_payments` is given them. As below, the caller
-- holds the heads of the houses.
create function app.sum_payments(organization bigint, booked app.booked_entry[], accounts jsonb) returns void
language plpgsql as $$
begin
  insert into house_month_sums (organization_id, house_id, period, entries, paid, settled)
  select organization, parts.house_id, parts.period, sum(parts.entries), sum(parts.paid), sum(parts.settled)
  from (
    select entries.house_id, entries.period, 1 as entries, entries.credit as paid, 0.00 as settled
    from unnest(booked) as entries
    union all
    select account.house_id, move.period, 0, 0.00, move.amount
    from jsonb_to_recordset(accounts) as account (house_id bigint, moves jsonb)
    cross join lateral jsonb_to_recordset(account.moves) as move (debt_kind text, period date, amount numeric)
    where move.debt_kind = 'principal' and move.period is not null
  ) as parts
  group by parts.house_id, parts.period
  order by parts.house_id, parts.period
  on conflict (organization_id, house_id, period) do update
    set entries = house_month_sums.entries + excluded.entries, paid = house_month_sums.paid + excluded.paid,
      settled = house_month_sums.settled + excluded.settled;
end $$;

-- Moves the sums of months by mirrors of entries of one type, and those of the months that the entries are of.
create function app.sum_stornos(
  organization bigint, type text, booked app.booked_entry[], taken_back ledger_entries[]
) returns void
language plpgsql as $$
declare
  sums record;
begin
  for sums in
    select parts.house_id, parts.period, sum(parts.entries) as entries, sum(parts.lowered) as lowered,
      sum(parts.reversed) as reversed
    from (
      select mirrors.house_id, mirrors.period, 1 as entries, mirrors.credit - mirrors.debit as lowered, 0.00 as reversed
      from unnest(booked) as mirrors
      union all
      select entries.house_id, entries.period, 0, 0.00, entries.debit - entries.credit
      from unnest(taken_back) as entries
      where type = 'CHARGE'
    ) as parts
    group by parts.house_id, parts.period
    order by parts.house_id, parts.period
  loop
    insert into house_month_sums (organization_id, house_id, period, entries, charged_back, penalty_back, paid_back,
      reversed)
    values (organization, sums.house_id, sums.period, sums.entries,
      case when type = 'CHARGE' then sums.lowered else 0 end, case when type = 'PENALTY' then sums.lowered else 0 end,
      case when type = 'PAYMENT' then -sums.lowered else 0 end, sums.reversed)
    on conflict (organization_id, house_id, period) do update
      set entries = house_month_sums.entries + excluded.entries,
        charged_back = house_month_sums.charged_back + excluded.charged_back,
        penalty_back = house_month_sums.penalty_back + excluded.penalty_back,
        paid_back = house_month_sums.paid_back + excluded.paid_back,
        reversed = house_month_sums.reversed + excluded.reversed;
  end loop;
end $$;

-- What the sums of houses' months must be, from the books themselves.
create view summed_books with (security_invoker = true) as
select parts.organization_id, parts.house_id, parts.period, sum(parts.entries) as entries, sum(parts.charged) as charged,
  sum(parts.penalty) as penalty, sum(parts.paid) as paid, sum(parts.charged_back) as charged_back,
  sum(parts.penalty_back) as penalty_back, sum(parts.paid_back) as paid_back, sum(parts.reversed) as reversed,
  sum(parts.settled) as settled
from (
  select ledger_entries.organization_id, ledger_entries.house_id, ledger_entries.period, count(*) as entries,
    coalesce(sum(debit - credit) filter (where counted.kind = 'CHARGE'), 0.00) as charged,
    coalesce(sum(debit - credit) filter (where counted.kind = 'PENALTY'), 0.00) as penalty,
    coalesce(sum(credit - debit) filter (where counted.kind = 'PAYMENT'), 0.00) as paid,
    0.00 as charged_back, 0.00 as penalty_back, 0.00 as paid_back, 0.00 as reversed, 0.00 as settled
  from ledger_entries
  cross join lateral app.counts_as(transaction_type, debt_kind, id, document_id, debit) as counted (kind)
  group by ledger_entries.organization_id, ledger_entries.house_id, ledger_entries.period
  union all
  select stornos.organization_id, stornos.house_id, months.period, 0, 0.00, 0.00, 0.00,
    case when stornos.transaction_type = 'CHARGE' and not months.is_own then credit - debit else 0.00 end,
    case when stornos.transaction_type = 'PENALTY' and not months.is_own then credit - debit else 0.00 end,
    case when stornos.transaction_type = 'PAYMENT' and not months.is_own then debit - credit else 0.00 end,
    case when stornos.transaction_type = 'CHARGE' and months.is_own then credit - debit else 0.00 end,
    0.00
  from stornos
  join ledger_entries on ledger_entries.organization_id = stornos.organization_id
    and ledger_entries.house_id = stornos.house_id
    and ledger_entries.personal_account_id = stornos.personal_account_id
    and ledger_entries.id = stornos.storno_id and ledger_entries.period = stornos.period
  cross join lateral (values (stornos.period, false), (stornos.entry_period, true)) as months (period, is_own)
  union all
  select payment_allocations.organization_id, payment_allocations.house_id, payment_allocations.period, 0, 0.00, 0.00,
    0.00, 0.00, 0.00, 0.00, 0.00, sum(payment_allocations.amount)
  from payment_allocations
  where payment_allocations.debt_kind = 'principal' and payment_allocations.period is not null
  group by payment_allocations.organization_id, payment_allocations.house_id, payment_allocations.period
) as parts
group by parts.organization_id, parts.house_id, parts.period;

-- For the owner: makes the sums of an organization again. Nobody books in its houses until the transaction ends.
create function app.sum_books(organization bigint) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform from ledger_heads where ledger_heads.organization_id = organization
  order by ledger_heads.house_id
  for update;
  delete from house_month_sums where house_month_sums.organization_id = organization;
  insert into house_month_sums (organization_id, house_id, period, entries, charged, penalty, paid, charged_back,
    penalty_back, paid_back, reversed, settled)
  select summed_books.organization_id, summed_books.house_id, summed_books.period, summed_books.entries,
    summed_books.charged, summed_books.penalty, summed_books.paid, summed_books.charged_back, summed_books.penalty_back,
    summed_books.paid_back, summed_books.reversed, summed_books.settled
  from summed_books
  where summed_books.organization_id = organization;
end $$;

revoke execute on function app.sum_payments(bigint, app.booked_entry[], jsonb),
  app.sum_stornos(bigint, text, app.booked_entry[], ledger_entries[]), app.sum_books(bigint) from public;
