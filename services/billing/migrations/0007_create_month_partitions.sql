-- Makes the partitions of a month when its first cycle is made. The application's role owns no table, so it asks
-- this function of the owner; the guards stand on every partition, since those of the parent do not reach it.
create function app.ensure_month(month date) returns void
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
end $$;

-- The statement triggers that keep charges inside draft cycles.
create function app.guard_charges(target regclass) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  execute format('create trigger charges_inserted_in_draft after insert on %s referencing new table as touched
    for each statement execute function app.refuse_charges_outside_draft()', target);
  execute format('create trigger charges_deleted_in_draft after delete on %s referencing old table as touched
    for each statement execute function app.refuse_charges_outside_draft()', target);
  execute format('create trigger charges_never_updated before update on %s
    for each statement execute function app.refuse_change()', target);
end $$;

select app.guard_charges('charges');

revoke execute on function app.ensure_month(date), app.guard_charges(regclass) from public;
