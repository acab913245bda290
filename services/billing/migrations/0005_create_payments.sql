-- Payments, and which month's debt each has paid; lines booked by hand; and the sums of each month of a house. What is booked is
-- reversed by a storno, and a part of a payment that moves from one month to another is a negative row and a positive one.
create table payments (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  id bigint not null,
  amount numeric(14, 2) not null
    constraint payments_amount_range check (amount > 0 and amount <= 999999999.99),
  principal_amount numeric(14, 2) not null
    constraint payments_principal_range check (principal_amount between 0 and 999999999.99),
  penalty_amount numeric(14, 2) not null
    constraint payments_penalty_range check (penalty_amount between 0 and 999999999.99),
  paid_on date not null constraint payments_paid_on_range check (paid_on between '2000-01-01' and '2999-12-31'),
  -- The month named by the payer.
  named_period date constraint payments_named_period_is_month
    check (extract(day from named_period) = 1 and named_period between '2000-01-01' and '2999-12-01'),
  -- The month of its ledger entries.
  booked_in date not null constraint payments_booked_in_is_month check (extract(day from booked_in) = 1)
    constraint payments_booked_in_range check (booked_in between '2000-01-01' and '2999-12-31'),
  source text not null constraint payments_source_length check (char_length(source) between 1 and 50),
  reference text constraint payments_reference_length check (char_length(reference) between 1 and 100),
  created_at timestamptz not null default now(),
  constraint payments_pkey primary key (organization_id, house_id, personal_account_id, id),
  constraint payments_parts_are_whole check (principal_amount + penalty_amount = amount)
);
-- Only for the list, whose condition says that ids are above 0. Queries for the payments of an account do not say so: a plan made
-- while there were none might consider this index as good as the key, and would read all payments of the organization.
create index payments_newest on payments (organization_id, id) where id > 0;
create index payments_named on payments (organization_id, house_id, named_period) where named_period is not null;
-- Ids grow with the rows, so a few pages of a block-range index are enough to find one.
create index payments_id on payments using brin (id) with (pages_per_range = 16);

create table payment_allocations (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  id bigint not null,
  payment_id bigint not null,
  debt_kind text not null
    constraint payment_allocations_debt_kind_known check (debt_kind in ('principal', 'penalty')),
  -- The month whose debt it pays; null for an advance.
  period date constraint payment_allocations_period_is_month check (extract(day from period) = 1)
    constraint payment_allocations_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- A negative amount takes back what an earlier row has allocated there.
  amount numeric(14, 2) not null
    constraint payment_allocations_amount_range check (amount between -999999999.99 and 999999999.99 and amount <> 0),
  -- What allocated or moved it here: a payment (this one, or one of an earlier day that was booked later), a storno, the charges
  -- of a cycle, penalties, opening balances, an adjustment, or a changed rule; and its id.
  reason text not null constraint payment_allocations_reason_known check (reason in (
    'payment', 'payment-storno', 'charge-storno', 'new-charges', 'new-penalties', 'import-storno', 'opening', 'opening-undo',
    'adjustment', 'adjustment-storno', 'new-rules'
  )),
  cause_id bigint not null,
  created_at timestamptz not null default now(),
  constraint payment_allocations_pkey primary key (organization_id, house_id, personal_account_id, id)
);

-- The hashed text of a payment, and of each part of it that is allocated or moved. Free text is quoted as SQL quotes it.
create function app.payment_line(
  personal_account_id bigint, id bigint, amount numeric, principal_amount numeric, penalty_amount numeric, paid_on date,
  named_period date, booked_in date, source text, reference text
) returns text
language sql stable
return format('payment|%s|%s|%s|%s|%s|%s|%s|%s|%L|%L', personal_account_id, id, amount::numeric(14, 2),
  principal_amount::numeric(14, 2), penalty_amount::numeric(14, 2), paid_on, named_period, booked_in, source, reference);

create function app.allocation_line(
  personal_account_id bigint, id bigint, payment_id bigint, debt_kind text, period date, amount numeric, reason text,
  cause_id bigint
) returns text
language sql stable
return format('allocation|%s|%s|%s|%s|%s|%s|%s|%s', personal_account_id, id, payment_id, debt_kind, period,
  amount::numeric(14, 2), reason, cause_id);

