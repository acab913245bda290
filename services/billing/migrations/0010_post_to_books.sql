-- The books are written only by the functions of this file and of 0007, after those of 0007 have locked what they book on: the
-- application may execute both, and cannot change the books directly. Each checks the caller's rights and that the month is open,
-- derives every entry from its document, updates the balances, appends a link to the chain of each house, and updates the sums of
-- its months. All take locks in the same order: the organization's months, balances in the order of house and account, heads in
-- the order of house. The lock on a house's head also protects its sums.

-- Books payments, each with an entry for every kind of debt that it pays, records how the money of their accounts is allocated
-- afterwards, and writes the audit log as `record_changes` does. Accounts without new payments, which come in a separate call, only
-- have it reallocated. A payment's first entry has its id. Each table is written by one statement: checks are read for each.
-- `accounts`: [{house_id, personal_account_id, payments: [{id, amount, principal_amount, penalty_amount, paid_on, named_period,
-- booked_in, source, reference}], moves: [{payment_id, debt_kind, period, amount, reason, cause_id}], open_debts,
-- open_court_fees, advance, money_until}], in the order of house and account, each once; the caller has locked their balances.
create function app.post_payments(organization bigint, accounts jsonb, audited jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp set datestyle = 'ISO' as $$
declare
  booked_at constant timestamptz := now();
  booked app.booked_entry[];
  moves app.moved_money[];
  documents app.booked_document[];
  balances app.moved_balance[];
  moved_balances bigint;
begin
  perform app.require_writer(organization);

  insert into payments (organization_id, house_id, personal_account_id, id, amount, principal_amount, penalty_amount,
    paid_on, named_period, booked_in, source, reference)
  select organization, account.house_id, account.personal_account_id, payment.id, payment.amount, payment.principal_amount,
    payment.penalty_amount, payment.paid_on, payment.named_period, payment.booked_in, payment.source, payment.reference
  from jsonb_to_recordset(accounts) as account (house_id bigint, personal_account_id bigint, payments jsonb)
  cross join lateral jsonb_to_recordset(account.payments) as payment (
    id bigint, amount numeric, principal_amount numeric, penalty_amount numeric, paid_on date, named_period date,
    booked_in date, source text, reference text
  );

  booked := array(
    select row(account.house_id, account.personal_account_id,
      case when part.debt_kind = 'principal' or payment.principal_amount = 0 then payment.id else nextval('document_ids') end,
      payment.booked_in, 'PAYMENT', part.debt_kind, 0, part.amount, payment.id, payment.paid_on)::app.booked_entry
    from jsonb_to_recordset(accounts) as account (house_id bigint, personal_account_id bigint, payments jsonb)
    cross join lateral jsonb_to_recordset(account.payments) as payment (
      id bigint, principal_amount numeric, penalty_amount numeric, paid_on date, booked_in date
    )
    cross join lateral (
      values ('principal', payment.principal_amount), ('penalty', payment.penalty_amount)
    ) as part (debt_kind, amount)
    where part.amount > 0
  );
  insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type, debt_kind, debit,
    credit, document_id, effective_on)
  select organization, entry.house_id, entry.personal_account_id, entry.id, entry.period, entry.transaction_type,
    entry.debt_kind, entry.debit, entry.credit, entry.document_id, entry.effective_on
  from unnest(booked) as entry;

  moves := array(
    select row(account.house_id, account.personal_account_id, nextval('document_ids'), move.payment_id, move.debt_kind,
      move.period, move.amount, move.reason, move.cause_id)::app.moved_money
    from jsonb_to_recordset(accounts) as account (house_id bigint, personal_account_id bigint, moves jsonb)
    cross join lateral jsonb_to_recordset(account.moves) as move (
      payment_id bigint, debt_kind text, period date, amount numeric, reason text, cause_id bigint
    )
  );
  insert into payment_allocations (organization_id, house_id, personal_account_id, id, payment_id, debt_kind, period, amount,
    reason, cause_id)
  select organization, move.house_id, move.personal_account_id, move.id, move.payment_id, move.debt_kind, move.period,
    move.amount, move.reason, move.cause_id
  from unnest(moves) as move;

  documents := array(
    select row(account.house_id, payment.id, app.payment_line(account.personal_account_id, payment.id, payment.amount,
      payment.principal_amount, payment.penalty_amount, payment.paid_on, payment.named_period, payment.booked_in,
      payment.source, payment.reference))::app.booked_document
    from jsonb_to_recordset(accounts) as account (house_id bigint, personal_account_id bigint, payments jsonb)
    cross join lateral jsonb_to_recordset(account.payments) as payment (
      id bigint, amount numeric, principal_amount numeric, penalty_amount numeric, paid_on date, named_period date,
      booked_in date, source text, reference text
    )
    union all
    select row(move.house_id, move.id, app.allocation_line(move.personal_account_id, move.id, move.payment_id,
      move.debt_kind, move.period, move.amount, move.reason, move.cause_id))::app.booked_document
    from unnest(moves) as move
  );

  balances := array(
    select row(account.house_id, account.personal_account_id, paid.principal, paid.penalty, account.open_debts,
      account.open_court_fees, account.advance, account.money_until)::app.moved_balance
    from jsonb_to_recordset(accounts) as account (
      house_id bigint, personal_account_id bigint, payments jsonb, open_debts jsonb, open_court_fees numeric, advance numeric, money_until date
    )
    cross join lateral (
      select coalesce(sum(payment.principal_amount), 0) as principal, coalesce(sum(payment.penalty_amount), 0) as penalty
      from jsonb_to_recordset(account.payments) as payment (principal_amount numeric, penalty_amount numeric)
    ) as paid
  );
  update merged_balances
  set principal_debt = merged_balances.principal_debt - balance.principal,
    penalty_debt = merged_balances.penalty_debt - balance.penalty, open_debts = balance.open_debts,
    open_court_fees = balance.open_court_fees, advance = balance.advance, money_until = balance.money_until,
    last_updated_at = case when balance.principal + balance.penalty > 0 then booked_at else merged_balances.last_updated_at end
  from unnest(balances) as balance
  where merged_balances.organization_id = organization and merged_balances.house_id = balance.house_id
    and merged_balances.personal_account_id = balance.personal_account_id;
  get diagnostics moved_balances = row_count;
  if moved_balances < cardinality(balances) then
    raise exception 'account % has no balance to book on', (
      select min(balance.personal_account_id) from unnest(balances) as balance
      where not exists (
        select from merged_balances
        where merged_balances.organization_id = organization and merged_balances.house_id = balance.house_id
          and merged_balances.personal_account_id = balance.personal_account_id
      )
    );
  end if;

  if booked <> '{}' then
    perform app.require_open(organization, (select min(entry.period) from unnest(booked) as entry));
  end if;
  if documents <> '{}' then
    perform app.link_entries(organization, booked, documents);
  else
    perform from ledger_heads
    where ledger_heads.organization_id = organization
      and ledger_heads.house_id = any(array(select balance.house_id from unnest(balances) as balance))
    order by ledger_heads.house_id
    for update;
  end if;
  perform app.sum_payments(organization, booked, moves);
  perform app.record_changes(organization, audited) where audited <> '[]';
