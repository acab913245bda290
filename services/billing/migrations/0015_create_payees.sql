-- Who gets what is paid for a service besides the organization: the payees, and for which months charges name them.
-- compatible from 0014: two tables more; nobody names a payee before every replica knows of them
create sequence payee_ids as bigint;

create table payees (
  organization_id bigint not null,
  id bigint not null default nextval('payee_ids'),
  name text not null constraint payees_name_length check (char_length(name) between 1 and 300),
  inn text not null constraint payees_inn_form check (inn ~ '^([0-9]{10}|[0-9]{12})$'),
  kpp text constraint payees_kpp_form check (kpp ~ '^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$'),
  bank_name text constraint payees_bank_name_length check (char_length(bank_name) between 1 and 200),
  bic text constraint payees_bic_form check (bic ~ '^[0-9]{9}$'),
  settlement_account text constraint payees_settlement_account_form check (settlement_account ~ '^[0-9]{20}$'),
  correspondent_account text
    constraint payees_correspondent_account_form check (correspondent_account ~ '^[0-9]{20}$'),
  -- The part of the payments that the organization keeps, in per cent; null for none.
  agency_reward numeric(5, 2) constraint payees_agency_reward_range check (agency_reward between 0 and 100),
  version integer not null default 1 constraint payees_version_range check (version between 1 and 2147483647),
  created_at timestamptz not null default now(),
  constraint payees_pkey primary key (organization_id, id)
);

-- The payee of a service's charges, from a month on: a row is written where it differs from the month before. Null, like no row,
-- means the organization.
create table charged_payees (
  organization_id bigint not null,
  house_id bigint not null,
  house_service_id bigint not null,
  since date not null constraint charged_payees_since_is_month check (extract(day from since) = 1)
    constraint charged_payees_since_range check (since between '2000-01-01' and '2999-12-31'),
  payee_id bigint,
  constraint charged_payees_pkey primary key (organization_id, house_id, house_service_id, since)
);

select app.distribute('payees');
select app.distribute('charged_payees');

alter table charged_payees add constraint charged_payees_payee_fkey
  foreign key (organization_id, payee_id) references payees (organization_id, id);
create index charged_payees_payee on charged_payees (organization_id, payee_id) where payee_id is not null;

select app.secure('payees', 'app.may_own');
select app.secure('charged_payees', 'app.may_write');

select app.grant_to_application('usage', 'sequence payee_ids');
select app.grant_to_application('select, insert, update, delete', 'payees');
select app.grant_to_application('select, insert, update', 'charged_payees');
