-- What keeps the books whole as they are written: no entry in a closed month or any month before it, entries of the
-- documents that they name, and partitions that are guarded as their parents are.

-- `touched` is the statement's transition table. What most entries need is asked in one query, with the few kinds of entries
-- picked out of the many first. Counting keeps the planner, which takes `touched` for a large table, from reading the whole
-- of the other one.
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
    from (select distinct touched.organization_id, touched.period, touched.transaction_type from touched) as touched
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
      where payments.organization_id = touched.organization_id and payments.house_id = touched.house_id
        and payments.personal_account_id = touched.personal_account_id and payments.id = touched.document_id
        and payments.booked_in = touched.period
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
      join ledger_entries on ledger_entries.organization_id = stornos.organization_id
        and ledger_entries.house_id = stornos.house_id
        and ledger_entries.personal_account_id = stornos.personal_account_id
        and ledger_entries.id = stornos.entry_id and ledger_entries.period = stornos.entry_period
      where stornos.organization_id = touched.organization_id and stornos.house_id = touched.house_id
        and stornos.entry_id = touched.document_id
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

create function app.guard_entries(target regclass) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  execute format('create trigger ledger_entries_checked after insert on %s referencing new table as touched
    for each statement execute function app.check_entries()', target);
end $$;

select app.guard_entries('ledger_entries');

-- Makes the partitions of a month. For the owner, who may put back what lies far away.
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

-- The same for the application, whose role owns no table, when a month's first cycle is made. It makes no month that lies
-- absurdly far away: each is one more that every reader of the shared tables looks at. Which months an organization has, the
-- service decides; a year of difference between its clock and this one is let pass.
create function app.ensure_month(month date) returns void
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

revoke execute on function app.guard_entries(regclass), app.make_month(date), app.ensure_month(date) from public;

select app.grant_to_application('execute', 'function app.ensure_month(date)');

-- The month to book something of `day` in, which stays open until the transaction ends; `day` is not in the future. It is the
-- month of the day while that is not closed, else the first that is not closed. No month before `first_month` is booked in,
-- unless that is still to come. Without it the answer is null where only the organization's first month could tell: no cycle
-- of that month or before it says that the organization was there.
create function app.month_to_book_in(organization bigint, day date, first_month date) returns date
language plpgsql volatile as $$
declare
  own date := date_trunc('month', day);
  closed date := app.closed_month_from(organization, own);
  month date := greatest(own, (closed + interval '1 month')::date);
begin
  if first_month is not null then
    month := greatest(month, least(first_month, date_trunc('month', now() at time zone 'Europe/Moscow')::date));
  elsif closed is null and not exists (
    select from billing_cycles where billing_cycles.organization_id = organization and billing_cycles.period <= own
  ) then
    return null;
  end if;
  perform app.ensure_month(month);
  return month;
end $$;