end $$;

-- Reverses documents, all of one type: each of their entries gets its mirror, for the same day, and a row that prevents a second
-- one. Returns the mirrors; none for a document with nothing to reverse, or that was reversed before.
-- `documents`: [{house_id, personal_account_id, id, period, booked_in}], the months of their entries and of the mirrors; the
-- caller has locked their balances.
create function app.post_stornos(organization bigint, type text, why text, documents jsonb) returns setof ledger_entries
language plpgsql security definer set search_path = public, app, pg_temp set datestyle = 'ISO' as $$
declare
  document record;
  taken ledger_entries;
  mirror ledger_entries;
  principal numeric;
  penalty numeric;
  booked app.booked_entry[] := '{}';
  written app.booked_document[] := '{}';
  taken_back ledger_entries[] := '{}';
begin
  perform app.require_writer(organization);
  for document in
    select * from jsonb_to_recordset(documents) as given (
      house_id bigint, personal_account_id bigint, id bigint, period date, booked_in date
    )
  loop
    for taken in
      select * from ledger_entries
      where ledger_entries.organization_id = organization and ledger_entries.house_id = document.house_id
        and ledger_entries.personal_account_id = document.personal_account_id
        and ledger_entries.period = document.period and ledger_entries.document_id = document.id
        and ledger_entries.transaction_type = type
      order by ledger_entries.id
    loop
      mirror.id := nextval('document_ids');
      insert into stornos (organization_id, house_id, entry_id, entry_period, personal_account_id, storno_id, period,
        transaction_type, document_id, reason)
      values (organization, taken.house_id, taken.id, taken.period, taken.personal_account_id, mirror.id,
        document.booked_in, type, taken.document_id, why)
      on conflict (organization_id, house_id, entry_id) do nothing;
      continue when not found;
      insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type, debt_kind,
        debit, credit, document_id, effective_on)
      values (organization, taken.house_id, taken.personal_account_id, mirror.id, document.booked_in, 'STORNO',
        taken.debt_kind, taken.credit, taken.debit, taken.id, taken.effective_on)
      returning * into mirror;
      principal := case when mirror.debt_kind = 'principal' then mirror.debit - mirror.credit else 0 end;
      penalty := mirror.debit - mirror.credit - principal;
      update merged_balances
      set principal_debt = principal_debt + principal, penalty_debt = penalty_debt + penalty, last_updated_at = now()
      where merged_balances.organization_id = organization and merged_balances.house_id = mirror.house_id
        and merged_balances.personal_account_id = mirror.personal_account_id;
      booked := booked || row(mirror.house_id, mirror.personal_account_id, mirror.id, mirror.period, mirror.transaction_type,
        mirror.debt_kind, mirror.debit, mirror.credit, mirror.document_id, mirror.effective_on)::app.booked_entry;
      written := written || row(mirror.house_id, mirror.id, app.storno_line(mirror.personal_account_id, mirror.id, taken.id,
        taken.period, mirror.period, type, taken.document_id, why))::app.booked_document;
      taken_back := taken_back || taken;
      return next mirror;
    end loop;
  end loop;
  if booked <> '{}' then
    perform app.require_open(organization, (select min(entries.period) from unnest(booked) as entries));
    perform app.link_entries(organization, booked, written);
    perform app.sum_stornos(organization, type, booked, taken_back);
  end if;
