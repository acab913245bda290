-- Money that came in and of which nobody knows whose it is: rows of registries that wait for a person, and what became
-- of them.
create table unidentified_payments (
  id bigint generated always as identity constraint unidentified_payments_pkey primary key,
  organization_id bigint not null,
  import_id bigint not null,
  line integer not null,
  status text not null default 'WAITING' constraint unidentified_payments_status_known
    check (status in ('WAITING', 'RESOLVED', 'RETURNED', 'CLOSED', 'WITHDRAWN')),
  house_id bigint,
  personal_account_id bigint,
  payment_id bigint,
  settled_by bigint,
  settled_at timestamptz,
  note text constraint unidentified_payments_note_length check (char_length(note) between 1 and 500),
  created_at timestamptz not null default now(),
  constraint unidentified_payments_row_unique unique (import_id, line),
  constraint unidentified_payments_row_fkey foreign key (import_id, line)
    references payment_import_rows (import_id, line),
  constraint unidentified_payments_resolved_is_booked check (
    (payment_id is null) = (house_id is null) and (payment_id is null) = (personal_account_id is null)
    and (payment_id is not null or status <> 'RESOLVED') and (payment_id is null or status in ('RESOLVED', 'WITHDRAWN'))
  ),
  constraint unidentified_payments_settled_whole check (
    (status = 'WAITING') = (settled_at is null) and (settled_at is null) = (settled_by is null)
  )
);

create index unidentified_payments_waiting on unidentified_payments (organization_id, status, id);

alter table unidentified_payments enable row level security;
create policy seen on unidentified_payments for select
  using ((select app.sees_all()) or organization_id = any ((select app.organizations_of('viewer'))::bigint[]));
create policy written on unidentified_payments for insert
  with check ((select app.sees_all()) or organization_id = any ((select app.organizations_of('accountant'))::bigint[]));
create policy changed on unidentified_payments for update
  using ((select app.sees_all()) or organization_id = any ((select app.organizations_of('accountant'))::bigint[]));

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert, update on unidentified_payments to billing_app;
exception
  when undefined_object then null;
end $$;
