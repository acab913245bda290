-- What accounts owe, and what every booking does first: it locks the balances, and merges what applies have left unmerged into
-- them. And the booking of a line by hand.

-- A month as it is stored in `merged_balances`. Immutable, unlike `to_char`: an engine sends the update that it stands in to the
-- node as one statement.
create function app.open_debt(month date, amount numeric) returns jsonb
language sql immutable
return jsonb_object(array[extract(year from month)::text || '-' || lpad(extract(month from month)::text, 2, '0'), amount::text]);

-- What each account owes now, for each kind of debt: the sum of all its entries.
create view account_balances with (security_invoker = true) as
select merged_balances.organization_id, merged_balances.house_id, merged_balances.personal_account_id,
  merged_balances.principal_debt + coalesce(charged.amount, 0) as principal_debt,
  merged_balances.penalty_debt,
  greatest(merged_balances.last_updated_at, unmerged_charges.created_at) as last_updated_at,
  case
    when charged.amount is null then merged_balances.open_debts
    else merged_balances.open_debts || app.open_debt(unmerged_charges.period, charged.amount)
  end as open_debts,
  merged_balances.open_court_fees, merged_balances.advance, merged_balances.money_until
from merged_balances
left join (
  unmerged_charges
  cross join unnest(unmerged_charges.account_ids, unmerged_charges.amounts) as charged (account_id, amount)
) on unmerged_charges.organization_id = merged_balances.organization_id
  and unmerged_charges.house_id = merged_balances.house_id
  and charged.account_id = merged_balances.personal_account_id
  and unmerged_charges.period is distinct from merged_balances.merged_month;

-- Accounts are given once each, and their houses in the same order. Balances are locked by lists of accounts and of houses, and not
-- by a join: before PostgreSQL has counted a table's rows, a join goes through all balances of the organization, and a list of
-- accounts alone through all of its index.

-- Creates the missing balances of accounts with zero.
create function app.create_missing_balances(organization bigint, house_ids bigint[], account_ids bigint[]) returns void
language plpgsql set search_path = public, app, pg_temp as $$
declare
  existing bigint := (
    select count(*) from merged_balances
    where merged_balances.organization_id = organization and merged_balances.personal_account_id = any(account_ids)
      and merged_balances.house_id = any(house_ids)
      and merged_balances.house_id = house_ids[array_position(account_ids, merged_balances.personal_account_id)]
  );
begin
  if existing < cardinality(account_ids) then
    insert into merged_balances (organization_id, house_id, personal_account_id, last_updated_at)
    select organization, places.house_id, places.account_id, now()
    from unnest(house_ids, account_ids) as places (house_id, account_id)
    order by places.house_id, places.account_id
    on conflict (organization_id, house_id, personal_account_id) do nothing;
  end if;
end $$;

-- Locks the balances of accounts that have one until the transaction ends.
create function app.lock_existing_balances(organization bigint, house_ids bigint[], account_ids bigint[])
returns setof merged_balances
language plpgsql set search_path = public, app, pg_temp as $$
begin
  return query
    select merged_balances.* from merged_balances
    where merged_balances.organization_id = organization and merged_balances.personal_account_id = any(account_ids)
      and merged_balances.house_id = any(house_ids)
      and merged_balances.house_id = house_ids[array_position(account_ids, merged_balances.personal_account_id)]
    order by merged_balances.house_id, merged_balances.personal_account_id
    for update;
end $$;

