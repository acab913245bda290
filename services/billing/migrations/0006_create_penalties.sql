-- The cost of late payment: the reference of rates, rules that an organization or a house has set instead of the law's, and
-- booked penalties.
create sequence penalty_rate_ids as bigint;
create sequence key_rate_import_ids as bigint;
create sequence penalty_rule_ids as bigint;
create sequence penalty_accrual_job_ids as bigint;

-- The reference of penalty rates: at most one rate per day, and at most one that is open. Admins change it: a version
-- distinguishes changes.
create table penalty_rates (
  id bigint not null default nextval('penalty_rate_ids') constraint penalty_rates_pkey primary key,
  valid_from date not null
    constraint penalty_rates_valid_from_range check (valid_from between '1992-01-01' and '2999-12-31'),
  valid_to date constraint penalty_rates_valid_to_range check (valid_to between valid_from and '2999-12-31'),
  base_cbr_rate numeric(8, 4) not null constraint penalty_rates_base_range check (base_cbr_rate between 0 and 100),
  effective_rate numeric(8, 4) not null
    constraint penalty_rates_effective_range check (effective_rate between 0 and 100),
  description varchar(500),
  source text not null constraint penalty_rates_source_known check (source in ('import', 'manual')),
  version integer not null default 1
    constraint penalty_rates_version_range check (version between 1 and 2147483647),
  created_at timestamptz not null default now(),
  constraint penalty_rates_never_overlap exclude using gist (daterange(valid_from, valid_to, '[]') with &&)
);

-- Each request to the bank for its key rate, with the result: visible to all replicas, and to people.
create table key_rate_imports (
  id bigint not null default nextval('key_rate_import_ids') constraint key_rate_imports_pkey primary key,
  finished_at timestamptz not null default now(),
  outcome text not null constraint key_rate_imports_outcome_known check (
    outcome in ('added', 'unchanged', 'manual', 'covered', 'outdated', 'contradicted', 'quarantined', 'failed')
  ),
  bank_rate numeric(8, 4) constraint key_rate_imports_bank_rate_range check (bank_rate between 0 and 100),
  bank_rate_on date
    constraint key_rate_imports_bank_rate_on_range check (bank_rate_on between '1992-01-01' and '2999-12-31'),
  -- Codes with their parameters, as the API returns them.
  remarks jsonb not null constraint key_rate_imports_remarks_size check (octet_length(remarks::text) <= 4000),
  requested_by bigint
);

create index key_rate_imports_finished_at_idx on key_rate_imports (finished_at);

-- Penalty rules that a house or an organization has set instead of the law's: dated, with their basis.
create table penalty_rules (
  organization_id bigint not null,
  id bigint not null default nextval('penalty_rule_ids'),
  -- Null for all houses of the organization that have no rule of their own.
  house_id bigint,
  kind text not null constraint penalty_rules_kind_known
    check (kind in ('rate-cap', 'scale', 'method', 'due-day', 'working-day', 'limitation')),
  value jsonb not null constraint penalty_rules_value_size check (octet_length(value::text) <= 2000),
  valid_from date not null
    constraint penalty_rules_valid_from_range check (valid_from between '2000-01-01' and '2999-12-31'),
  valid_to date constraint penalty_rules_valid_to_range check (valid_to between valid_from and '2999-12-31'),
  -- For debts due within these days; null for no bound.
  due_from date constraint penalty_rules_due_from_range check (due_from between '2000-01-01' and '2999-12-31'),
  due_to date constraint penalty_rules_due_to_range check (due_to between '2000-01-01' and '2999-12-31'),
  basis text not null constraint penalty_rules_basis_length check (char_length(basis) between 1 and 500),
  version integer not null default 1
    constraint penalty_rules_version_range check (version between 1 and 2147483647),
  created_at timestamptz not null default now(),
  constraint penalty_rules_pkey primary key (organization_id, id),
  constraint penalty_rules_due_days_of_kind
    check (due_from is null and due_to is null or kind in ('rate-cap', 'scale', 'method')),
  constraint penalty_rules_due_days_in_order check (due_from <= due_to),
  constraint penalty_rules_never_overlap exclude using gist (
    organization_id with =, coalesce(house_id, 0) with =, kind with =, daterange(valid_from, valid_to, '[]') with &&,
    daterange(due_from, due_to, '[]') with &&
  )
);

