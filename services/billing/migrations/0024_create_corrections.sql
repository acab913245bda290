-- A correction charges the difference of earlier months in the next one: lines that no calculation of that month replaces.
create table corrections (
  house_id bigint not null,
  id bigint not null default nextval('document_ids'),
  organization_id bigint not null,
  period_from date not null,
  period_to date not null,
  -- Where the differences are charged.
  period date not null,
  billing_cycle_id bigint not null,
  reason text not null constraint corrections_reason_length check (char_length(reason) between 1 and 500),
  line_count integer not null constraint corrections_line_count_range check (line_count between 1 and 2147483647),
  amount numeric(14, 2) not null
    constraint corrections_amount_range check (amount between -999999999999.99 and 999999999999.99),
  requested_by bigint not null,
  created_at timestamptz not null default now(),
  constraint corrections_pkey primary key (house_id, id),
  constraint corrections_months_in_order check (period_from <= period_to)
);

select app.distribute('corrections', 'house_id');

create trigger corrections_only_grow before update or delete on corrections
  for each row execute function app.refuse_change();
create trigger corrections_never_truncated before truncate on corrections
  for each statement execute function app.refuse_change();

alter table corrections enable row level security;
create policy seen on corrections for select
  using ((select app.sees_all()) or organization_id = any ((select app.organizations_of('viewer'))::bigint[]));
create policy written on corrections for insert
  with check ((select app.sees_all()) or organization_id = any ((select app.organizations_of('accountant'))::bigint[]));

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert on corrections to billing_app;
exception
  when undefined_object then null;
end $$;

-- Of a correction's charge: which line of which month it corrects. Its own line is a place of its own.
alter table charges
  add column correction_id bigint,
  add column corrected_period date,
  add column corrected_line smallint,
  add constraint charges_correction_of_earlier_line check (
    num_nulls(correction_id, corrected_period, corrected_line) = 3
    or num_nulls(correction_id, corrected_period, corrected_line) = 0 and corrected_period < period and line >= 100
  );

create index charges_corrected on charges (house_id, corrected_period) where corrected_period is not null;

-- A month may hold corrections before any job has computed it.
alter table house_months alter column calculation_job_id drop not null;
