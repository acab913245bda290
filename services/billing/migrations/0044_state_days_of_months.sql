-- A month that has not begun is not applied, and one that is not over is not closed. Whoever applies or closes states which
-- day it is; a day that has not come yet by this clock is not believed.
alter table billing_cycles
  add column applied_on date,
  add column closed_on date,
  add constraint billing_cycles_applied_on_range check (applied_on between '2000-01-01' and '2999-12-31'),
  add constraint billing_cycles_closed_on_range check (closed_on between '2000-01-01' and '2999-12-31'),
  add constraint billing_cycles_applied_when_begun check (applied_on >= period),
  add constraint billing_cycles_closed_when_over check (closed_on >= period + interval '1 month');

-- A month goes forward only: what is applied stays applied. Closing waits for whoever books in the organization.
create or replace function app.keep_cycle_forward() returns trigger
language plpgsql as $$
declare
  today date := (now() at time zone 'Europe/Moscow')::date;
begin
  if (old.status, new.status) not in (('DRAFT', 'DRAFT'), ('DRAFT', 'APPLIED'), ('APPLIED', 'APPLIED'), ('APPLIED', 'CLOSED'), ('CLOSED', 'CLOSED'))
    or (old.organization_id, old.year, old.month) <> (new.organization_id, new.year, new.month) then
    raise exception 'billing cycle % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  if old.status = 'DRAFT' and new.status = 'APPLIED' then
    new.applied_on := coalesce(new.applied_on, today);
  end if;
  if old.status = 'APPLIED' and new.status = 'CLOSED' then
    new.closed_on := coalesce(new.closed_on, today);
    perform pg_advisory_xact_lock(hashtextextended('months:' || new.organization_id, 0));
  end if;
  -- The clocks of two machines may be a little apart.
  if greatest(new.applied_on, new.closed_on) > today + 1 then
    raise exception 'the day % has not come yet', greatest(new.applied_on, new.closed_on)
      using errcode = 'restrict_violation', constraint = 'billing_cycles_day_has_come';
  end if;
  return new;
end $$;