end $$;

-- Books the charges of a month of whole houses, each once: an entry has its charge's id, so a second booking violates the primary
-- key. A charge counts from the last day of its month; one of 0.00 books nothing. Balances are left to be merged, so that no
-- payment waits for the commit, except for an account without a balance.
-- `charge_counts`: the number of charges of each house. Returns how many entries were made, and how many balances grew.
create function app.post_charges(organization bigint, month date, houses bigint[], charge_counts integer[])
returns table (entries bigint, accounts bigint)
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  batch bigint[];
  changed bigint;
begin
  perform app.require_writer(organization);
  -- A month with nothing but 0.00 books no entry, so it may come before a closed one.
  if exists (
    select from charges
    where charges.organization_id = organization and charges.house_id = any(houses) and charges.period = month
      and charges.amount <> 0
  ) then
    perform app.require_open(organization, month);
  end if;
  entries := 0;
  for batch in select app.house_batches(houses, charge_counts) loop
    insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type, debt_kind,
      debit, credit, document_id, effective_on)
    select charges.organization_id, charges.house_id, charges.personal_account_id, charges.id, charges.period, 'CHARGE',
      'principal', greatest(charges.amount, 0), greatest(-charges.amount, 0), charges.id,
      (month + interval '1 month' - interval '1 day')::date
    from charges
    where charges.organization_id = organization and charges.house_id = any(batch) and charges.period = month
      and charges.amount <> 0;
    get diagnostics changed = row_count;
    entries := entries + changed;
    perform app.digest_houses(organization, batch, month, 'CHARGE', changed);
    perform app.leave_unmerged(organization, batch, month);
  end loop;
  accounts := (
    select coalesce(sum(cardinality(unmerged_charges.account_ids)), 0) from unmerged_charges
    where unmerged_charges.organization_id = organization and unmerged_charges.house_id = any(houses)
  );
  insert into merged_balances (organization_id, house_id, personal_account_id, last_updated_at)
  select unmerged_charges.organization_id, unmerged_charges.house_id, charged.account_id, now()
  from unmerged_charges
  cross join unnest(unmerged_charges.account_ids) as charged (account_id)
  where unmerged_charges.organization_id = organization and unmerged_charges.house_id = any(houses)
    and not exists (
      select from merged_balances
      where merged_balances.organization_id = organization and merged_balances.house_id = unmerged_charges.house_id
        and merged_balances.personal_account_id = charged.account_id
    )
  order by unmerged_charges.house_id, charged.account_id
  on conflict (organization_id, house_id, personal_account_id) do nothing;
  update unlinked_bookings set charged = (
    select sum(charged.amount)
    from unmerged_charges cross join unnest(unmerged_charges.amounts) as charged (amount)
    where unmerged_charges.organization_id = organization and unmerged_charges.house_id = unlinked_bookings.house_id
  )
  where unlinked_bookings.organization_id = organization;
  perform app.link_digests(organization);
  return next;
