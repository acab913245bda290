-- What residents object to on their receipts, and what an accountant has answered. What was disputed stays as it was then.
create table disputes (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('document_ids'),
  personal_account_id bigint not null,
  account_number text not null constraint disputes_account_number_length check (char_length(account_number) between 1 and 100),
  period date not null constraint disputes_period_first_day check (extract(day from period) = 1)
    constraint disputes_period_range check (period between '2000-01-01' and '2999-12-31'),
  line_code text not null constraint disputes_line_code_form check (line_code ~ '^[0-9A-Z]{2,13}(-2)?$'),
  service_name text not null constraint disputes_service_name_length check (char_length(service_name) between 1 and 500),
  amount numeric(14, 2) not null
    constraint disputes_amount_range check (amount between -999999999999.99 and 999999999999.99),
  reason text not null constraint disputes_reason_length check (char_length(reason) between 1 and 1000),
  answer text constraint disputes_answer_length check (char_length(answer) between 1 and 1000),
  settled_by bigint,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint disputes_pkey primary key (organization_id, house_id, id),
  constraint disputes_settled_whole check (num_nulls(answer, settled_by, settled_at) in (0, 3))
);
create unique index disputes_line_waits_once
  on disputes (organization_id, house_id, personal_account_id, period, line_code)
  where settled_at is null;
create index disputes_of_receipt on disputes (organization_id, house_id, personal_account_id, period);
create index disputes_of_organization on disputes (organization_id, id);

select app.distribute('disputes');
