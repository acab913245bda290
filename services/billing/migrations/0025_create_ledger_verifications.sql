-- Each time the whole ledger was looked through, with what was found: replicas see each other's, and so do people.
create table ledger_verifications (
  id bigint generated always as identity constraint ledger_verifications_pkey primary key,
  finished_at timestamptz not null default now(),
  -- Accounts whose balance is not the sum of their entries.
  drifting_accounts bigint not null
    constraint ledger_verifications_drifting_accounts_range check (drifting_accounts between 0 and 1000000000000),
  -- Payments that do not lie where they should: their parts are more or less than them.
  stray_payments bigint not null
    constraint ledger_verifications_stray_payments_range check (stray_payments between 0 and 1000000000000),
  -- Links and entries that do not belong together as they were booked.
  chain_faults bigint not null
    constraint ledger_verifications_chain_faults_range check (chain_faults between 0 and 1000000000000)
);

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert on ledger_verifications to billing_app;
exception
  when undefined_object then null;
end $$;
