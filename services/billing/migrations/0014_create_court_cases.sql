-- Debts taken to court: a debtor's case with its frozen claim, and the steps taken.
create sequence court_case_ids as bigint;

create table court_cases (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('court_case_ids'),
  personal_account_id bigint not null,
  account_number text not null
    constraint court_cases_account_number_length check (char_length(account_number) between 1 and 100),
  payer text not null constraint court_cases_payer_length check (char_length(payer) between 1 and 500),
  address text not null constraint court_cases_address_length check (char_length(address) between 1 and 1000),
  proceeding text not null constraint court_cases_proceeding_known check (proceeding in ('order', 'claim')),
  court text constraint court_cases_court_length check (char_length(court) between 1 and 300),
  -- The last step, and its day.
  state text not null default 'opened' constraint court_cases_state_known
    check (state in ('opened', 'claimed', 'filed', 'ordered', 'cancelled', 'bailiff', 'ended')),
  state_since date not null constraint court_cases_state_since_range check (state_since between '2000-01-01' and '2999-12-31'),
  -- [{"step", "on", "reference", "courtFeeAdjustmentId", "createdBy", "createdAt"}], in order.
  steps jsonb not null default '[]' constraint court_cases_steps_is_list check (jsonb_typeof(steps) = 'array')
    constraint court_cases_steps_size check (octet_length(steps::text) <= 20000),
  -- The claim and its components, by the books of the day.
  as_of date not null constraint court_cases_as_of_range check (as_of between '2000-01-01' and '2999-12-31'),
  principal numeric(14, 2) not null constraint court_cases_principal_range check (principal between 0 and 999999999999.99),
  penalty numeric(14, 2) not null constraint court_cases_penalty_range check (penalty between 0 and 999999999999.99),
  state_duty numeric(14, 2) not null constraint court_cases_state_duty_range check (state_duty between 0 and 900000),
  -- The account's whole balance, including what is not due yet.
  balance numeric(14, 2) not null
    constraint court_cases_balance_range check (balance between -999999999999.99 and 999999999999.99),
  claim jsonb not null constraint court_cases_claim_is_object check (jsonb_typeof(claim) = 'object')
    constraint court_cases_claim_size check (pg_column_size(claim) <= 20000000),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  constraint court_cases_pkey primary key (organization_id, house_id, id)
);
create unique index court_cases_open on court_cases (organization_id, house_id, personal_account_id) where state <> 'ended';
create index court_cases_of_organization on court_cases (organization_id, id);

select app.distribute('court_cases');

select app.secure('court_cases', 'app.may_write');

select app.grant_to_application('usage', 'sequence court_case_ids');
select app.grant_to_application('select, insert', 'court_cases');
select app.grant_to_application('update (state, state_since, steps)', 'court_cases');
