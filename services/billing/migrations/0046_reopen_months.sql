-- The last closed month may be opened again by an owner: why, when and by whom stays, and so does the seal that it had.
alter table month_seals
  drop constraint month_seals_pkey,
  add constraint month_seals_pkey primary key (billing_cycle_id, created_at);

-- `closed_at` is the closing that was taken back, and the time of its seal.
create table month_reopenings (
  billing_cycle_id bigint not null
    constraint month_reopenings_billing_cycle_fkey references billing_cycles (id),
  closed_at timestamptz not null,
  organization_id bigint not null,
  reason text not null constraint month_reopenings_reason_length check (char_length(reason) between 1 and 500),
  reopened_by bigint not null,
  created_at timestamptz not null default now(),
  constraint month_reopenings_pkey primary key (billing_cycle_id, closed_at)
);

create trigger month_reopenings_only_grow before update or delete on month_reopenings
  for each row execute function app.refuse_change();
create trigger month_reopenings_never_truncated before truncate on month_reopenings
  for each statement execute function app.refuse_change();

alter table month_reopenings enable row level security;
create policy seen on month_reopenings for select
  using ((select app.sees_all()) or organization_id = any ((select app.organizations_of('viewer'))::bigint[]));
create policy written on month_reopenings for insert
  with check ((select app.sees_all()) or organization_id = any ((select app.organizations_of('owner'))::bigint[]));

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert on month_reopenings to billing_app;
exception
  when undefined_object then null;
end $$;

-- A month goes forward, and back from its closing alone: with its reason, while no later month is in the ledger. Closing and
-- opening again wait for whoever books in the organization.
create or replace function app.keep_cycle_forward() returns trigger
language plpgsql as $$
declare
  today date := (now() at time zone 'Europe/Moscow')::date;
begin
  if (old.status, new.status) not in (('DRAFT', 'DRAFT'), ('DRAFT', 'APPLIED'), ('APPLIED', 'APPLIED'), ('APPLIED', 'CLOSED'), ('CLOSED', 'CLOSED'), ('CLOSED', 'APPLIED'))
    or (old.organization_id, old.year, old.month) <> (new.organization_id, new.year, new.month) then
    raise exception 'billing cycle % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  if old.status = 'DRAFT' and new.status = 'APPLIED' then
    new.applied_on := coalesce(new.applied_on, today);
  end if;
  if old.status = 'APPLIED' and new.status = 'CLOSED' then
    new.closed_on := coalesce(new.closed_on, today);
  end if;
  if old.status <> new.status and 'CLOSED' in (old.status, new.status) then
    perform pg_advisory_xact_lock(hashtextextended('months:' || new.organization_id, 0));
  end if;
  if old.status = 'CLOSED' and new.status = 'APPLIED' then
    if not exists (
      select from month_reopenings
      where month_reopenings.billing_cycle_id = old.id and month_reopenings.closed_at = old.closed_at
    ) then
      raise exception 'billing cycle % is opened again without a reason', old.id
        using errcode = 'restrict_violation', constraint = 'billing_cycles_reopened_for_a_reason';
    end if;
    if exists (
      select from billing_cycles as later
      where later.organization_id = old.organization_id and later.status <> 'DRAFT'
        and (later.year, later.month) > (old.year, old.month)
    ) then
      raise exception 'a month after billing cycle % is in the ledger', old.id
        using errcode = 'restrict_violation', constraint = 'billing_cycles_last_is_reopened';
    end if;
  end if;
  -- The clocks of two machines may be a little apart.
  if (old.applied_on, old.closed_on) is distinct from (new.applied_on, new.closed_on)
    and greatest(new.applied_on, new.closed_on) > today + 1 then
    raise exception 'the day % has not come yet', greatest(new.applied_on, new.closed_on)
      using errcode = 'restrict_violation', constraint = 'billing_cycles_day_has_come';
  end if;
  return new;
end $$;
