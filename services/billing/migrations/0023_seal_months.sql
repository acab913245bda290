-- What a closed month's books were at its closing, as hashes that anyone can compute again.
create table month_seals (
  billing_cycle_id bigint not null constraint month_seals_pkey primary key
    constraint month_seals_billing_cycle_fkey references billing_cycles (id),
  organization_id bigint not null,
  turnover_hash bytea not null constraint month_seals_turnover_hash_length check (length(turnover_hash) = 32),
  chain_hash bytea not null constraint month_seals_chain_hash_length check (length(chain_hash) = 32),
  created_at timestamptz not null default now()
);

create trigger month_seals_only_grow before update or delete on month_seals
  for each row execute function app.refuse_change();
create trigger month_seals_never_truncated before truncate on month_seals
  for each statement execute function app.refuse_change();

alter table month_seals enable row level security;
create policy seen on month_seals for select
  using ((select app.sees_all()) or organization_id = any ((select app.organizations_of('viewer'))::bigint[]));
create policy written on month_seals for insert
  with check ((select app.sees_all()) or organization_id = any ((select app.organizations_of('accountant'))::bigint[]));

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert on month_seals to billing_app;
exception
  when undefined_object then null;
end $$;
