-- What is applied is a house's month: one that comes after the cycle was applied is computed and applied by itself.
alter table house_months add column applied_at timestamptz;

update house_months set applied_at = coalesce(billing_cycles.applied_at, now())
from billing_cycles
where billing_cycles.id = house_months.billing_cycle_id and billing_cycles.status <> 'DRAFT'
  and house_months.charges > 0;

-- Of an applied month only what is idle by the figures of now may still change.
create function app.keep_applied_month() returns trigger
language plpgsql as $$
begin
  new.idle_services := old.idle_services;
  if new is distinct from old then
    raise exception 'the month % of house % is applied', old.period, old.house_id
      using errcode = 'restrict_violation', constraint = 'house_months_applied_stays';
  end if;
  return null;
end $$;

create trigger house_months_applied_stays after update on house_months
  for each row when (old.applied_at is not null)
  execute function app.keep_applied_month();

-- `touched` is the statement's transition table. Taking the cycle for share makes apply wait for it, and it for apply.
create or replace function app.refuse_charges_outside_draft() returns trigger
language plpgsql as $$
begin
  perform 1 from billing_cycles
  where billing_cycles.id in (select distinct touched.billing_cycle_id from touched)
  order by billing_cycles.id
  for share;

  if exists (
    select from (
      select distinct touched.billing_cycle_id, touched.house_id, touched.period, touched.organization_id from touched
    ) as of_statement
    left join billing_cycles on billing_cycles.id = of_statement.billing_cycle_id
      and billing_cycles.period = of_statement.period
      and billing_cycles.organization_id = of_statement.organization_id
    left join house_months on house_months.house_id = of_statement.house_id
      and house_months.period = of_statement.period
    where coalesce(billing_cycles.status, 'CLOSED') = 'CLOSED' or house_months.applied_at is not null
  ) then
    raise exception 'charges change only in an open cycle of their organization and month, before their house is applied'
      using errcode = 'restrict_violation', constraint = 'charges_house_is_draft';
  end if;
  return null;
end $$;
