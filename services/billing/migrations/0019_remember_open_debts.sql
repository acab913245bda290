-- What a payment needs to know of its account without reading all of its ledger. It follows from the ledger and the
-- payments, and who finds that it does not add up to the balance reads them anew.
alter table account_balances
  -- What is owed of the principal by month: {"2026-01": "356.63"}.
  add column open_debts jsonb not null default '{}'
    constraint account_balances_open_debts_is_object check (jsonb_typeof(open_debts) = 'object'),
  -- What of the payments' principal lies on no debt yet.
  add column advance numeric(14, 2) not null default 0
    constraint account_balances_advance_range check (advance between 0 and 999999999999.99),
  -- The last day on which money came in, by a payment or by a month below zero.
  add column money_until date;
