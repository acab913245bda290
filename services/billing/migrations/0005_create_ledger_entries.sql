-- The ledger: a debit raises a debt, a credit lowers it, and nothing is ever changed.
create table ledger_entries (
  house_id bigint not null,
  personal_account_id bigint not null,
  id bigint not null,
  period date not null,
  organization_id bigint not null,
  transaction_type text not null
    constraint ledger_entries_transaction_type_known
      check (transaction_type in ('CHARGE', 'PAYMENT', 'PENALTY', 'STORNO')),
  debt_kind text not null
    constraint ledger_entries_debt_kind_known check (debt_kind in ('principal', 'penalty')),
  debit numeric(14, 2) not null constraint ledger_entries_debit_range check (debit between 0 and 999999999999.99),
  credit numeric(14, 2) not null constraint ledger_entries_credit_range check (credit between 0 and 999999999999.99),
  -- The charge, payment or accrual behind the entry; of a storno the entry that it mirrors.
  document_id bigint not null,
  effective_on date not null,
  created_at timestamptz not null default now(),
  constraint ledger_entries_pkey primary key (house_id, personal_account_id, id, period),
  constraint ledger_entries_one_side check ((debit = 0) <> (credit = 0)),
  constraint ledger_entries_charge_is_principal check (transaction_type <> 'CHARGE' or debt_kind = 'principal'),
  constraint ledger_entries_penalty_is_penalty check (transaction_type <> 'PENALTY' or debt_kind = 'penalty')
) partition by range (period);

select app.distribute('ledger_entries', 'house_id');

create trigger ledger_entries_only_grow before update or delete on ledger_entries
  for each row execute function app.refuse_change();
create trigger ledger_entries_never_truncated before truncate on ledger_entries
  for each statement execute function app.refuse_change();
