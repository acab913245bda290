-- Charges, a partition a month. They may change only while their cycle is a draft, and the database sees to it.
create sequence document_ids as bigint;

-- What a charge's service was called when its house was last computed.
create table charged_services (
  house_id bigint not null,
  house_service_id bigint not null,
  code text not null constraint charged_services_code_length check (char_length(code) between 1 and 50),
  name text not null constraint charged_services_name_length check (char_length(name) between 1 and 200),
  unit text not null constraint charged_services_unit_length check (char_length(unit) between 1 and 20),
  constraint charged_services_pkey primary key (house_id, house_service_id)
);

-- One row a house and month: who computes it locks it, and its sums make the cycle's.
create table house_months (
  house_id bigint not null,
  period date not null,
  organization_id bigint not null,
  billing_cycle_id bigint not null,
  calculation_job_id bigint not null,
  accounts integer not null default 0,
  charges integer not null default 0,
  amount numeric(14, 2) not null default 0
    constraint house_months_amount_range check (amount between -999999999999.99 and 999999999999.99),
  computed_at timestamptz,
  constraint house_months_pkey primary key (house_id, period)
);
create index house_months_billing_cycle on house_months (billing_cycle_id);

create table charges (
  house_id bigint not null,
  period date not null,
  personal_account_id bigint not null,
  house_service_id bigint not null,
  line smallint not null,
  id bigint not null,
  organization_id bigint not null,
  billing_cycle_id bigint not null,
  calculation_job_id bigint not null,
  account_number text not null
    constraint charges_account_number_length check (char_length(account_number) between 1 and 50),
  rate_type text not null constraint charges_rate_type_length check (char_length(rate_type) between 1 and 20),
  consumption numeric(16, 6) not null
    constraint charges_consumption_range check (consumption between -9999999999.999999 and 9999999999.999999),
  tariff numeric(12, 4) not null
    constraint charges_tariff_range check (tariff between 0 and 99999999.9999),
  amount numeric(14, 2) not null
    constraint charges_amount_range check (amount between -999999999999.99 and 999999999999.99),
  basis jsonb not null,
  constraint charges_pkey primary key (house_id, period, personal_account_id, house_service_id, line)
) partition by range (period);

-- Ids grow with the rows, so a few pages of a block-range index find one of them.
create index charges_id on charges using brin (id) with (pages_per_range = 16);

select app.distribute('charged_services', 'house_id');
select app.distribute('house_months', 'house_id');
select app.distribute('charges', 'house_id');

-- `touched` is the statement's transition table. Taking the cycle for share makes apply wait for it, and it for apply.
create function app.refuse_charges_outside_draft() returns trigger
language plpgsql as $$
begin
  perform 1 from billing_cycles
  where billing_cycles.id in (select distinct touched.billing_cycle_id from touched)
  order by billing_cycles.id
  for share;

  if exists (
    select from (select distinct touched.billing_cycle_id, touched.period, touched.organization_id from touched) of_statement
    left join billing_cycles on billing_cycles.id = of_statement.billing_cycle_id
      and billing_cycles.period = of_statement.period
      and billing_cycles.organization_id = of_statement.organization_id
    where billing_cycles.status is distinct from 'DRAFT'
  ) then
    raise exception 'charges change only in the DRAFT cycle of their organization and month'
      using errcode = 'restrict_violation', constraint = 'charges_cycle_is_draft';
  end if;
  return null;
end $$;
