-- The application makes partitions of no month that lies absurdly far away: each is one more that every reader of the
-- shared tables looks at. Which months an organization has, the service decides; a year of difference between its clock
-- and this one is let pass.

-- For the owner, who puts back what was saved before there were bounds.
create function app.make_month(month date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  suffix text := to_char(month, 'YYYY_MM');
  parent text;
  part text;
begin
  if month <> date_trunc('month', month)::date then
    raise exception '% is not the first day of a month', month;
  end if;
  if to_regclass('ledger_entries_' || suffix) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('app.ensure_month'));
  -- Whoever held the lock before may have made this very month; a query sees it, the name cache not yet.
  if exists (select from pg_class where relname = 'ledger_entries_' || suffix and relnamespace = 'public'::regnamespace) then
    return;
  end if;
  foreach parent in array array['charges', 'ledger_entries'] loop
    part := parent || '_' || suffix;
    -- Made apart and then attached: attaching does not wait for the readers of the parent.
    execute format('create table %I (like %I including all)', part, parent);
    execute format(
      'alter table %I attach partition %I for values from (%L) to (%L)',
      parent, part, month, month + interval '1 month'
    );
    execute format(
      'create trigger %I before truncate on %I for each statement execute function app.refuse_change()',
      part || '_never_truncated', part
    );
  end loop;
  perform app.guard_charges(('charges_' || suffix)::regclass);
  perform app.guard_entries(('ledger_entries_' || suffix)::regclass);
end $$;

create or replace function app.ensure_month(month date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if to_regclass('ledger_entries_' || to_char(month, 'YYYY_MM')) is not null then
    return;
  end if;
  if month not between '2000-01-01' and now() + interval '1 year' then
    raise exception 'the month % is too far away to be kept', month
      using errcode = 'restrict_violation', constraint = 'months_within_reach';
  end if;
  perform app.make_month(month);
end $$;

revoke execute on function app.make_month(date) from public;
