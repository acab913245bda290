-- Remarks about a month that an accountant takes as they are before it is closed; the audit log keeps the earlier ones.
create table check_acceptances (
  billing_cycle_id bigint not null
    constraint check_acceptances_billing_cycle_fkey references billing_cycles (id),
  check_code text not null
    constraint check_acceptances_check_code_length check (char_length(check_code) between 1 and 50),
  organization_id bigint not null,
  -- Of the rows that were accepted: of another number they are not.
  row_count integer not null
    constraint check_acceptances_row_count_range check (row_count between 1 and 2147483647),
  note text not null constraint check_acceptances_note_length check (char_length(note) between 1 and 1000),
  accepted_by bigint not null,
  accepted_at timestamptz not null default now(),
  constraint check_acceptances_pkey primary key (billing_cycle_id, check_code)
);

alter table check_acceptances enable row level security;
create policy seen on check_acceptances for select
  using ((select app.sees_all()) or organization_id = any ((select app.organizations_of('viewer'))::bigint[]));
create policy written on check_acceptances for insert
  with check ((select app.sees_all()) or organization_id = any ((select app.organizations_of('accountant'))::bigint[]));
create policy changed on check_acceptances for update
  using ((select app.sees_all()) or organization_id = any ((select app.organizations_of('accountant'))::bigint[]));

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert, update on check_acceptances to billing_app;
exception
  when undefined_object then null;
end $$;
