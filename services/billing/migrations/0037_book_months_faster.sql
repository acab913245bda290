-- A month is booked in less of the processor's time; what is booked, and every line and hash of it, stays the same.

-- A day is written as the session writes days: ISO in every session of the application, and in `app.digest_entries` for
-- whoever books by himself.
create or replace function app.ledger_line(
  personal_account_id bigint, id bigint, transaction_type text, debt_kind text, debit numeric, credit numeric,
  document_id bigint, effective_on date
) returns text
language sql stable
return format('%s|%s|%s|%s|%s|%s|%s|%s', personal_account_id, id, transaction_type, debt_kind, debit, credit,
  document_id, effective_on);

-- Gathered by hashing: only the links are sorted, and not all that was booked.
create or replace function app.digest_entries() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp set datestyle = 'ISO' set enable_sort = off as $$
begin
  with digests as materialized (
    select booked.house_id, min(booked.organization_id) as organization_id, booked.period,
      array_agg(booked.id) as entry_ids,
      sha256(convert_to(string_agg(
        app.ledger_line(booked.personal_account_id, booked.id, booked.transaction_type, booked.debt_kind, booked.debit,
          booked.credit, booked.document_id, booked.effective_on),
        E'\n'), 'UTF8')) as digest
    from booked
    group by booked.house_id, booked.period
  )
  insert into unlinked_bookings (house_id, organization_id, period, entry_ids, digest)
  select digests.house_id, digests.organization_id, digests.period, digests.entry_ids, digests.digest
  from digests
  order by digests.house_id, digests.period;
  return null;
end $$;

-- Compressing the ids of a house takes a third of the time that its digest does, and saves a few bytes an entry.
alter table ledger_links alter column entry_ids set storage external;
alter table unlinked_bookings alter column entry_ids set storage external;

-- A month moves nearly every balance in one transaction: where the new row has room on the page of the old one, no index
-- is written.
alter table account_balances set (fillfactor = 50);

-- As before, with the few kinds of entries picked out of the many first.
create or replace function app.check_entries() returns trigger
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
