-- The months of an organization: DRAFT while they are computed, APPLIED once they are in the ledger, CLOSED when neither they nor
-- any earlier month accepts an entry. Closing leaves a seal (0011), and reopening the last closed month a reason. Also the
-- recalculations of years, and what months carry over to others.
create sequence billing_cycle_ids as bigint;
-- For everything that is booked or is behind an entry: charges, payments, accruals, stornos, corrections.
create sequence document_ids as bigint;

create table billing_cycles (
  organization_id bigint not null,
  id bigint not null default nextval('billing_cycle_ids'),
  year integer not null constraint billing_cycles_year_range check (year between 2000 and 2999),
  month integer not null constraint billing_cycles_month_range check (month between 1 and 12),
  period date not null generated always as (make_date(year, month, 1)) stored,
  status text not null default 'DRAFT'
    constraint billing_cycles_status_known check (status in ('DRAFT', 'APPLIED', 'CLOSED')),
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  -- The day, as stated by the service that applies or closes.
  applied_on date constraint billing_cycles_applied_on_range check (applied_on between '2000-01-01' and '2999-12-31'),
  closed_at timestamptz,
  closed_on date constraint billing_cycles_closed_on_range check (closed_on between '2000-01-01' and '2999-12-31'),
  constraint billing_cycles_pkey primary key (organization_id, id),
  constraint billing_cycles_organization_month_key unique (organization_id, year, month),
  constraint billing_cycles_applied_when_not_draft check ((status = 'DRAFT') = (applied_at is null)),
  constraint billing_cycles_applied_when_begun check (applied_on >= period),
  constraint billing_cycles_closed_when_closed check ((status = 'CLOSED') = (closed_at is not null)),
  constraint billing_cycles_closed_when_over check (closed_on >= period + interval '1 month')
);

-- `closed_at` is the time of the undone closing, and of its seal.
create table month_reopenings (
  organization_id bigint not null,
  billing_cycle_id bigint not null,
  closed_at timestamptz not null,
  reason text not null constraint month_reopenings_reason_length check (char_length(reason) between 1 and 500),
  reopened_by bigint not null,
  created_at timestamptz not null default now(),
  constraint month_reopenings_pkey primary key (organization_id, billing_cycle_id, closed_at)
);

-- Remarks about a month that an accountant has accepted before it is closed; the audit log keeps earlier acceptances.
create table check_acceptances (
  organization_id bigint not null,
  billing_cycle_id bigint not null,
  check_code text not null
    constraint check_acceptances_check_code_length check (char_length(check_code) between 1 and 50),
  -- The number of rows accepted: the acceptance does not hold for another number.
  row_count integer not null
    constraint check_acceptances_row_count_range check (row_count between 1 and 2147483647),
  note text not null constraint check_acceptances_note_length check (char_length(note) between 1 and 1000),
  accepted_by bigint not null,
  accepted_at timestamptz not null default now(),
  constraint check_acceptances_pkey primary key (organization_id, billing_cycle_id, check_code)
);

-- Remarks accepted one by one with their text; a remark whose text has changed since is open again.
create table remark_acceptances (
  organization_id bigint not null,
  billing_cycle_id bigint not null,
  check_code text not null
    constraint remark_acceptances_check_code_length check (char_length(check_code) between 1 and 50),
  -- Identifies it among the remarks of its check: numbers of its house, account, service.
  remark text not null constraint remark_acceptances_remark_form check (remark ~ '^[0-9-]{1,100}$'),
  reads_hash text not null constraint remark_acceptances_reads_hash_form check (reads_hash ~ '^[0-9a-f]{64}$'),
  note text not null constraint remark_acceptances_note_length check (char_length(note) between 1 and 1000),
  accepted_by bigint not null,
  accepted_at timestamptz not null default now(),
  constraint remark_acceptances_pkey primary key (organization_id, billing_cycle_id, check_code, remark)
);

select app.distribute('billing_cycles');
select app.distribute('month_reopenings');
select app.distribute('check_acceptances');
select app.distribute('remark_acceptances');

alter table month_reopenings add constraint month_reopenings_billing_cycle_fkey
  foreign key (organization_id, billing_cycle_id) references billing_cycles (organization_id, id);
alter table check_acceptances add constraint check_acceptances_billing_cycle_fkey
  foreign key (organization_id, billing_cycle_id) references billing_cycles (organization_id, id);
alter table remark_acceptances add constraint remark_acceptances_billing_cycle_fkey
  foreign key (organization_id, billing_cycle_id) references billing_cycles (organization_id, id);

select app.only_grows('month_reopenings');