-- Booked penalties: one accrual per account and job, and behind it the debts with their days, as a court requires. What is booked
-- for a debt is the sum of its rows, so that accruing again adds only what is new.
create table penalty_accrual_jobs (
  organization_id bigint not null,
  id bigint not null default nextval('penalty_accrual_job_ids'),
  house_ids bigint[] not null constraint penalty_accrual_jobs_has_houses check (cardinality(house_ids) > 0),
  target_on date not null
    constraint penalty_accrual_jobs_target_range check (target_on between '2000-01-01' and '2999-12-31'),
  status text not null default 'QUEUED'
    constraint penalty_accrual_jobs_status_known
      check (status in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  total_accounts integer not null default 0,
  processed_accounts integer not null default 0,
  -- The number of houses done, in the order of their ids.
  processed_houses integer not null default 0,
  created_accruals integer not null default 0,
  amount numeric(14, 2) not null default 0
    constraint penalty_accrual_jobs_amount_range check (amount between -999999999999.99 and 999999999999.99),
  -- Why it failed: a code, and its parameters.
  error text constraint penalty_accrual_jobs_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  error_facts jsonb constraint penalty_accrual_jobs_error_facts_is_object check (jsonb_typeof(error_facts) = 'object')
    constraint penalty_accrual_jobs_error_facts_size check (pg_column_size(error_facts) <= 8000),
  requested_by bigint not null,
  request_id text not null
    constraint penalty_accrual_jobs_request_id_length check (char_length(request_id) between 1 and 64),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint penalty_accrual_jobs_pkey primary key (organization_id, id),
  constraint penalty_accrual_jobs_error_has_facts check ((error is null) = (error_facts is null))
);
create index penalty_accrual_jobs_waiting on penalty_accrual_jobs (organization_id) where status = 'QUEUED';

create table penalty_accruals (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  id bigint not null,
  job_id bigint not null,
  -- The month of its ledger entry.
  period date not null constraint penalty_accruals_period_is_month check (extract(day from period) = 1)
    constraint penalty_accruals_period_range check (period between '2000-01-01' and '2999-12-31'),
  target_on date not null
    constraint penalty_accruals_target_range check (target_on between '2000-01-01' and '2999-12-31'),
  -- Negative when it gives back what was booked in excess.
  amount numeric(14, 2) not null
    constraint penalty_accruals_amount_range check (amount between -999999999999.99 and 999999999999.99),
  created_at timestamptz not null default now(),
  constraint penalty_accruals_pkey primary key (organization_id, house_id, personal_account_id, id)
);
-- Ids grow with the rows, so a few pages of a block-range index are enough to find one.
create index penalty_accruals_id on penalty_accruals using brin (id) with (pages_per_range = 16);

create table penalty_accrual_debts (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  -- The month of the debt, and its kind.
  period date not null constraint penalty_accrual_debts_period_is_month check (extract(day from period) = 1)
    constraint penalty_accrual_debts_period_range check (period between '2000-01-01' and '2999-12-31'),
  kind text not null constraint penalty_accrual_debts_kind_known check (kind in ('utilities', 'major-repairs')),
  accrual_id bigint not null,
  method text not null constraint penalty_accrual_debts_method_known check (method in ('daily', 'payment-day')),
  due_on date not null
    constraint penalty_accrual_debts_due_range check (due_on between '2000-01-01' and '2999-12-31'),
  debt numeric(14, 2) not null
    constraint penalty_accrual_debts_debt_range check (debt between 0 and 999999999999.99),
  -- The whole penalty up to the target day, and the part of it that this accrual books.
  penalty numeric(14, 2) not null
    constraint penalty_accrual_debts_penalty_range check (penalty between 0 and 999999999999.99),
  amount numeric(14, 2) not null
    constraint penalty_accrual_debts_amount_range
      check (amount between -999999999999.99 and 999999999999.99 and amount <> 0),
  -- Consecutive days with the same debt, rate and fraction, where a penalty arises.
  lines jsonb not null,
  -- The first and the last of these days.
  counted_from date
    constraint penalty_accrual_debts_counted_from_range check (counted_from between '2000-01-01' and '2999-12-31'),
  counted_to date constraint penalty_accrual_debts_counted_range check (counted_to >= counted_from)
    constraint penalty_accrual_debts_counted_to_range check (counted_to between '2000-01-01' and '2999-12-31'),
  constraint penalty_accrual_debts_pkey
    primary key (organization_id, house_id, personal_account_id, period, kind, accrual_id)
);

-- The hashed text of an accrual, and of each debt behind it.
create function app.accrual_line(
  personal_account_id bigint, id bigint, job_id bigint, period date, target_on date, amount numeric
) returns text
language sql stable
return format('accrual|%s|%s|%s|%s|%s|%s', personal_account_id, id, job_id, period, target_on, amount);

create function app.accrual_debt_line(
  personal_account_id bigint, period date, kind text, accrual_id bigint, method text, due_on date, debt numeric,
  penalty numeric, amount numeric, lines jsonb, counted_from date, counted_to date
) returns text
language sql stable
return format('debt|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s', personal_account_id, period, kind, accrual_id, method, due_on, debt,
  penalty, amount, counted_from, counted_to, lines);

select app.replicate('penalty_rates');
select app.replicate('key_rate_imports');
select app.distribute('penalty_rules');
select app.distribute('penalty_accrual_jobs');
select app.distribute('penalty_accruals');
select app.distribute('penalty_accrual_debts');

select app.only_grows('penalty_accruals');
select app.only_grows('penalty_accrual_debts');

-- The hashed text of what was booked, document by document; for an accrual with its debts.
create view accrual_documents with (security_invoker = true) as
select penalty_accruals.organization_id, penalty_accruals.house_id, penalty_accruals.id, penalty_accruals.job_id,
  penalty_accruals.period, penalty_accruals.created_at,
  app.accrual_line(penalty_accruals.personal_account_id, penalty_accruals.id, penalty_accruals.job_id,
    penalty_accruals.period, penalty_accruals.target_on, penalty_accruals.amount)
  || coalesce(string_agg(E'\n' || app.accrual_debt_line(debts.personal_account_id, debts.period, debts.kind,
    debts.accrual_id, debts.method, debts.due_on, debts.debt, debts.penalty, debts.amount, debts.lines, debts.counted_from,
    debts.counted_to), '' order by debts.period, debts.kind), '') as line
from penalty_accruals
left join penalty_accrual_debts as debts on debts.organization_id = penalty_accruals.organization_id
  and debts.house_id = penalty_accruals.house_id and debts.personal_account_id = penalty_accruals.personal_account_id
  and debts.accrual_id = penalty_accruals.id
group by penalty_accruals.organization_id, penalty_accruals.house_id, penalty_accruals.personal_account_id,
  penalty_accruals.id, penalty_accruals.job_id, penalty_accruals.period, penalty_accruals.target_on,
  penalty_accruals.amount, penalty_accruals.created_at;

-- The Bank of Russia's key rates up to the last confirmed one, with the rate that utilities may apply on each day:
-- none in the moratorium of 2020, and no more than 9.5 % since the rate was frozen in 2022.
insert into penalty_rates (valid_from, valid_to, base_cbr_rate, effective_rate, description, source) values
  ('2013-09-13', '2014-03-02', 5.5000, 5.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2014-03-03', '2014-04-27', 7.0000, 7.0000, 'Key rate of the Bank of Russia', 'import'),
  ('2014-04-28', '2014-07-27', 7.5000, 7.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2014-07-28', '2014-11-04', 8.0000, 8.0000, 'Key rate of the Bank of Russia', 'import'),
  ('2014-11-05', '2014-12-11', 9.5000, 9.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2014-12-12', '2014-12-15', 10.5000, 10.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2014-12-16', '2015-02-01', 17.0000, 17.0000, 'Key rate of the Bank of Russia', 'import'),
  ('2015-02-02', '2015-03-15', 15.0000, 15.0000, 'Key rate of the Bank of Russia', 'import'),
  ('2015-03-16', '2015-05-04', 14.0000, 14.0000, 'Key rate of the Bank of Russia', 'import'),
  ('2015-05-05', '2015-06-15', 12.5000, 12.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2015-06-16', '2015-08-02', 11.5000, 11.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2015-08-03', '2016-06-13', 11.0000, 11.0000, 'Key rate of the Bank of Russia', 'import'),
  ('2016-06-14', '2016-09-18', 10.5000, 10.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2016-09-19', '2017-03-26', 10.0000, 10.0000, 'Key rate of the Bank of Russia', 'import'),
  ('2017-03-27', '2017-05-01', 9.7500, 9.7500, 'Key rate of the Bank of Russia', 'import'),
  ('2017-05-02', '2017-06-18', 9.2500, 9.2500, 'Key rate of the Bank of Russia', 'import'),
  ('2017-06-19', '2017-09-17', 9.0000, 9.0000, 'Key rate of the Bank of Russia', 'import'),
  ('2017-09-18', '2017-10-29', 8.5000, 8.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2017-10-30', '2017-12-17', 8.2500, 8.2500, 'Key rate of the Bank of Russia', 'import'),
  ('2017-12-18', '2018-02-11', 7.7500, 7.7500, 'Key rate of the Bank of Russia', 'import'),
  ('2018-02-12', '2018-03-25', 7.5000, 7.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2018-03-26', '2018-09-16', 7.2500, 7.2500, 'Key rate of the Bank of Russia', 'import'),
  ('2018-09-17', '2018-12-16', 7.5000, 7.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2018-12-17', '2019-06-16', 7.7500, 7.7500, 'Key rate of the Bank of Russia', 'import'),
  ('2019-06-17', '2019-07-28', 7.5000, 7.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2019-07-29', '2019-09-08', 7.2500, 7.2500, 'Key rate of the Bank of Russia', 'import'),
  ('2019-09-09', '2019-10-27', 7.0000, 7.0000, 'Key rate of the Bank of Russia', 'import'),
  ('2019-10-28', '2019-12-15', 6.5000, 6.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2019-12-16', '2020-02-09', 6.2500, 6.2500, 'Key rate of the Bank of Russia', 'import'),
  ('2020-02-10', '2020-04-05', 6.0000, 6.0000, 'Key rate of the Bank of Russia', 'import'),
  ('2020-04-06', '2020-04-26', 6.0000, 0.0000, 'Moratorium on penalties: Decree 424', 'import'),
  ('2020-04-27', '2020-06-21', 5.5000, 0.0000, 'Moratorium on penalties: Decree 424', 'import'),
  ('2020-06-22', '2020-07-26', 4.5000, 0.0000, 'Moratorium on penalties: Decree 424', 'import'),
  ('2020-07-27', '2020-12-31', 4.2500, 0.0000, 'Moratorium on penalties: Decree 424', 'import'),
  ('2021-01-01', '2021-03-21', 4.2500, 4.2500, 'Key rate of the Bank of Russia', 'import'),
  ('2021-03-22', '2021-04-25', 4.5000, 4.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2021-04-26', '2021-06-14', 5.0000, 5.0000, 'Key rate of the Bank of Russia', 'import'),
  ('2021-06-15', '2021-07-25', 5.5000, 5.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2021-07-26', '2021-09-12', 6.5000, 6.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2021-09-13', '2021-10-24', 6.7500, 6.7500, 'Key rate of the Bank of Russia', 'import'),
  ('2021-10-25', '2021-12-19', 7.5000, 7.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2021-12-20', '2022-02-13', 8.5000, 8.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2022-02-14', '2022-02-27', 9.5000, 9.5000, 'Key rate of the Bank of Russia', 'import'),
  ('2022-02-28', '2022-04-10', 20.0000, 9.5000, 'Frozen at 9.5 %: Decree 474', 'import'),
  ('2022-04-11', '2022-05-03', 17.0000, 9.5000, 'Frozen at 9.5 %: Decree 474', 'import'),
  ('2022-05-04', '2022-05-26', 14.0000, 9.5000, 'Frozen at 9.5 %: Decree 474', 'import'),
  ('2022-05-27', '2022-06-13', 11.0000, 9.5000, 'Frozen at 9.5 %: Decree 474', 'import'),
  ('2022-06-14', '2022-07-24', 9.5000, 9.5000, 'Frozen at 9.5 %: Decree 474', 'import'),
  ('2022-07-25', '2022-07-31', 8.0000, 9.5000, 'Frozen at 9.5 %: Decree 474', 'import'),
  ('2022-08-01', '2022-09-18', 8.0000, 8.0000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2022-09-19', '2023-07-23', 7.5000, 7.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2023-07-24', '2023-08-14', 8.5000, 8.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2023-08-15', '2023-09-17', 12.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2023-09-18', '2023-10-29', 13.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2023-10-30', '2023-12-17', 15.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2023-12-18', '2024-07-28', 16.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2024-07-29', '2024-09-15', 18.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2024-09-16', '2024-10-27', 19.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2024-10-28', '2025-06-08', 21.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2025-06-09', '2025-07-27', 20.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2025-07-28', '2025-09-14', 18.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2025-09-15', '2025-10-26', 17.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2025-10-27', '2025-12-21', 16.5000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2025-12-22', '2026-02-15', 16.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2026-02-16', '2026-03-22', 15.5000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2026-03-23', '2026-04-26', 15.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2026-04-27', '2026-06-21', 14.5000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2026-06-22', '2026-07-26', 14.2500, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import'),
  ('2026-07-27', null, 14.0000, 9.5000, 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329', 'import');
