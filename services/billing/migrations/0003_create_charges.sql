-- Jobs that compute a month, and their results: charges, in one partition per month, and the accounts that could not be charged.
-- A charge may change only before its house's month is applied, which the database enforces.

create sequence calculation_job_ids as bigint;
create sequence calculation_batch_ids as bigint;

-- The requested computations and their progress; the queue that runs them stores only the id.
create table calculation_jobs (
  organization_id bigint not null,
  id bigint not null default nextval('calculation_job_ids'),
  billing_cycle_id bigint not null,
  period date not null
    constraint calculation_jobs_period_range check (period between '2000-01-01' and '2999-12-31'),
  house_ids bigint[] not null constraint calculation_jobs_has_houses check (cardinality(house_ids) > 0),
  status text not null default 'QUEUED'
    constraint calculation_jobs_status_known
      check (status in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  total_accounts integer not null default 0,
  processed_accounts integer not null default 0,
  created_charges integer not null default 0,
  skipped_count integer not null default 0
    constraint calculation_jobs_skipped_range check (skipped_count between 0 and 2147483647),
  -- Why it failed: a code, and its parameters.
  error text constraint calculation_jobs_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  error_facts jsonb constraint calculation_jobs_error_facts_is_object check (jsonb_typeof(error_facts) = 'object')
    constraint calculation_jobs_error_facts_size check (pg_column_size(error_facts) <= 8000),
  requested_by bigint not null,
  request_id text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint calculation_jobs_pkey primary key (organization_id, id),
  constraint calculation_jobs_error_has_facts check ((error is null) = (error_facts is null))
);
create index calculation_jobs_under_way on calculation_jobs (organization_id, billing_cycle_id)
  where status in ('QUEUED', 'RUNNING');
-- An organization's waiting jobs are counted whenever it requests another.
create index calculation_jobs_waiting on calculation_jobs (organization_id) where status = 'QUEUED';

-- A job is split into batches of houses that any number of workers share: while working, each updates its batch's row and none
-- the job's, whose sums are those of the batches until it ends.
create table calculation_batches (
  organization_id bigint not null,
  id bigint not null default nextval('calculation_batch_ids'),
  calculation_job_id bigint not null,
  houses_left bigint[] not null
    constraint calculation_batches_houses_bound check (cardinality(houses_left) <= 1000),
  processed_accounts integer not null default 0
    constraint calculation_batches_processed_range check (processed_accounts between 0 and 2147483647),
  created_charges integer not null default 0
    constraint calculation_batches_created_range check (created_charges between 0 and 2147483647),
  skipped_count integer not null default 0
    constraint calculation_batches_skipped_range check (skipped_count between 0 and 2147483647),
  -- The houses that could not be computed at all: `[{ "houseId", "reason" }]`.
  faults jsonb not null default '[]'
    constraint calculation_batches_faults_bound check (jsonb_array_length(faults) <= 1000),
  constraint calculation_batches_pkey primary key (organization_id, id)
);
create index calculation_batches_calculation_job on calculation_batches (organization_id, calculation_job_id);

-- One row per house and month: computing the month locks it, and its sums add up to the cycle's.
create table house_months (
  organization_id bigint not null,
  house_id bigint not null,
  period date not null constraint house_months_period_range check (period between '2000-01-01' and '2999-12-31'),
  billing_cycle_id bigint not null,
  -- Null for a month that has corrections and was never computed.
  calculation_job_id bigint,
  accounts integer not null default 0,
  charges integer not null default 0,
  amount numeric(14, 2) not null default 0
    constraint house_months_amount_range check (amount between -999999999999.99 and 999999999999.99),
  computed_at timestamptz,
  -- The version of core's data from which it was computed.
  core_version bigint
    constraint house_months_core_version_range check (core_version between 0 and 9007199254740991),
  -- The version from which a correction last computed it again, after it was applied.
  corrected_version bigint
    constraint house_months_corrected_version_range check (corrected_version between 0 and 9007199254740991),
  -- Over all its charges: a recalculation with the same result keeps them, ids included.
  content_hash bytea constraint house_months_content_hash_length check (octet_length(content_hash) = 32),
  -- Over the rows of those charges as COPY writes them, without their ids, so that later changes are detected.
  charges_hash bytea constraint house_months_charges_hash_length check (octet_length(charges_hash) = 32),
  -- The services that charge nothing to anybody although they should: they prevent closing the month.
  idle_services bigint[] not null default '{}'
    constraint house_months_idle_services_bounded check (cardinality(idle_services) <= 10000),
  applied_at timestamptz,
  -- Core's data had changed since it was computed when its month was closed, or an earlier month was computed after it; and nothing
  -- has computed it again.
  is_outdated boolean not null default false,
  constraint house_months_pkey primary key (organization_id, house_id, period)
);
create index house_months_billing_cycle on house_months (organization_id, billing_cycle_id);

-- Services of a house's accounts charged strikingly differently from the month before, as last found.
create table found_outliers (
  organization_id bigint not null,
  house_id bigint not null,
  period date not null constraint found_outliers_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- Parallel arrays of accounts and services, in ascending order.
  account_ids bigint[] not null
    constraint found_outliers_account_ids_count check (cardinality(account_ids) <= 1000000),
  service_ids bigint[] not null
    constraint found_outliers_service_ids_count check (cardinality(service_ids) = cardinality(account_ids)),
  -- A digest of the charges, corrections and stornos examined: when these differ, outliers have to be searched again.
  basis bytea not null constraint found_outliers_basis_length check (octet_length(basis) = 32),
  constraint found_outliers_pkey primary key (organization_id, house_id, period)
);

-- The name of a charge's service when its house was last computed.
create table charged_services (
  organization_id bigint not null,
  house_id bigint not null,
  house_service_id bigint not null,
  code text not null constraint charged_services_code_length check (char_length(code) between 1 and 50),
  name text not null constraint charged_services_name_length check (char_length(name) between 1 and 200),
  unit text not null constraint charged_services_unit_length check (char_length(unit) between 1 and 20),
  -- Determines the scale of its penalties.
  kind text not null
    constraint charged_services_kind_known check (kind in ('housing', 'utility', 'major-repairs', 'other')),
  -- Its name within a sentence.
  everyday_name_ru text
    constraint charged_services_everyday_name_ru_length check (char_length(everyday_name_ru) between 1 and 100),
  everyday_name_en text
    constraint charged_services_everyday_name_en_length check (char_length(everyday_name_en) between 1 and 100),
  constraint charged_services_pkey primary key (organization_id, house_id, house_service_id)
);

-- The number of an account, from a month on: a row is written where it differs from the month before.
create table charged_accounts (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  since date not null constraint charged_accounts_since_range check (since between '2000-01-01' and '2999-12-31'),
  account_number text not null
    constraint charged_accounts_account_number_length check (char_length(account_number) between 1 and 50),
  constraint charged_accounts_pkey primary key (organization_id, house_id, personal_account_id, since)
);

-- What charges of a house's month have in common, written once: a few rows per house and month. The basis is that of each of its
-- charges, with placeholders for the charge's own values.
create table charge_templates (
  organization_id bigint not null,
  house_id bigint not null,
  period date not null
    constraint charge_templates_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- Positive for a calculation, negative for a correction.
  number integer not null constraint charge_templates_number_not_zero check (number <> 0),
  corrected_line smallint,
  -- Whether an estimate replaces a missing reading.
  reading_missing boolean not null,
  -- For a correction: which line of which month it corrects.
  corrected_period date
    constraint charge_templates_corrected_period_range check (corrected_period between '2000-01-01' and '2999-12-31'),
  correction_id bigint,
  rate_type text not null constraint charge_templates_rate_type_length check (char_length(rate_type) between 1 and 20),
  rule text not null constraint charge_templates_rule_length check (char_length(rule) between 1 and 64),
  -- The unit of the volumes, where it is not the service's.
  unit text constraint charge_templates_unit_length check (char_length(unit) between 1 and 20),
  tariff numeric(12, 4) not null
    constraint charge_templates_tariff_range check (tariff between 0 and 99999999.9999),
  basis jsonb not null,
  constraint charge_templates_pkey primary key (organization_id, house_id, period, number),
  constraint charge_templates_correction_of_earlier_month check (
    number > 0 and num_nulls(correction_id, corrected_period, corrected_line) = 3
    or number < 0 and num_nulls(correction_id, corrected_period, corrected_line) = 0 and corrected_period < period
  )
);
create index charge_templates_corrected on charge_templates (organization_id, house_id, corrected_period)
  where corrected_period is not null;

-- Narrow, since this is the largest table: no column is null, the wide ones come first, and what charges of a house's month have
-- in common is in their template.
create table charges (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  house_service_id bigint not null,
  id bigint not null default nextval('document_ids'),
  period date not null constraint charges_period_range check (period between '2000-01-01' and '2999-12-31'),
  template integer not null,
  line smallint not null,
  consumption numeric(16, 6) not null
    constraint charges_consumption_range check (consumption between -9999999999.999999 and 9999999999.999999),
  amount numeric(14, 2) not null
    constraint charges_amount_range check (amount between -999999999999.99 and 999999999999.99),
  -- What it follows from besides its template, value by value.
  own text not null constraint charges_own_length check (octet_length(own) <= 1000000),
  constraint charges_pkey
    primary key (organization_id, house_id, period, personal_account_id, house_service_id, line),
  -- A correction's charge has a separate line number, so that no calculation of the month replaces it.
  constraint charges_line_of_correction check (template > 0 or line >= 100)
) partition by range (period);
-- A text as calculations write it for COPY.
create function app.copied_text(value text) returns text
language sql immutable
return case when value <> '' and value ~ '[\\\x08\f\n\r\t\v]' then
  replace(replace(replace(replace(replace(replace(replace(value, '\', '\x5c'), E'\b', '\x08'), E'\f', '\x0c'), E'\n', '\x0a'),
    E'\r', '\x0d'), E'\t', '\x09'), E'\v', '\x0b')
  else value end;

-- Ids grow with the rows, so a few pages of a block-range index are enough to find one.
create index charges_id on charges using brin (id) with (pages_per_range = 16);
create index charges_of_corrections on charges (organization_id, house_id, period, template) where template < 0;

-- What could not be charged in a house's month when it was last computed; deleted together with the charges. The reason is a code
-- and its parameters; the text is made where people read it.
create table skipped_accounts (
  organization_id bigint not null,
  house_id bigint not null,
  period date not null
    constraint skipped_accounts_period_range check (period between '2000-01-01' and '2999-12-31'),
  personal_account_id bigint not null,
  line smallint not null,
  calculation_job_id bigint not null,
  reason text not null constraint skipped_accounts_reason_is_code
    check (reason ~ '^[a-z]+(-[a-z]+)*$' and char_length(reason) <= 64),
  facts jsonb not null constraint skipped_accounts_facts_is_object check (jsonb_typeof(facts) = 'object')
    constraint skipped_accounts_facts_size check (pg_column_size(facts) <= 8000),
  constraint skipped_accounts_pkey primary key (organization_id, house_id, period, personal_account_id, line)
);
create index skipped_accounts_calculation_job
  on skipped_accounts (organization_id, calculation_job_id, house_id, personal_account_id, line);

-- A correction charges the difference of earlier months in the next one: lines that no calculation of that month replaces.
create table corrections (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('document_ids'),
  period_from date not null
    constraint corrections_period_from_range check (period_from between '2000-01-01' and '2999-12-31'),
  period_to date not null
    constraint corrections_period_to_range check (period_to between '2000-01-01' and '2999-12-31'),
  -- The month in which the differences are charged.
  period date not null constraint corrections_period_range check (period between '2000-01-01' and '2999-12-31'),
  billing_cycle_id bigint not null,
  reason text not null constraint corrections_reason_length check (char_length(reason) between 1 and 500),
  line_count integer not null constraint corrections_line_count_range check (line_count between 1 and 2147483647),
  amount numeric(14, 2) not null
    constraint corrections_amount_range check (amount between -999999999999.99 and 999999999999.99),
  requested_by bigint not null,
  created_at timestamptz not null default now(),
  constraint corrections_pkey primary key (organization_id, house_id, id),
  constraint corrections_months_in_order check (period_from <= period_to)
);

select app.distribute('calculation_jobs');
select app.distribute('calculation_batches');
select app.distribute('house_months');
select app.distribute('found_outliers');
select app.distribute('charged_services');
select app.distribute('charged_accounts');
select app.distribute('charge_templates');
select app.distribute('charges');
select app.distribute('skipped_accounts');
select app.distribute('corrections');

-- A charge with everything shown of it; the template of its basis is included, and the service fills in the charge's own values.
create view explained_charges with (security_invoker = true) as
select charges.organization_id, charges.house_id, charges.period, charges.personal_account_id, charges.house_service_id,
  charges.line, charges.id, charges.template, charges.consumption, charges.amount, charges.own, charge_templates.rate_type,
  charge_templates.rule, charge_templates.unit, charge_templates.tariff, charge_templates.reading_missing,
  charge_templates.correction_id, charge_templates.corrected_period, charge_templates.corrected_line,
  charge_templates.basis,
  (
    select charged_accounts.account_number from charged_accounts
    where charged_accounts.organization_id = charges.organization_id and charged_accounts.house_id = charges.house_id
      and charged_accounts.personal_account_id = charges.personal_account_id and charged_accounts.since <= charges.period
    order by charged_accounts.since desc
    limit 1
  ) as account_number
from charges
join charge_templates on charge_templates.organization_id = charges.organization_id
  and charge_templates.house_id = charges.house_id and charge_templates.period = charges.period
  and charge_templates.number = charges.template;

-- The totals of the charges of a house's month; the hash covers the rows that calculations have made.
create view computed_charges with (security_invoker = true) as
select charges.organization_id, charges.house_id, charges.period, count(*) as charges, sum(charges.amount) as amount,
  sha256(convert_to(string_agg(
    concat_ws(E'\t', charges.organization_id, charges.house_id, charges.period, charges.personal_account_id,
      charges.house_service_id, charges.line, charges.template, charges.consumption, charges.amount,
      app.copied_text(charges.own)) || E'\n',
    '' order by charges.personal_account_id, charges.house_service_id, charges.line)
    filter (where charges.template > 0), 'UTF8')) as charges_hash
from charges
group by charges.organization_id, charges.house_id, charges.period;

alter table calculation_jobs add constraint calculation_jobs_billing_cycle_fkey
  foreign key (organization_id, billing_cycle_id) references billing_cycles (organization_id, id);
alter table calculation_batches add constraint calculation_batches_calculation_job_fkey
  foreign key (organization_id, calculation_job_id) references calculation_jobs (organization_id, id);

select app.only_grows('corrections');

-- In an applied month only what a correction finds with current data may still change, and whether it is outdated.
create function app.keep_applied_month() returns trigger
language plpgsql as $$
begin
  new.idle_services := old.idle_services;
  new.is_outdated := old.is_outdated;
  new.corrected_version := old.corrected_version;
  if new is distinct from old then
    raise exception 'the month % of house % is applied', old.period, old.house_id
      using errcode = 'restrict_violation', constraint = 'house_months_applied_stays';
  end if;
  return null;
end $$;

create trigger house_months_applied_stays after update on house_months
  for each row when (old.applied_at is not null)
  execute function app.keep_applied_month();

-- `touched` is the statement's transition table: its rows are listed month by month, since the distributed engine cannot plan a
-- statement over it together with distributed tables. Locking the cycle for share makes apply wait for it, and it for apply.
create function app.refuse_charges_outside_draft() returns trigger
language plpgsql as $$
declare
  month record;
  cycle_status text;
begin
  for month in
    select of_statement.organization_id, of_statement.period, array_agg(of_statement.house_id) as house_ids
    from (select distinct touched.organization_id, touched.house_id, touched.period from touched) as of_statement
    group by of_statement.organization_id, of_statement.period
    order by of_statement.organization_id, of_statement.period
  loop
    select billing_cycles.status into cycle_status from billing_cycles
    where billing_cycles.organization_id = month.organization_id and billing_cycles.period = month.period
    for share;
    perform from house_months
    where house_months.organization_id = month.organization_id and house_months.house_id = any (month.house_ids)
      and house_months.period = month.period and house_months.applied_at is not null;
    if found or coalesce(cycle_status, 'CLOSED') = 'CLOSED' then
      raise exception 'charges change only in an open cycle of their organization and month, before their house is applied'
        using errcode = 'restrict_violation', constraint = 'charges_house_is_draft';
    end if;
  end loop;
  return null;
end $$;

-- A charge without its template could not be explained. One check per statement: a foreign key would be one per row.
create function app.refuse_charges_without_template() returns trigger
language plpgsql as $$
declare
  month record;
begin
  for month in
    select of_statement.organization_id, of_statement.period, array_agg(of_statement.house_id) as house_ids,
      array_agg(of_statement.template) as templates
    from (
      select distinct touched.organization_id, touched.house_id, touched.period, touched.template from touched
    ) as of_statement
    group by of_statement.organization_id, of_statement.period
  loop
    perform from unnest(month.house_ids, month.templates) as wanted (house_id, template)
    where not exists (
      select from charge_templates
      where charge_templates.organization_id = month.organization_id and charge_templates.house_id = wanted.house_id
        and charge_templates.period = month.period and charge_templates.number = wanted.template
    );
    if found then
      raise exception 'a charge has no template'
        using errcode = 'foreign_key_violation', constraint = 'charges_with_template';
    end if;
  end loop;
  return null;
end $$;

-- The statement triggers that keep charges and their templates inside drafts.
create function app.guard_draft(target regclass) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  execute format('create trigger charges_inserted_in_draft after insert on %s referencing new table as touched
    for each statement execute function app.refuse_charges_outside_draft()', target);
  execute format('create trigger charges_deleted_in_draft after delete on %s referencing old table as touched
    for each statement execute function app.refuse_charges_outside_draft()', target);
  execute format('create trigger charges_never_updated before update on %s
    for each statement execute function app.refuse_change()', target);
end $$;

-- For a table of charges: the triggers of its parent do not apply to a partition.
create function app.guard_charges(target regclass) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.guard_draft(target);
  execute format('create trigger charges_with_template after insert on %s referencing new table as touched
    for each statement execute function app.refuse_charges_without_template()', target);
end $$;

revoke execute on function app.guard_draft(regclass) from public;
revoke execute on function app.guard_charges(regclass) from public;

select app.guard_draft('charge_templates');
create trigger charge_templates_never_truncated before truncate on charge_templates
  for each statement execute function app.refuse_change();
select app.guard_charges('charges');
