-- Plans to pay what is owed of some months by instalments (Decree 354, p. 72), and the interest that is booked for their months.
-- compatible from 0013: two tables more, which nobody reads before plans are made
create table instalments (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  id bigint not null default nextval('document_ids'),
  starts_on date not null constraint instalments_starts_on_range check (starts_on between '2000-01-01' and '2999-12-31'),
  -- What was owed for the covered months when the plan was made, and what was overdue besides: negative when paid in advance.
  amount numeric(14, 2) not null constraint instalments_amount_range check (amount > 0 and amount <= 999999999999.99),
  beside numeric(14, 2) not null
    constraint instalments_beside_range check (beside between -999999999999.99 and 999999999999.99),
  -- What the months that were due by then and are not covered had cost, less what was written off of them.
  beside_charged numeric(14, 2) not null
    constraint instalments_beside_charged_range check (beside_charged between -999999999999.99 and 999999999999.99),
  -- Per cent a year; and the maximum that the law allowed on the first day.
  annual_interest numeric(8, 4) not null constraint instalments_interest_range check (annual_interest between 0 and 1000),
  highest_interest numeric(8, 4) not null constraint instalments_highest_range check (highest_interest between 0 and 1000),
  -- [{period, amount}] of the covered months, in order.
  debts jsonb not null constraint instalments_debts_is_list check (jsonb_typeof(debts) = 'array')
    constraint instalments_debts_size check (pg_column_size(debts) <= 100000),
  -- [{period, dueOn, principal, interest}] month by month, as agreed.
  schedule jsonb not null constraint instalments_schedule_is_list check (jsonb_typeof(schedule) = 'array')
    constraint instalments_schedule_size check (pg_column_size(schedule) <= 100000),
  -- The document, where there is one.
  basis text constraint instalments_basis_length check (char_length(basis) between 1 and 200),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  cancelled_on date constraint instalments_cancelled_on_range check (cancelled_on between '2000-01-01' and '2999-12-31'),
  cancelled_by bigint,
  cancel_reason text constraint instalments_cancel_reason_length check (char_length(cancel_reason) between 1 and 500),
  constraint instalments_pkey primary key (organization_id, house_id, personal_account_id, id),
  constraint instalments_interest_within_law check (annual_interest <= highest_interest),
  constraint instalments_cancelled_whole
    check ((cancelled_on is null) = (cancelled_by is null) and (cancelled_by is null) = (cancel_reason is null))
);
create index instalments_newest on instalments (organization_id, id);

-- The line by which the interest of a plan's month is booked; at most one.
create table instalment_interest (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  instalment_id bigint not null,
  period date not null constraint instalment_interest_period_is_month check (extract(day from period) = 1)
    constraint instalment_interest_period_range check (period between '2000-01-01' and '2999-12-31'),
  adjustment_id bigint not null,
  constraint instalment_interest_pkey
    primary key (organization_id, house_id, personal_account_id, instalment_id, period)
);

select app.distribute('instalments');
select app.distribute('instalment_interest');

select app.only_grows('instalment_interest');

select app.secure('instalments', 'app.may_write');
select app.secure('instalment_interest', 'app.may_write');
select app.grant_to_application('select, insert, update', 'instalments');
select app.grant_to_application('select, insert', 'instalment_interest');
