-- Each time the bank was asked for its key rate, with what came of it: replicas see each other's runs, and so do people.
create table key_rate_imports (
  id bigint generated always as identity constraint key_rate_imports_pkey primary key,
  finished_at timestamptz not null default now(),
  outcome text not null constraint key_rate_imports_outcome_known check (
    outcome in ('added', 'unchanged', 'manual', 'covered', 'outdated', 'contradicted', 'quarantined', 'failed')
  ),
  bank_rate numeric(8, 4) constraint key_rate_imports_bank_rate_range check (bank_rate between 0 and 100),
  bank_rate_on date
    constraint key_rate_imports_bank_rate_on_range check (bank_rate_on between '1992-01-01' and '2999-12-31'),
  detail text constraint key_rate_imports_detail_length check (char_length(detail) <= 1000),
  requested_by bigint
);

create index key_rate_imports_finished_at_idx on key_rate_imports (finished_at);

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert on key_rate_imports to billing_app;
exception
  when undefined_object then null;
end $$;