end $$;

-- Books a job's accruals of houses, each once: an entry has its accrual's id. A negative one lowers the debt; it counts from the
-- day up to which penalties are counted. Balances are updated last.
create function app.post_accruals(organization bigint, job bigint, houses bigint[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp set datestyle = 'ISO' as $$
declare
  accrued record;
begin
  perform app.require_writer(organization);
  for accrued in
    select penalty_accruals.period as month, count(*) as entries
    from penalty_accruals
    where penalty_accruals.organization_id = organization and penalty_accruals.house_id = any(houses)
      and penalty_accruals.job_id = job and penalty_accruals.amount <> 0
    group by penalty_accruals.period
    order by penalty_accruals.period
  loop
    perform app.require_open(organization, accrued.month);
    insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type, debt_kind,
      debit, credit, document_id, effective_on)
    select penalty_accruals.organization_id, penalty_accruals.house_id, penalty_accruals.personal_account_id,
      penalty_accruals.id, penalty_accruals.period, 'PENALTY', 'penalty', greatest(penalty_accruals.amount, 0),
      greatest(-penalty_accruals.amount, 0), penalty_accruals.id, penalty_accruals.target_on
    from penalty_accruals
    where penalty_accruals.organization_id = organization and penalty_accruals.house_id = any(houses)
      and penalty_accruals.job_id = job and penalty_accruals.period = accrued.month and penalty_accruals.amount <> 0
    order by penalty_accruals.house_id, penalty_accruals.personal_account_id;
    perform app.digest_houses(organization, houses, accrued.month, 'PENALTY', accrued.entries);
    update unlinked_bookings set document_ids = papers.ids, documents = papers.digest
    from (
      select accrual_documents.house_id, array_agg(accrual_documents.id order by accrual_documents.id) as ids,
        sha256(convert_to(string_agg(accrual_documents.line, E'\n' order by accrual_documents.id), 'UTF8')) as digest
      from accrual_documents
      where accrual_documents.organization_id = organization and accrual_documents.house_id = any(houses)
        and accrual_documents.job_id = job and accrual_documents.period = accrued.month
      group by accrual_documents.house_id
    ) as papers
    where unlinked_bookings.organization_id = organization and unlinked_bookings.house_id = papers.house_id
      and unlinked_bookings.period = accrued.month and unlinked_bookings.created_at = now();
  end loop;
  perform from merged_balances
  where merged_balances.organization_id = organization and merged_balances.house_id = any(houses)
    and exists (
      select from penalty_accruals
      where penalty_accruals.organization_id = organization
        and penalty_accruals.house_id = merged_balances.house_id
        and penalty_accruals.personal_account_id = merged_balances.personal_account_id
        and penalty_accruals.job_id = job
    )
  order by merged_balances.house_id, merged_balances.personal_account_id
  for update;
  update merged_balances
  set penalty_debt = merged_balances.penalty_debt + penalty_accruals.amount, last_updated_at = now()
  from penalty_accruals
  where merged_balances.organization_id = organization and merged_balances.house_id = any(houses)
    and penalty_accruals.organization_id = organization and penalty_accruals.house_id = merged_balances.house_id
    and penalty_accruals.personal_account_id = merged_balances.personal_account_id and penalty_accruals.job_id = job;
  perform app.link_digests(organization);
end $$;

-- Books the opening balances of an import in houses, each once: an entry has its document's id; or reverses them, each by an
-- entry of the other side in the same month and from the same day. The caller has locked the balances.
create function app.post_opening(organization bigint, import bigint, houses bigint[], is_undo boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp set datestyle = 'ISO' as $$
declare
  booked app.booked_entry[];
  documents app.booked_document[] := '{}';
begin
  perform app.require_writer(organization);
  booked := array(
    select row(house_id, personal_account_id, id, booked_in, 'OPENING', case when kind = 'penalty' then kind else 'principal' end,
      case when kind = 'advance' then 0 else amount end, case when kind = 'advance' then amount else 0 end, id,
      app.opening_effective_on(period, booked_in))::app.booked_entry
    from opening_balances
    where opening_balances.organization_id = organization and opening_balances.house_id = any(houses)
      and opening_balances.import_id = import
    order by house_id, personal_account_id, id
  );
  if is_undo then
    booked := array(
      select row(entry.house_id, entry.personal_account_id, nextval('document_ids'), entry.period, entry.transaction_type,
        entry.debt_kind, entry.credit, entry.debit, entry.document_id, entry.effective_on)::app.booked_entry
      from unnest(booked) as entry
    );
  else
    documents := array(
      select row(house_id, id, app.opening_line(personal_account_id, id, import_id, line, period, as_of, booked_in,
        kind, amount, house_service_id, service_name, service_kind))::app.booked_document
      from opening_balances
      where opening_balances.organization_id = organization and opening_balances.house_id = any(houses)
        and opening_balances.import_id = import
      order by house_id, id
    );
  end if;
  insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type, debt_kind, debit,
    credit, document_id, effective_on)
  select organization, entry.* from unnest(booked) as entry;
  update merged_balances
  set principal_debt = merged_balances.principal_debt + sums.principal,
    penalty_debt = merged_balances.penalty_debt + sums.penalty, last_updated_at = now()
  from (
    select entry.house_id, entry.personal_account_id,
      sum((entry.debit - entry.credit) * (entry.debt_kind = 'principal')::integer) as principal,
      sum((entry.debit - entry.credit) * (entry.debt_kind = 'penalty')::integer) as penalty
    from unnest(booked) as entry
    group by entry.house_id, entry.personal_account_id
  ) as sums
  where merged_balances.organization_id = organization and merged_balances.house_id = sums.house_id
    and merged_balances.personal_account_id = sums.personal_account_id;
  perform app.require_open(organization, (select min(entry.period) from unnest(booked) as entry));
  perform app.link_entries(organization, booked, documents);
  insert into house_month_sums (organization_id, house_id, period, entries, charged, penalty, paid)
  select organization, entry.house_id, entry.period, count(*),
    sum((entry.debit - entry.credit) * (counted.kind = 'CHARGE')::integer),
    sum((entry.debit - entry.credit) * (counted.kind = 'PENALTY')::integer),
    sum((entry.credit - entry.debit) * (counted.kind = 'PAYMENT')::integer)
  from unnest(booked) as entry
  cross join lateral app.counts_as(transaction_type, debt_kind, id, document_id, debit) as counted (kind)
  group by entry.house_id, entry.period
  on conflict (organization_id, house_id, period) do update
    set entries = house_month_sums.entries + excluded.entries, charged = house_month_sums.charged + excluded.charged,
      penalty = house_month_sums.penalty + excluded.penalty, paid = house_month_sums.paid + excluded.paid;
  perform app.sum_late_openings(organization, import, houses, is_undo);
end $$;

do $$
declare
  written text;
begin
  foreach written in array array[
    'months_to_book_in(bigint, date[], date)', 'lock_balances(bigint, bigint[], bigint[])',
    'merge_charges(bigint, bigint[], integer)', 'hold_payments(bigint, date[], date, bigint[], bigint[], jsonb)',
    'draw_document_ids(bigint, integer)', 'post_payments(bigint, jsonb, jsonb)', 'post_stornos(bigint, text, text, jsonb)',
    'month_for_adjustments(bigint, date)', 'post_adjustment(bigint, jsonb)', 'post_charges(bigint, date, bigint[], integer[])',
    'post_accruals(bigint, bigint, bigint[])', 'post_opening(bigint, bigint, bigint[], boolean)', 'forget_undone(bigint, bigint)'
  ] loop
    execute format('revoke execute on function app.%s from public', written);
    perform app.grant_to_application('execute', 'function app.' || written);
    -- Functions that book whole houses run where they are called: the engine sends each statement to the organization's node.
    if written not like all (array['post_charges%', 'post_accruals%']) then
      perform app.delegate(('app.' || written)::regprocedure);
    end if;
    if written not like all (array['post_charges%', 'post_accruals%', 'post_opening%', 'forget_undone%']) then
      perform app.keep_plans(('app.' || written)::regprocedure);
    end if;
  end loop;
end $$;