-- Merges what applies have added to balances. They are locked before it is read what to merge: another transaction may have
-- merged it by then.
create function app.merge_locked(organization bigint, houses bigint[], accounts bigint[]) returns void
language plpgsql set search_path = public, app, pg_temp as $$
begin
  update merged_balances
  set principal_debt = merged_balances.principal_debt
      + charged.amounts[array_position(charged.account_ids, merged_balances.personal_account_id)],
    open_debts = merged_balances.open_debts || app.open_debt(charged.period,
      charged.amounts[array_position(charged.account_ids, merged_balances.personal_account_id)]),
    last_updated_at = greatest(merged_balances.last_updated_at, charged.created_at),
    merged_month = charged.period
  from (
    select unmerged_charges.house_id, unmerged_charges.period, unmerged_charges.created_at, unmerged_charges.account_ids,
      unmerged_charges.amounts
    from unmerged_charges
    where unmerged_charges.organization_id = organization and unmerged_charges.house_id = any(houses)
  ) as charged
  where merged_balances.organization_id = organization and merged_balances.personal_account_id = any(accounts)
    and merged_balances.house_id = any(houses) and merged_balances.house_id = charged.house_id
    and merged_balances.personal_account_id = any(charged.account_ids)
    and merged_balances.merged_month is distinct from charged.period;
end $$;

-- Locks the balances of accounts until the transaction ends, merges what applies have added to them, and creates missing ones
-- with zero.
create function app.lock_balances(organization bigint, house_ids bigint[], account_ids bigint[])
returns setof merged_balances
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.require_writer(organization);
  perform app.create_missing_balances(organization, house_ids, account_ids);
  if exists (
    select from unmerged_charges
    where unmerged_charges.organization_id = organization and unmerged_charges.house_id = any(house_ids)
  ) then
    perform from app.lock_existing_balances(organization, house_ids, account_ids);
    perform app.merge_locked(organization, house_ids, account_ids);
  end if;
  return query select * from app.lock_existing_balances(organization, house_ids, account_ids);
end $$;

-- Merges what an apply has added to the balances of houses, for at most `most` accounts in the order of house and account, or for
-- all when `most` is null. Returns the number of accounts merged; below `most`, nothing of these months is left.
create function app.merge_charges(organization bigint, houses bigint[], most integer) returns integer
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  unmerged_houses bigint[];
  unmerged_months date[];
  account_houses bigint[];
  accounts bigint[];
begin
  perform app.require_writer(organization);
  select array_agg(unmerged_charges.house_id), array_agg(unmerged_charges.period)
  into unmerged_houses, unmerged_months
  from unmerged_charges
  where unmerged_charges.organization_id = organization and unmerged_charges.house_id = any(houses);
  select coalesce(array_agg(charged.house_id), '{}'), coalesce(array_agg(charged.account_id), '{}')
  into account_houses, accounts
  from (
    select unmerged_charges.house_id, charged.account_id
    from unmerged_charges
    cross join unnest(unmerged_charges.account_ids) as charged (account_id)
    where unmerged_charges.organization_id = organization and unmerged_charges.house_id = any(houses)
      and not exists (
        select from merged_balances
        where merged_balances.organization_id = organization and merged_balances.house_id = unmerged_charges.house_id
          and merged_balances.personal_account_id = charged.account_id
          and merged_balances.merged_month = unmerged_charges.period
        offset 0
      )
    order by unmerged_charges.house_id, charged.account_id
    limit most
  ) as charged;
  perform app.create_missing_balances(organization, account_houses, accounts);
  perform from app.lock_existing_balances(organization, account_houses, accounts);
  perform app.merge_locked(organization, account_houses, accounts);
  -- Every house before the last one is merged whole. An apply may have left another month of a house since.
  delete from unmerged_charges
  where unmerged_charges.organization_id = organization
    and (unmerged_charges.house_id, unmerged_charges.period) in (
      select seen.house_id, seen.period from unnest(unmerged_houses, unmerged_months) as seen (house_id, period)
    )
    and (most is null or cardinality(accounts) < most or unmerged_charges.house_id < account_houses[most]);
  return cardinality(accounts);
end $$;

-- Leaves what the charges of a month add to the balances of whole houses to be merged later. A house with another unmerged month
-- has that merged first, also for those who wait for an apply of another month.
create function app.leave_unmerged(organization bigint, houses bigint[], month date) returns void
language plpgsql set search_path = public, app, pg_temp as $$
declare
  earlier bigint[];