-- Arrays of a table's own row type are expensive to pass on.
create type app.moved_money as (
  house_id bigint, personal_account_id bigint, id bigint, payment_id bigint, debt_kind text, period date,
  amount numeric(14, 2), reason text, cause_id bigint
);

-- Adjustments: lines that an accountant charges, writes off or discounts by hand, with a reason and a document. Booked in one
-- month, and reversed only by a storno.
create table adjustments (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  id bigint not null,
  kind text not null
    constraint adjustments_kind_known check (kind in ('charge', 'write-off', 'discount', 'court-fee', 'instalment-interest')),
  debt_kind text not null constraint adjustments_debt_kind_known check (debt_kind in ('principal', 'penalty')),
  -- Positive when it raises the debt, negative when it lowers it.
  amount numeric(14, 2) not null
    constraint adjustments_amount_range check (amount between -999999999.99 and 999999999.99 and amount <> 0),
  -- The month that it concerns: when negative, the month whose debt it lowers first.
  period date not null constraint adjustments_period_is_month check (extract(day from period) = 1)
    constraint adjustments_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- The month of its ledger entry, and the day from which that counts.
  booked_in date not null constraint adjustments_booked_in_is_month check (extract(day from booked_in) = 1)
    constraint adjustments_booked_in_range check (booked_in between '2000-01-01' and '2999-12-31'),
  effective_on date not null
    constraint adjustments_effective_range check (effective_on between '2000-01-01' and '2999-12-31'),
  -- The service that it concerns, as core described it; null for none.
  house_service_id bigint,
  service_name text constraint adjustments_service_name_length check (char_length(service_name) between 1 and 200),
  is_major_repairs boolean not null,
  reason text not null constraint adjustments_reason_length check (char_length(reason) between 1 and 200),
  basis text not null constraint adjustments_basis_length check (char_length(basis) between 1 and 200),
  requested_by bigint not null,
  -- The second person, where one was needed.
  confirmed_by bigint,
  created_at timestamptz not null default now(),
  constraint adjustments_pkey primary key (organization_id, house_id, personal_account_id, id),
  constraint adjustments_sign_of_kind check ((amount > 0) = (kind in ('charge', 'court-fee', 'instalment-interest'))),
  constraint adjustments_penalty_is_written_off check (debt_kind = 'principal' or kind = 'write-off'),
  constraint adjustments_service_whole
    check ((house_service_id is null) = (service_name is null) and (house_service_id is not null or not is_major_repairs)),
  constraint adjustments_two_persons check (confirmed_by <> requested_by)
);
create index adjustments_newest on adjustments (organization_id, id);
create index adjustments_of_month on adjustments (organization_id, house_id, period);

-- Adjustments above the organization's limit, until another person confirms or rejects them. A confirmed one is booked under its
-- id.
create table waiting_adjustments (
  organization_id bigint not null,
  id bigint not null default nextval('document_ids'),
  house_id bigint not null,
  personal_account_id bigint not null,
  kind text not null
    constraint waiting_adjustments_kind_known check (kind in ('charge', 'write-off', 'discount', 'court-fee')),
  debt_kind text not null
    constraint waiting_adjustments_debt_kind_known check (debt_kind in ('principal', 'penalty')),
  amount numeric(14, 2) not null
    constraint waiting_adjustments_amount_range check (amount between -999999999.99 and 999999999.99 and amount <> 0),
  period date not null constraint waiting_adjustments_period_is_month check (extract(day from period) = 1)
    constraint waiting_adjustments_period_range check (period between '2000-01-01' and '2999-12-31'),
  house_service_id bigint,
  service_name text
    constraint waiting_adjustments_service_name_length check (char_length(service_name) between 1 and 200),
  is_major_repairs boolean not null,
  reason text not null constraint waiting_adjustments_reason_length check (char_length(reason) between 1 and 200),
  basis text not null constraint waiting_adjustments_basis_length check (char_length(basis) between 1 and 200),
  requested_by bigint not null,
  created_at timestamptz not null default now(),
  status text not null default 'WAITING'
    constraint waiting_adjustments_status_known check (status in ('WAITING', 'CONFIRMED', 'REJECTED')),
  settled_by bigint,
  settled_at timestamptz,
  -- Why it was rejected.
  note text constraint waiting_adjustments_note_length check (char_length(note) between 1 and 500),
  constraint waiting_adjustments_pkey primary key (organization_id, id),
  constraint waiting_adjustments_settled_whole check (
    (status = 'WAITING') = (settled_at is null) and (settled_at is null) = (settled_by is null)
    and (status = 'REJECTED') = (note is not null)
  )
);
create index waiting_adjustments_of_account
  on waiting_adjustments (organization_id, house_id, personal_account_id) where status <> 'CONFIRMED';
