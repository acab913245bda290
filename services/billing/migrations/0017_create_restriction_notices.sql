-- Warnings to debtors that a service will be restricted: for which debt, with which terms, and the steps taken.
create sequence restriction_notice_ids as bigint;

create table restriction_notices (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('restriction_notice_ids'),
  personal_account_id bigint not null,
  account_number text not null
    constraint restriction_notices_account_number_length check (char_length(account_number) between 1 and 100),
  payer text not null constraint restriction_notices_payer_length check (char_length(payer) between 1 and 500),
  address text not null constraint restriction_notices_address_length check (char_length(address) between 1 and 1000),
  -- Where the payer lived, if not in the room: the letter is addressed to it.
  payer_address text
    constraint restriction_notices_payer_address_length check (char_length(payer_address) between 1 and 300),
  house_service_id bigint not null,
  service_name text not null
    constraint restriction_notices_service_name_length check (char_length(service_name) between 1 and 500),
  debt numeric(14, 2) not null constraint restriction_notices_debt_range check (debt between 0.01 and 999999999999.99),
  -- A month's charge by the norm; the debt has to be more than twice as much.
  norm_charge numeric(14, 2) not null
    constraint restriction_notices_norm_charge_range check (norm_charge between 0.01 and 999999999999.99),
  made_on date not null constraint restriction_notices_made_on_range check (made_on between '2000-01-01' and '2999-12-31'),
  state text not null default 'made' constraint restriction_notices_state_known
    check (state in ('made', 'delivered', 'restricted', 'suspended', 'ended')),
  -- The last day of the current term: to pay, or of the restriction.
  term_ends_on date constraint restriction_notices_term_range check (term_ends_on between '2000-01-01' and '2999-12-31'),
  -- [{"step", "on", "reference", "createdBy", "createdAt"}], in order.
  steps jsonb not null default '[]' constraint restriction_notices_steps_is_list check (jsonb_typeof(steps) = 'array')
    constraint restriction_notices_steps_size check (octet_length(steps::text) <= 20000),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  constraint restriction_notices_pkey primary key (organization_id, house_id, id),
  constraint restriction_notices_term_runs check ((state in ('delivered', 'restricted')) = (term_ends_on is not null))
);
create unique index restriction_notices_open
  on restriction_notices (organization_id, house_id, personal_account_id, house_service_id) where state <> 'ended';
create index restriction_notices_of_organization on restriction_notices (organization_id, id);

select app.distribute('restriction_notices');

select app.secure('restriction_notices', 'app.may_write');

select app.grant_to_application('usage', 'sequence restriction_notice_ids');
select app.grant_to_application('select, insert', 'restriction_notices');
select app.grant_to_application('update (state, term_ends_on, steps)', 'restriction_notices');
