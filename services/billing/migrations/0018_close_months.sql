-- A closed month takes no entry, nor does any month before it; entries are of the documents that they name.

-- Everyone who books holds the organization's months open until the transaction ends; who closes one waits for them.
create function app.hold_months_open(organization bigint) returns void
language sql volatile
return pg_advisory_xact_lock_shared(hashtextextended('months:' || organization, 0));

-- The last closed month from the given one on, once nobody can close another; null when all of them are open.
create function app.closed_month_from(organization bigint, since date) returns date
language plpgsql volatile as $$
begin
  perform app.hold_months_open(organization);
  return (
    select max(billing_cycles.period) from billing_cycles
    where billing_cycles.organization_id = organization and billing_cycles.status = 'CLOSED'
      and billing_cycles.period >= since
  );
end $$;

-- The month that is booked in now: the calendar's, or the one after the last closed month when that is later.
create function app.open_month(organization bigint, today date) returns date
language plpgsql volatile as $$
declare
  month date := date_trunc('month', today);
begin
  month := coalesce((app.closed_month_from(organization, month) + interval '1 month')::date, month);
  perform app.ensure_month(month);
  return month;
end $$;

-- `touched` is the statement's transition table. What most entries need is asked in one query. Counting keeps the
-- planner, which takes `touched` for a large table, from reading the whole of the other one.
create function app.check_entries() returns trigger
language plpgsql as $$
declare
  closed_since date;
  has_payments boolean;
  has_stornos boolean;
begin
  select min(of_organization.closed_since), bool_or(of_organization.has_payments), bool_or(of_organization.has_stornos)
  into closed_since, has_payments, has_stornos
  from (
    select app.closed_month_from(touched.organization_id, min(touched.period)) as closed_since,
      bool_or(touched.transaction_type = 'PAYMENT') as has_payments,
      bool_or(touched.transaction_type = 'STORNO') as has_stornos
    from touched
    group by touched.organization_id
  ) as of_organization;

  if closed_since is not null then
    raise exception 'the month % is closed', closed_since
      using errcode = 'restrict_violation', constraint = 'ledger_entries_month_is_open';
  end if;

  if has_payments and exists (
    select from touched
    where touched.transaction_type = 'PAYMENT' and 0 = (
      select count(*) from payments
      where payments.house_id = touched.house_id and payments.personal_account_id = touched.personal_account_id
        and payments.id = touched.document_id and payments.booked_in = touched.period
        and touched.credit = case touched.debt_kind when 'principal' then payments.principal_amount
          else payments.penalty_amount end
    )
  ) then
    raise exception 'an entry of a payment has its account, its month and its amount'
      using errcode = 'restrict_violation', constraint = 'ledger_entries_payment_agrees';
  end if;

  if has_stornos and exists (
    select from touched
    where touched.transaction_type = 'STORNO' and 0 = (
      select count(*) from stornos
      join ledger_entries on ledger_entries.house_id = stornos.house_id
        and ledger_entries.personal_account_id = stornos.personal_account_id
        and ledger_entries.id = stornos.entry_id and ledger_entries.period = stornos.entry_period
      where stornos.house_id = touched.house_id and stornos.entry_id = touched.document_id
        and stornos.personal_account_id = touched.personal_account_id
        and stornos.storno_id = touched.id and stornos.period = touched.period
        and ledger_entries.transaction_type = stornos.transaction_type
        and ledger_entries.document_id = stornos.document_id
        and ledger_entries.debt_kind = touched.debt_kind
        and ledger_entries.debit = touched.credit and ledger_entries.credit = touched.debit
    )
  ) then
    raise exception 'a storno mirrors the entry that it names'
      using errcode = 'restrict_violation', constraint = 'ledger_entries_storno_mirrors';
  end if;
  return null;
end $$;

-- The statement trigger that keeps entries out of closed months.
create function app.guard_entries(target regclass) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  execute format('create trigger ledger_entries_checked after insert on %s referencing new table as touched
    for each statement execute function app.check_entries()', target);
end $$;

select app.guard_entries('ledger_entries');
select app.guard_entries(inhrelid::regclass) from pg_inherits where inhparent = 'ledger_entries'::regclass;

revoke execute on function app.guard_entries(regclass) from public;

create or replace function app.ensure_month(month date) returns void
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

-- A month goes forward only: what is applied stays applied. Closing waits for whoever books in the organization.
create or replace function app.keep_cycle_forward() returns trigger
language plpgsql as $$
begin
  if (old.status, new.status) not in (('DRAFT', 'DRAFT'), ('DRAFT', 'APPLIED'), ('APPLIED', 'APPLIED'), ('APPLIED', 'CLOSED'), ('CLOSED', 'CLOSED'))
    or (old.organization_id, old.year, old.month) <> (new.organization_id, new.year, new.month) then
    raise exception 'billing cycle % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  if old.status = 'APPLIED' and new.status = 'CLOSED' then
    perform pg_advisory_xact_lock(hashtextextended('months:' || new.organization_id, 0));
  end if;
  return new;
end $$;
