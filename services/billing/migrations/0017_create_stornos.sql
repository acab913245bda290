-- A storno mirrors one entry once: same account, same kind of debt, sides swapped. Payments are booked once a kind.
create table stornos (
  house_id bigint not null,
  -- The entry that is taken back.
  entry_id bigint not null,
  entry_period date not null,
  personal_account_id bigint not null,
  organization_id bigint not null,
  -- The entry of type STORNO, and the month that it is booked in.
  storno_id bigint not null,
  period date not null,
  transaction_type text not null constraint stornos_transaction_type_known
    check (transaction_type in ('CHARGE', 'PAYMENT', 'PENALTY')),
  -- The charge, payment or accrual behind the entry that is taken back.
  document_id bigint not null,
  reason text not null constraint stornos_reason_length check (char_length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  constraint stornos_pkey primary key (house_id, entry_id)
);

create index stornos_account on stornos (house_id, personal_account_id);

select app.distribute('stornos', 'house_id');

create trigger stornos_only_grow before update or delete on stornos
  for each row execute function app.refuse_change();
create trigger stornos_never_truncated before truncate on stornos
  for each statement execute function app.refuse_change();

alter table stornos enable row level security;
create policy seen on stornos for select
  using ((select app.sees_all()) or organization_id = any ((select app.organizations_of('viewer'))::bigint[]));
create policy written on stornos for insert
  with check ((select app.sees_all()) or organization_id = any ((select app.organizations_of('accountant'))::bigint[]));

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert on stornos to billing_app;
exception
  when undefined_object then null;
end $$;

-- What is no charge is booked in one month, which its document names; so once in its month is once.
create unique index ledger_entries_document_once
  on ledger_entries (house_id, personal_account_id, transaction_type, document_id, debt_kind, period)
  where transaction_type <> 'CHARGE';