-- Every booking holds the organization's months open until its transaction ends; closing a month waits for it.
create function app.hold_months_open(organization bigint) returns void
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('months:' || organization, 0));
end $$;

-- Blocks bookings for the organization until the transaction ends.
create function app.hold_months(organization bigint) returns void
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('months:' || organization, 0));
end $$;

-- The last closed month not before the given one; null when none of them is closed.
create function app.closed_month_from(organization bigint, since date) returns date
language plpgsql stable as $$
begin
  return (
    select max(billing_cycles.period) from billing_cycles
    where billing_cycles.organization_id = organization and billing_cycles.status = 'CLOSED'
      and billing_cycles.period >= since
  );
end $$;

-- After it returns, no month from `since` on is closed, or can be until the transaction ends.
create function app.require_open(organization bigint, since date) returns void
language plpgsql volatile as $$
declare
  closed date;
begin
  perform app.hold_months_open(organization);
  closed := app.closed_month_from(organization, since);
  if closed is not null then
    raise exception 'the month % is closed: constraint "ledger_entries_month_is_open"', closed
      using errcode = 'restrict_violation', constraint = 'ledger_entries_month_is_open';
  end if;
end $$;

-- For each day, none of which is in the future, the month to book in, which stays open until the transaction ends, and whether it
-- has its partitions. It is the month of the day unless that is closed, otherwise the first open one. No month before
-- `first_month` is booked in, unless `first_month` is in the future. Without `first_month` the result is null where only the
-- organization's first month could decide: where no cycle of that month or an earlier one, and no opening, shows that the
-- organization already existed.
create function app.months_to_book_in(organization bigint, days date[], first_month date)
returns table (day date, month date, is_made boolean)
language plpgsql volatile as $$
declare
  this_month date := date_trunc('month', now() at time zone 'Europe/Moscow');
  own date;
  closed date;
begin
  perform app.hold_months_open(organization);
  foreach day in array days loop
    own := date_trunc('month', day);
    closed := app.closed_month_from(organization, own);
    month := greatest(own, (closed + interval '1 month')::date);
    if first_month is not null then
      month := greatest(month, least(first_month, this_month));
    elsif closed is null and not exists (
      select from billing_cycles where billing_cycles.organization_id = organization and billing_cycles.period <= own
    ) and not exists (
      select from opening_imports
      where opening_imports.organization_id = organization and opening_imports.as_of <= own
        and opening_imports.status in ('COMPLETED', 'UNDOING', 'UNDONE') and not opening_imports.dry_run
    ) then
      month := null;
    end if;
    is_made := to_regclass('ledger_entries_' || to_char(month, 'YYYY_MM')) is not null;
    return next;
  end loop;
end $$;

-- A month only moves forward, and back only from its closing: with a reason, and only while no later month is closed or was
-- applied since, as a whole or for one of its houses. Closing and reopening wait for bookings of the organization.
create function app.keep_cycle_forward() returns trigger
language plpgsql as $$
declare
  today date := (now() at time zone 'Europe/Moscow')::date;
begin
  if (old.status, new.status) not in (('DRAFT', 'DRAFT'), ('DRAFT', 'APPLIED'), ('APPLIED', 'APPLIED'), ('APPLIED', 'CLOSED'), ('CLOSED', 'CLOSED'), ('CLOSED', 'APPLIED'))
    or (old.organization_id, old.year, old.month) <> (new.organization_id, new.year, new.month) then
    raise exception 'billing cycle % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  if old.status = 'DRAFT' and new.status = 'APPLIED' then
    new.applied_on := coalesce(new.applied_on, today);
  end if;
  if old.status = 'APPLIED' and new.status = 'CLOSED' then
    new.closed_on := coalesce(new.closed_on, today);
  end if;
  if old.status <> new.status and 'CLOSED' in (old.status, new.status) then
    perform app.hold_months(new.organization_id);
  end if;
  if old.status = 'CLOSED' and new.status = 'APPLIED' then
    if not exists (
      select from month_reopenings
      where month_reopenings.organization_id = old.organization_id and month_reopenings.billing_cycle_id = old.id
        and month_reopenings.closed_at = old.closed_at
    ) then
      raise exception 'billing cycle % is opened again without a reason: constraint "billing_cycles_reopened_for_a_reason"',
        old.id
        using errcode = 'restrict_violation', constraint = 'billing_cycles_reopened_for_a_reason';
    end if;
    if exists (
      select from billing_cycles as later
      where later.organization_id = old.organization_id and later.status = 'CLOSED' and later.period > old.period
    ) then
      raise exception 'a month after billing cycle % is closed: constraint "billing_cycles_last_is_reopened"', old.id
        using errcode = 'restrict_violation', constraint = 'billing_cycles_last_is_reopened';
    end if;
    if exists (
      select from billing_cycles as later
      where later.organization_id = old.organization_id and later.period > old.period and later.applied_at > old.closed_at
    ) or exists (
      select from house_months
      where house_months.organization_id = old.organization_id and house_months.period > old.period
        and house_months.applied_at > old.closed_at
    ) then
      raise exception 'a month after billing cycle % was applied since: constraint "billing_cycles_reopened_before_the_next"', old.id
        using errcode = 'restrict_violation', constraint = 'billing_cycles_reopened_before_the_next';
    end if;
  end if;
  -- The clocks of two machines may differ slightly.
  if (old.applied_on, old.closed_on) is distinct from (new.applied_on, new.closed_on)
    and greatest(new.applied_on, new.closed_on) > today + 1 then
    raise exception 'the day % has not come yet', greatest(new.applied_on, new.closed_on)
      using errcode = 'restrict_violation', constraint = 'billing_cycles_day_has_come';
  end if;
  return new;