begin
  loop
    insert into unmerged_charges (organization_id, house_id, period, account_ids, amounts)
    select sums.organization_id, sums.house_id, sums.period, array_agg(sums.personal_account_id), array_agg(sums.amount)
    from (
      select charges.organization_id, charges.house_id, charges.period, charges.personal_account_id,
        sum(charges.amount) as amount
      from charges
      where charges.organization_id = organization and charges.house_id = any(houses) and charges.period = month
      group by charges.organization_id, charges.house_id, charges.period, charges.personal_account_id
    ) as sums
    group by sums.organization_id, sums.house_id, sums.period
    order by sums.house_id
    on conflict (organization_id, house_id) do nothing;
    earlier := array(
      select unmerged_charges.house_id from unmerged_charges
      where unmerged_charges.organization_id = organization and unmerged_charges.house_id = any(houses)
        and unmerged_charges.period <> month
      order by unmerged_charges.house_id
    );
    -- What was in the way may have been merged since: then a house has neither that nor this month.
    exit when earlier = '{}' and not exists (
      select from unnest(houses) as given (house_id)
      where not exists (
        select from unmerged_charges
        where unmerged_charges.organization_id = organization and unmerged_charges.house_id = given.house_id
      ) and exists (
        select from charges
        where charges.organization_id = organization and charges.house_id = given.house_id and charges.period = month
        offset 0
      )
    );
    perform app.merge_charges(organization, array[other.house_id], null) from unnest(earlier) as other (house_id);
  end loop;
end $$;

-- Houses in order, as many together as one statement can hold the charges of in memory.
create function app.house_batches(houses bigint[], charge_counts integer[]) returns setof bigint[]
language sql immutable
begin atomic
  select array_agg(given.house_id order by given.house_id)
  from (
    select places.house_id, sum(places.charges) over (order by places.house_id) / 100000 as number
    from unnest(houses, charge_counts) as places (house_id, charges)
  ) as given
  group by given.number
  order by given.number;
end;

-- A payment names an account, and not its house.
create index merged_balances_by_account on merged_balances (organization_id, personal_account_id);

-- Locks what payments of accounts need until the transaction ends, first the organization's months and then the balances, and
-- returns everything needed: the month for each of the days, the balances, ids to book under, and the time of the transaction;
-- and which accounts have already received the same payment, by its reference. Without `house_ids` it locks those of the accounts
-- that the books know, in any house, and makes no balance: one that was forgotten meanwhile is of an account that core deletes.
-- `referenced`: [{personal_account_id, source, reference, paid_on, amount}].
create function app.hold_payments(
  organization bigint, days date[], first_month date, house_ids bigint[], account_ids bigint[], referenced jsonb,
  out months json, out balances json, out ids bigint[], out at timestamptz, out repeated bigint[]
)
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  asked integer := cardinality(account_ids);
  held_balances bigint;
  has_unmerged boolean;
  are_known boolean := house_ids is null;
