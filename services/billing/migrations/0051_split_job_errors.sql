-- Why a job failed is a code and what it is about, each in its column; words are made of them where people read.
alter table calculation_jobs drop constraint calculation_jobs_error_length;
alter table calculation_jobs add column error_facts jsonb;
update calculation_jobs set error = 'internal', error_facts = '{}' where error is not null;
alter table calculation_jobs
  add constraint calculation_jobs_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  add constraint calculation_jobs_error_has_facts check ((error is null) = (error_facts is null)),
  add constraint calculation_jobs_error_facts_is_object check (jsonb_typeof(error_facts) = 'object'),
  add constraint calculation_jobs_error_facts_size check (pg_column_size(error_facts) <= 8000);

alter table penalty_accrual_jobs drop constraint penalty_accrual_jobs_error_length;
alter table penalty_accrual_jobs add column error_facts jsonb;
update penalty_accrual_jobs set error = 'internal', error_facts = '{}' where error is not null;
alter table penalty_accrual_jobs
  add constraint penalty_accrual_jobs_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  add constraint penalty_accrual_jobs_error_has_facts check ((error is null) = (error_facts is null)),
  add constraint penalty_accrual_jobs_error_facts_is_object check (jsonb_typeof(error_facts) = 'object'),
  add constraint penalty_accrual_jobs_error_facts_size check (pg_column_size(error_facts) <= 8000);

alter table payment_imports drop constraint payment_imports_error_length;
alter table payment_imports add column error_facts jsonb;
update payment_imports set error = 'internal', error_facts = '{}' where error is not null;
alter table payment_imports
  add constraint payment_imports_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  add constraint payment_imports_error_has_facts check ((error is null) = (error_facts is null)),
  add constraint payment_imports_error_facts_is_object check (jsonb_typeof(error_facts) = 'object'),
  add constraint payment_imports_error_facts_size check (pg_column_size(error_facts) <= 8000);

-- The houses that a batch could not compute: `[{ "houseId", "reason" }]`.
alter table calculation_batches drop column faults;
alter table calculation_batches
  add column faults jsonb not null default '[]'
    constraint calculation_batches_faults_bound check (jsonb_array_length(faults) <= 1000);