end $$;

create trigger billing_cycles_forward before update on billing_cycles
  for each row execute function app.keep_cycle_forward();

-- Creates the partitions of a month. For the owner, who may restore months far away. A session that lists the partitions while one
-- is being attached may keep the list without it, and from then on not read the month: so they are attached while nobody reads.
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
  -- Whoever held the lock before may have created this very month; a query sees it, the name cache does not yet.
  if exists (select from pg_class where relname = 'ledger_entries_' || suffix and relnamespace = 'public'::regnamespace) then
    return;
  end if;
  foreach parent in array array['charges', 'ledger_entries'] loop
    execute format('create table %I (like %I including all)', parent || '_' || suffix, parent);
  end loop;
  lock table charges, ledger_entries in access exclusive mode;
  foreach parent in array array['charges', 'ledger_entries'] loop
    part := parent || '_' || suffix;
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

-- The same for the application, whose role owns no table, when a month's first cycle is created. It refuses absurdly distant
-- months, since every reader of the shared tables looks at each partition. Which months an organization may have is decided by
-- the service; a year of difference between its clock and this one is tolerated.
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

revoke execute on function app.make_month(date), app.ensure_month(date) from public;

select app.grant_to_application('execute', 'function app.ensure_month(date)');

-- The computed common-house needs of a house's month, kept beside its charges: later months of the method `actual` take over the
-- carried volume, and the mean month and the yearly recalculation follow from the drawn volume.
create table common_needs_months (
  organization_id bigint not null,
  house_id bigint not null,
  house_service_id bigint not null,
  period date not null
    constraint common_needs_months_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- The method by which the month was charged.
  method text not null
    constraint common_needs_months_method_known check (method in ('actual', 'capped', 'norm-yearly', 'average-yearly')),
  -- What the house-wide meter counted beyond the rooms; null where that is not known.
  drawn numeric(16, 6)
    constraint common_needs_months_drawn_range check (drawn between -9999999999.999999 and 9999999999.999999),
  shared numeric(16, 6) not null
    constraint common_needs_months_shared_range check (shared between 0 and 9999999999.999999),
  carried numeric(16, 6) not null
    constraint common_needs_months_carried_range check (carried between -9999999999.999999 and 0),
  constraint common_needs_months_pkey primary key (organization_id, house_id, house_service_id, period)
);

-- Years that have been recalculated, each only once, as the key ensures. The lines are those of a correction in the next month.
create table year_corrections (
  organization_id bigint not null,
  house_id bigint not null,
  kind text not null constraint year_corrections_kind_known check (kind in ('common-needs', 'heating')),
  year smallint not null constraint year_corrections_year_range check (year between 2000 and 2999),
  id bigint not null default nextval('document_ids'),
  house_service_ids bigint[] not null
    constraint year_corrections_services_bounded check (cardinality(house_service_ids) <= 1000),
  -- Null where nothing differed.
  correction_id bigint,
  period date not null constraint year_corrections_period_range check (period between '2000-01-01' and '2999-12-31'),
  line_count integer not null constraint year_corrections_line_count_range check (line_count between 0 and 2147483647),
  amount numeric(14, 2) not null
    constraint year_corrections_amount_range check (amount between -999999999999.99 and 999999999999.99),
  requested_by bigint not null,
  created_at timestamptz not null default now(),
  constraint year_corrections_pkey primary key (organization_id, house_id, kind, year)
);
create index year_corrections_id on year_corrections (organization_id, id);

select app.distribute('common_needs_months');
select app.distribute('year_corrections');

select app.only_grows('year_corrections');