begin
  perform app.require_writer(organization);
  if are_known then
    select coalesce(array_agg(merged_balances.house_id), '{}'),
      coalesce(array_agg(merged_balances.personal_account_id), '{}')
    into house_ids, account_ids
    from merged_balances
    where merged_balances.organization_id = organization and merged_balances.personal_account_id = any(account_ids);
  end if;
  months := (
    select json_agg(json_build_object('day', answered.day, 'month', answered.month, 'isMade', answered.is_made))
    from app.months_to_book_in(organization, days, first_month) as answered
  );
  select count(*), bool_or(held.is_unmerged), coalesce(json_agg(json_build_object('houseId', held.house_id,
    'personalAccountId', held.personal_account_id, 'principalDebt', held.principal_debt::text,
    'penaltyDebt', held.penalty_debt::text, 'openDebts', held.open_debts, 'openCourtFees', held.open_court_fees::text,
    'advance', held.advance::text, 'moneyUntil', held.money_until)), '[]')
  into held_balances, has_unmerged, balances
  from (
    select merged_balances.house_id, merged_balances.personal_account_id, merged_balances.principal_debt,
      merged_balances.penalty_debt, merged_balances.open_debts, merged_balances.open_court_fees, merged_balances.advance,
      merged_balances.money_until,
      exists (
        select from unmerged_charges
        where unmerged_charges.organization_id = organization and unmerged_charges.house_id = merged_balances.house_id
          and unmerged_charges.period is distinct from merged_balances.merged_month
          and merged_balances.personal_account_id = any(unmerged_charges.account_ids)
      ) as is_unmerged
    from merged_balances
    where merged_balances.organization_id = organization and merged_balances.personal_account_id = any(account_ids)
      and merged_balances.house_id = any(house_ids)
      and merged_balances.house_id = house_ids[array_position(account_ids, merged_balances.personal_account_id)]
    order by merged_balances.house_id, merged_balances.personal_account_id
    for update
  ) as held;
  if held_balances < cardinality(account_ids) and not are_known then
    perform app.create_missing_balances(organization, house_ids, account_ids);
    perform from app.lock_existing_balances(organization, house_ids, account_ids);
  end if;
  if held_balances < cardinality(account_ids) and not are_known or has_unmerged then
    perform app.merge_locked(organization, house_ids, account_ids);
    balances := (
      select json_agg(json_build_object('houseId', held.house_id, 'personalAccountId', held.personal_account_id,
        'principalDebt', held.principal_debt::text, 'penaltyDebt', held.penalty_debt::text, 'openDebts', held.open_debts,
        'openCourtFees', held.open_court_fees::text, 'advance', held.advance::text, 'moneyUntil', held.money_until))
      from app.lock_existing_balances(organization, house_ids, account_ids) as held
    );
  end if;
  repeated := '{}';
  if referenced <> '[]' then
    repeated := array(
      select given.personal_account_id
      from jsonb_to_recordset(referenced) as given (
        personal_account_id bigint, source text, reference text, paid_on date, amount numeric
      )
      join unnest(house_ids, account_ids) as places (house_id, account_id)
        on places.account_id = given.personal_account_id
      -- The offset makes it one lookup per account: as a join it could begin with all payments of the organization.
      where exists (
        select from payments
        where payments.organization_id = organization and payments.house_id = places.house_id
          and payments.personal_account_id = given.personal_account_id and payments.source = given.source
          and payments.reference = given.reference and payments.paid_on = given.paid_on and payments.amount = given.amount
          and not exists (
            select from stornos
            where stornos.organization_id = organization and stornos.house_id = payments.house_id
              and stornos.entry_id = payments.id
          )
        offset 0
      )
    );
  end if;
  for nth in 1..asked loop
    ids[nth] := nextval('document_ids');
  end loop;
  at := now();
end $$;

-- Forgets the accounts of an undone opening on which nothing else was ever booked: from then on only core says whether they exist.
-- The caller has locked the balances.
create function app.forget_undone(organization bigint, import bigint) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.require_writer(organization);
  delete from merged_balances
  using opening_balances as brought
  where merged_balances.organization_id = organization and brought.organization_id = organization and brought.import_id = import
    and merged_balances.house_id = brought.house_id
    and merged_balances.personal_account_id = brought.personal_account_id
    and (merged_balances.principal_debt, merged_balances.penalty_debt) = (0, 0) and not exists (
      select from ledger_entries
      where ledger_entries.organization_id = organization and ledger_entries.house_id = brought.house_id
        and ledger_entries.personal_account_id = brought.personal_account_id and ledger_entries.transaction_type <> 'OPENING'
    );
end $$;

-- Ids for documents, drawn on the node of the organization's books: among its documents there, the one booked later has the
-- greater id.
create function app.draw_document_ids(organization bigint, count integer) returns table (id bigint)
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.require_writer(organization);
  for nth in 1..count loop
    id := nextval('document_ids');
    return next;
  end loop;