create index waiting_adjustments_open on waiting_adjustments (organization_id, id) where status = 'WAITING';

-- The hashed text of an adjustment.
create function app.adjustment_line(
  personal_account_id bigint, id bigint, kind text, debt_kind text, amount numeric, period date, booked_in date,
  effective_on date, house_service_id bigint, service_name text, is_major_repairs boolean, reason text, basis text,
  requested_by bigint, confirmed_by bigint
) returns text
language sql stable
return format('adjustment|%s|%s|%s|%s|%s|%s|%s|%s|%s|%L|%s|%L|%L|%s|%s', personal_account_id, id, kind, debt_kind,
  amount::numeric(14, 2), period, booked_in, effective_on, house_service_id, service_name, is_major_repairs, reason, basis,
  requested_by, confirmed_by);

-- The sums of a house's month in the books, so that reports need not read its entries: updated in the transaction that books.
-- Roubles as people read them: charges, payments, reversals and settled amounts are positive.
create table house_month_sums (
  organization_id bigint not null,
  house_id bigint not null,
  period date not null constraint house_month_sums_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- The number of entries of the month.
  entries bigint not null default 0 constraint house_month_sums_entries_range check (entries between 0 and 1000000000000),
  -- What the month has booked, with adjustments among charges and penalties, and what its stornos have reversed, of any month.
  charged numeric(18, 2) not null default 0,
  penalty numeric(18, 2) not null default 0,
  paid numeric(18, 2) not null default 0,
  charged_back numeric(18, 2) not null default 0,
  penalty_back numeric(18, 2) not null default 0,
  paid_back numeric(18, 2) not null default 0,
  -- For the month's charges: what stornos and adjustments of any month have reversed, and what payments of any month have paid.
  reversed numeric(18, 2) not null default 0,
  settled numeric(18, 2) not null default 0,
  constraint house_month_sums_pkey primary key (organization_id, house_id, period),
  constraint house_month_sums_are_numbers check (
    'NaN' not in (charged, penalty, paid, charged_back, penalty_back, paid_back, reversed, settled)
  )
  -- Each payment of a house updates its months: the new row fits on the page of the old one.
) with (fillfactor = 50);

select app.distribute('payments');
select app.distribute('payment_allocations');
select app.distribute('adjustments');
select app.distribute('waiting_adjustments');
select app.distribute('house_month_sums');

select app.only_grows('payments');
select app.only_grows('payment_allocations');
select app.only_grows('adjustments');

-- Updates the sums of months for booked payments, and for principal allocated to a month's debt. As below, the caller holds the
-- heads of the houses.
create function app.sum_payments(organization bigint, booked app.booked_entry[], moves app.moved_money[]) returns void
language plpgsql as $$
begin
  insert into house_month_sums (organization_id, house_id, period, entries, paid, settled)
  select organization, parts.house_id, parts.period, sum(parts.entries), sum(parts.paid), sum(parts.settled)
  from (
    select entries.house_id, entries.period, 1 as entries, entries.credit as paid, 0.00 as settled
    from unnest(booked) as entries
    union all
    select move.house_id, move.period, 0, 0.00, move.amount
    from unnest(moves) as move
    where move.debt_kind = 'principal' and move.period is not null
  ) as parts
  group by parts.house_id, parts.period
  order by parts.house_id, parts.period
  on conflict (organization_id, house_id, period) do update
    set entries = house_month_sums.entries + excluded.entries, paid = house_month_sums.paid + excluded.paid,
      settled = house_month_sums.settled + excluded.settled;
end $$;

