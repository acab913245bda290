-- What each account owes now: the sum of its ledger entries, kept with them in one transaction.
create table account_balances (
  house_id bigint not null,
  personal_account_id bigint not null,
  organization_id bigint not null,
  principal_debt numeric(14, 2) not null default 0
    constraint account_balances_principal_range check (principal_debt between -999999999999.99 and 999999999999.99),
  penalty_debt numeric(14, 2) not null default 0
    constraint account_balances_penalty_range check (penalty_debt between -999999999999.99 and 999999999999.99),
  last_updated_at timestamptz not null,
  constraint account_balances_pkey primary key (house_id, personal_account_id)
) with (fillfactor = 80);

select app.distribute('account_balances', 'house_id');