end $$;

-- The month in which adjustments are booked on this day, which stays open until the transaction ends, and whether it has its
-- partitions: the first open month, or the last applied one if that is later, since its receipts are the latest.
create function app.month_for_adjustments(organization bigint, today date, out month date, out is_made boolean)
language plpgsql as $$
declare
  this_month date := date_trunc('month', today);
  closed date;
  applied date;
  draft date;
begin
  perform app.hold_months_open(organization);
  closed := app.closed_month_from(organization, '2000-01-01');
  select max(billing_cycles.period) filter (where billing_cycles.status = 'APPLIED'),
    min(billing_cycles.period) filter (where billing_cycles.status = 'DRAFT')
  into applied, draft
  from billing_cycles
  where billing_cycles.organization_id = organization;
  month := least(coalesce(greatest((closed + interval '1 month')::date, applied), draft, this_month), this_month);
  is_made := to_regclass('ledger_entries_' || to_char(month, 'YYYY_MM')) is not null;
end $$;

-- Books an adjustment with its entry, and returns it. It waits for nobody: the caller has locked the account's balance.
-- `given`: {house_id, personal_account_id, id, kind, debt_kind, amount, period, booked_in, effective_on, house_service_id,
-- service_name, is_major_repairs, reason, basis, requested_by, confirmed_by}; without an id it draws one.
create function app.post_adjustment(organization bigint, given jsonb) returns setof adjustments
language plpgsql security definer set search_path = public, app, pg_temp set datestyle = 'ISO' as $$
declare
  line adjustments;
begin
  perform app.require_writer(organization);
  line := jsonb_populate_record(null::adjustments, given);
  line.organization_id := organization;
  line.created_at := now();
  if line.id is null then
    line.id := nextval('document_ids');
  end if;
  insert into adjustments (organization_id, house_id, personal_account_id, id, kind, debt_kind, amount, period, booked_in,
    effective_on, house_service_id, service_name, is_major_repairs, reason, basis, requested_by, confirmed_by, created_at)
  values (organization, line.house_id, line.personal_account_id, line.id, line.kind, line.debt_kind, line.amount,
    line.period, line.booked_in, line.effective_on, line.house_service_id, line.service_name, line.is_major_repairs,
    line.reason, line.basis, line.requested_by, line.confirmed_by, line.created_at)
  returning * into line;
  insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type, debt_kind, debit,
    credit, document_id, effective_on)
  values (organization, line.house_id, line.personal_account_id, line.id, line.booked_in, 'ADJUSTMENT', line.debt_kind,
    greatest(line.amount, 0), greatest(-line.amount, 0), line.id, line.effective_on);
  update merged_balances
  set principal_debt = principal_debt + case when line.debt_kind = 'principal' then line.amount else 0 end,
    penalty_debt = penalty_debt + case when line.debt_kind = 'penalty' then line.amount else 0 end,
    last_updated_at = line.created_at
  where merged_balances.organization_id = organization and merged_balances.house_id = line.house_id
    and merged_balances.personal_account_id = line.personal_account_id;
  if not found then
    raise exception 'account % has no balance to book on', line.personal_account_id;
  end if;
  perform app.require_open(organization, line.booked_in);
  perform app.link_entries(organization,
    array[row(line.house_id, line.personal_account_id, line.id, line.booked_in, 'ADJUSTMENT', line.debt_kind,
      greatest(line.amount, 0), greatest(-line.amount, 0), line.id, line.effective_on)::app.booked_entry],
    array[row(line.house_id, line.id, app.adjustment_line(line.personal_account_id, line.id, line.kind, line.debt_kind,
      line.amount, line.period, line.booked_in, line.effective_on, line.house_service_id, line.service_name,
      line.is_major_repairs, line.reason, line.basis, line.requested_by, line.confirmed_by))::app.booked_document]);
  perform app.sum_adjustment(organization, line);
  return next line;
end $$;