-- Updates the sums of months for mirrors of entries of one type, and the sums of the months of those entries.
create function app.sum_stornos(
  organization bigint, type text, booked app.booked_entry[], taken_back ledger_entries[]
) returns void
language plpgsql as $$
declare
  houses constant bigint[] := array(select distinct entries.house_id from unnest(taken_back) as entries);
  documents constant bigint[] := array(select entries.document_id from unnest(taken_back) as entries);
  -- By adjustment below zero, the month that it lowers. A separate query, as the engine sends it to the organization's node.
  lowered jsonb := '{}';
  sums record;
begin
  if type = 'ADJUSTMENT' then
    select coalesce(jsonb_object_agg(adjustments.id, adjustments.period), '{}') into lowered
    from adjustments
    where adjustments.organization_id = organization and adjustments.house_id = any(houses)
      and adjustments.id = any(documents) and adjustments.amount < 0;
  end if;
  for sums in
    select parts.house_id, parts.period, sum(parts.entries) as entries, sum(parts.principal) as principal,
      sum(parts.penalty) as penalty, sum(parts.reversed) as reversed
    from (
      select mirrors.house_id, mirrors.period, 1 as entries,
        case when mirrors.debt_kind = 'principal' then mirrors.credit - mirrors.debit else 0.00 end as principal,
        case when mirrors.debt_kind = 'penalty' then mirrors.credit - mirrors.debit else 0.00 end as penalty,
        0.00 as reversed
      from unnest(booked) as mirrors
      union all
      select entries.house_id, coalesce((lowered ->> entries.document_id::text)::date, entries.period), 0, 0.00, 0.00,
        entries.debit - entries.credit
      from unnest(taken_back) as entries
      where type in ('CHARGE', 'ADJUSTMENT') and entries.debt_kind = 'principal'
    ) as parts
    group by parts.house_id, parts.period
    order by parts.house_id, parts.period
  loop
    insert into house_month_sums (organization_id, house_id, period, entries, charged_back, penalty_back, paid_back,
      reversed)
    values (organization, sums.house_id, sums.period, sums.entries,
      case when type = 'PAYMENT' then 0 else sums.principal end, case when type = 'PAYMENT' then 0 else sums.penalty end,
      case when type = 'PAYMENT' then -sums.principal - sums.penalty else 0 end, sums.reversed)
    on conflict (organization_id, house_id, period) do update
      set entries = house_month_sums.entries + excluded.entries,
        charged_back = house_month_sums.charged_back + excluded.charged_back,
        penalty_back = house_month_sums.penalty_back + excluded.penalty_back,
        paid_back = house_month_sums.paid_back + excluded.paid_back,
        reversed = house_month_sums.reversed + excluded.reversed;
  end loop;
end $$;

-- Updates the sums of months for an adjustment. A negative one is subtracted from the charges of its own month, not from what is
-- left to be paid for the month in which it is booked.
create function app.sum_adjustment(organization bigint, line adjustments) returns void
language plpgsql as $$
declare
  sums record;
begin
  for sums in
    select parts.period, sum(parts.entries) as entries, sum(parts.booked) as booked, sum(parts.reversed) as reversed
    from (
      select line.booked_in as period, 1 as entries, line.amount as booked, 0.00 as reversed
      union all
      select months.period, 0, 0.00, months.amount
      from (values (line.booked_in, line.amount), (line.period, -line.amount)) as months (period, amount)
      where line.amount < 0 and line.debt_kind = 'principal'
    ) as parts
    group by parts.period
    order by parts.period
  loop
    insert into house_month_sums (organization_id, house_id, period, entries, charged, penalty, reversed)
    values (organization, line.house_id, sums.period, sums.entries,
      case when line.debt_kind = 'principal' then sums.booked else 0 end,
      case when line.debt_kind = 'penalty' then sums.booked else 0 end, sums.reversed)
    on conflict (organization_id, house_id, period) do update
      set entries = house_month_sums.entries + excluded.entries, charged = house_month_sums.charged + excluded.charged,
        penalty = house_month_sums.penalty + excluded.penalty, reversed = house_month_sums.reversed + excluded.reversed;
  end loop;
end $$;

revoke execute on function app.sum_payments(bigint, app.booked_entry[], app.moved_money[]),
  app.sum_stornos(bigint, text, app.booked_entry[], ledger_entries[]), app.sum_adjustment(bigint, adjustments)
  from public;
