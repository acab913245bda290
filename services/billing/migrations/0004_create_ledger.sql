-- The books: entries that are never changed, the balances that are their sums, and a hash chain per house over the entries.

-- A debit raises a debt, a credit lowers it.
create table ledger_entries (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  id bigint not null,
  period date not null constraint ledger_entries_period_range check (period between '2000-01-01' and '2999-12-31'),
  transaction_type text not null
    constraint ledger_entries_transaction_type_known
      check (transaction_type in ('CHARGE', 'PAYMENT', 'PENALTY', 'STORNO', 'OPENING', 'ADJUSTMENT')),
  debt_kind text not null
    constraint ledger_entries_debt_kind_known check (debt_kind in ('principal', 'penalty')),
  debit numeric(14, 2) not null constraint ledger_entries_debit_range check (debit between 0 and 999999999999.99),
  credit numeric(14, 2) not null constraint ledger_entries_credit_range check (credit between 0 and 999999999999.99),
  -- The charge, payment, accrual, adjustment or opening balance behind the entry; for a storno the entry that it mirrors.
  document_id bigint not null,
  effective_on date not null
    constraint ledger_entries_effective_range check (effective_on between '2000-01-01' and '2999-12-31'),
  created_at timestamptz not null default now(),
  constraint ledger_entries_pkey primary key (organization_id, house_id, personal_account_id, id, period),
  constraint ledger_entries_one_side check ((debit = 0) <> (credit = 0)),
  constraint ledger_entries_charge_is_principal check (transaction_type <> 'CHARGE' or debt_kind = 'principal'),
  constraint ledger_entries_penalty_is_penalty check (transaction_type <> 'PENALTY' or debt_kind = 'penalty')
) partition by range (period);
-- Everything except charges is booked in one month, named by its document, so being unique in the month is being unique. The
-- entry of an opening balance has its document's id, like that of a charge; the entry that reverses it has another id, and exists
-- only once.
create unique index ledger_entries_document_once
  on ledger_entries (organization_id, house_id, personal_account_id, transaction_type, document_id, debt_kind, period)
  where transaction_type <> 'CHARGE' and (transaction_type <> 'OPENING' or id <> document_id);

-- The type under which an entry counts in sums: an adjustment of the principal and an opening debt are charges, an opening
-- advance is a payment. A reversal counts like the entry it reverses, so that both together are zero.
create function app.counts_as(transaction_type text, debt_kind text, id bigint, document_id bigint, debit numeric)
returns text
language sql immutable
return case
  when transaction_type not in ('OPENING', 'ADJUSTMENT') then transaction_type
  when debt_kind = 'penalty' then 'PENALTY'
  when transaction_type = 'ADJUSTMENT' then 'CHARGE'
  when (id = document_id) = (debit > 0) then 'CHARGE'
  else 'PAYMENT'
end;

-- What each account owes now: the sum of its entries except charges that are not merged yet, updated in the transaction that
-- books them.
create table merged_balances (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  principal_debt numeric(14, 2) not null default 0
    constraint merged_balances_principal_range check (principal_debt between -999999999999.99 and 999999999999.99),
  penalty_debt numeric(14, 2) not null default 0
    constraint merged_balances_penalty_range check (penalty_debt between -999999999999.99 and 999999999999.99),
  last_updated_at timestamptz not null,
  -- What a payment needs to know about its account without reading its whole ledger. It is derived from the ledger and the
  -- payments, and is rebuilt from them when it does not match the balance.
  -- The principal debt by month: {"2026-01": "356.63"}.
  open_debts jsonb not null default '{}'
    constraint merged_balances_open_debts_is_object check (jsonb_typeof(open_debts) = 'object'),
  -- How much of it is court fees, which payments cover before all months.
  open_court_fees numeric(14, 2) not null default 0
    constraint merged_balances_court_fees_range check (open_court_fees between 0 and 999999999999.99),
  -- The part of the payments' principal that is not allocated to any debt yet.
  advance numeric(14, 2) not null default 0
    constraint merged_balances_advance_range check (advance between 0 and 999999999999.99),
  -- The last day on which money was received, by a payment or by a month below zero.
  money_until date
    constraint merged_balances_money_until_range check (money_until between '2000-01-01' and '2999-12-31'),
  -- The month of `unmerged_charges` that is already included.
  merged_month date
    constraint merged_balances_merged_month_range check (merged_month between '2000-01-01' and '2999-12-31'),
  constraint merged_balances_pkey primary key (organization_id, house_id, personal_account_id)
  -- A month updates nearly every balance: when the new row fits on the page of the old one, no index is written.
) with (fillfactor = 50);

-- What an apply adds to the balances of a house, until it is merged into each account's balance: by the next booking for the
-- account, or by the job that follows. So a payment never waits for an apply, however many accounts that has. One row per house,
-- with one month: applying another month merges this one first.
create table unmerged_charges (
  organization_id bigint not null,
  house_id bigint not null,
  period date not null constraint unmerged_charges_period_range check (period between '2000-01-01' and '2999-12-31'),
  account_ids bigint[] not null,
  -- The charges of the accounts in the month, in the same order.
  amounts numeric(14, 2)[] not null
    constraint unmerged_charges_amounts_range check (999999999999.99 >= all (amounts) and -999999999999.99 <= all (amounts)),
  created_at timestamptz not null default now(),
  constraint unmerged_charges_pkey primary key (organization_id, house_id),
  constraint unmerged_charges_one_amount_each check (cardinality(account_ids) = cardinality(amounts))
);
-- Compression would cost more than it saves, as the rows are deleted within a minute.
alter table unmerged_charges alter column account_ids set storage external, alter column amounts set storage external;

-- The hash chain, one per house: each booking appends a link over its entries, and a link's hash covers the link before it. A
-- known hash proves that nothing booked until then was changed, added or removed.
create table ledger_links (
  organization_id bigint not null,
  house_id bigint not null,
  -- 1, 2, 3, … within the house.
  number bigint not null,
  -- The month of its entries; null where money moved between months and nothing was booked.
  period date constraint ledger_links_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- The entries in the order of their lines.
  entry_ids bigint[] not null,
  -- SHA-256 of the lines, in UTF-8 with line feeds between.
  digest bytea not null constraint ledger_links_digest_length check (length(digest) = 32),
  -- The documents that the booking wrote, such as payments, allocations and stornos, and the digest of their lines; empty without
  -- any.
  document_ids bigint[] not null,
  documents bytea not null constraint ledger_links_documents_length check (length(documents) in (0, 32)),
  -- SHA-256 of the previous hash (none for the first link), the link's own line, the digest and that of the documents.
  hash bytea not null constraint ledger_links_hash_length check (length(hash) = 32),
  -- Also the time of its entries.
  created_at timestamptz not null default now(),
  constraint ledger_links_pkey primary key (organization_id, house_id, number),
  constraint ledger_links_has_entries check ((cardinality(entry_ids) > 0) = (period is not null)),
  constraint ledger_links_is_of_something check (cardinality(entry_ids) + cardinality(document_ids) > 0),
  constraint ledger_links_documents_whole check ((cardinality(document_ids) > 0) = (length(documents) > 0))
);
-- Compressing the ids of a house takes a third of the time that its digest does, and saves a few bytes per entry.
alter table ledger_links alter column entry_ids set storage external, alter column document_ids set storage external;

-- The last link of each house: bookings in the house lock it and append to it one after another.
create table ledger_heads (
  organization_id bigint not null,
  house_id bigint not null,
  number bigint not null,
  hash bytea not null,
  constraint ledger_heads_pkey primary key (organization_id, house_id)
) with (fillfactor = 80);

-- A storno mirrors one entry once: same account, same kind of debt, sides swapped. A payment has one entry per kind of debt.
create table stornos (
  organization_id bigint not null,
  house_id bigint not null,
  -- The reversed entry.
  entry_id bigint not null,
  entry_period date not null
    constraint stornos_entry_period_range check (entry_period between '2000-01-01' and '2999-12-31'),
  personal_account_id bigint not null,
  -- The entry of type STORNO, and the month in which it is booked.
  storno_id bigint not null,
  period date not null constraint stornos_period_range check (period between '2000-01-01' and '2999-12-31'),
  transaction_type text not null constraint stornos_transaction_type_known
    check (transaction_type in ('CHARGE', 'PAYMENT', 'PENALTY', 'ADJUSTMENT')),
  -- The charge, payment, accrual or adjustment behind the reversed entry.
  document_id bigint not null,
  reason text not null constraint stornos_reason_length check (char_length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  constraint stornos_pkey primary key (organization_id, house_id, entry_id)
);
create index stornos_account on stornos (organization_id, house_id, personal_account_id);

-- What a booking of whole houses has booked and not linked yet: its rows exist only within the transaction.
create table unlinked_bookings (
  organization_id bigint not null,
  house_id bigint not null,
  period date not null constraint unlinked_bookings_period_range check (period between '2000-01-01' and '2999-12-31'),
  entry_ids bigint[] not null,
  digest bytea not null,
  document_ids bigint[] not null default '{}',
  documents bytea not null default '',
  created_at timestamptz not null,
  -- What it adds to the month's sums.
  charged numeric(18, 2) not null default 0,
  penalty numeric(18, 2) not null default 0,
  constraint unlinked_bookings_pkey primary key (organization_id, house_id, period, created_at),
  constraint unlinked_bookings_are_numbers check ('NaN' not in (charged, penalty))
);
alter table unlinked_bookings alter column entry_ids set storage external, alter column document_ids set storage external;

select app.distribute('ledger_entries');
select app.distribute('merged_balances');
select app.distribute('unmerged_charges');
select app.distribute('ledger_links');
select app.distribute('ledger_heads');
select app.distribute('stornos');
select app.distribute('unlinked_bookings');

select app.only_grows('ledger_entries');
select app.only_grows('ledger_links');
select app.only_grows('stornos');

-- The hashed text of an entry; organization, house, month and time are in the link's line. Nearly all entries are charges as a
-- calculation makes them, with all but three columns alike: a shorter line is hashed in less than half the time. An entry with
-- any other value in those columns has the long line. concat_ws caches how each type is written, and skips nulls, of which an
-- entry has none. A day is written in the session's date style: ISO in the application, and in the posting functions.
create function app.ledger_line(
  personal_account_id bigint, id bigint, period date, transaction_type text, debt_kind text, debit numeric, credit numeric,
  document_id bigint, effective_on date
) returns text
language sql stable
return case
  when transaction_type = 'CHARGE' and debt_kind = 'principal' and credit = 0 and document_id = id
    -- The last day of the month.
    and effective_on - period between 27 and 30 and date_part('day', effective_on + 1) = 1
    then concat_ws('|', personal_account_id, id, debit)
  else concat_ws('|', personal_account_id, id, transaction_type, debt_kind, debit, credit, document_id, effective_on)
end;

create function app.storno_line(
  personal_account_id bigint, storno_id bigint, entry_id bigint, entry_period date, period date, transaction_type text,
  document_id bigint, reason text
) returns text
language sql stable
return format('storno|%s|%s|%s|%s|%s|%s|%s|%L', personal_account_id, storno_id, entry_id, entry_period, period,
  transaction_type, document_id, reason);

-- The hashed text of a link besides the lines of its entries; the time in microseconds since 1970.
create function app.link_line(
  organization_id bigint, house_id bigint, number bigint, period date, created_at timestamptz
) returns text
language sql stable
return format('%s|%s|%s|%s|%s', organization_id, house_id, number, to_char(period, 'YYYY-MM'),
  (extract(epoch from created_at) * 1000000)::bigint);

create function app.link_hash(
  hash_before bytea, organization_id bigint, house_id bigint, number bigint, period date, created_at timestamptz,
  digest bytea, documents bytea
) returns bytea
language sql stable
return sha256(hash_before
  || convert_to(app.link_line(organization_id, house_id, number, period, created_at), 'UTF8') || digest || documents);

-- What functions pass to each other. Arrays of a table's own row type are expensive: PostgreSQL copies its checks whenever one is
-- read.
create type app.booked_entry as (
  house_id bigint, personal_account_id bigint, id bigint, period date, transaction_type text, debt_kind text,
  debit numeric(14, 2), credit numeric(14, 2), document_id bigint, effective_on date
);
create type app.moved_balance as (
  house_id bigint, personal_account_id bigint, principal numeric, penalty numeric, open_debts jsonb,
  open_court_fees numeric, advance numeric, money_until date
);
-- A document, such as a payment or a storno, with its hashed text.
create type app.booked_document as (house_id bigint, id bigint, line text);
create type app.new_link as (
  house_id bigint, number bigint, period date, entry_ids bigint[], digest bytea, document_ids bigint[], documents bytea,
  hash bytea, created_at timestamptz
);

-- Appends links, without number and hash yet, to the chains of their houses; they have to be in the order of houses. Blocks other
-- bookings in the houses until the transaction ends.
create function app.append_links(organization bigint, links app.new_link[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  houses bigint[] := '{}';
  numbers bigint[] := '{}';
  hashes bytea[] := '{}';
  head ledger_heads;
  link app.new_link;
  house integer := 0;
begin
  foreach link in array links loop
    continue when link.house_id = houses[cardinality(houses)];
    houses := houses || link.house_id;
  end loop;
  for attempt in 1..2 loop
    for head in
      select * from ledger_heads
      where ledger_heads.organization_id = organization and ledger_heads.house_id = any(houses)
      order by ledger_heads.house_id
      for update
    loop
      numbers := numbers || head.number;
      hashes := hashes || head.hash;
    end loop;
    exit when cardinality(numbers) = cardinality(houses);
    numbers := '{}';
    hashes := '{}';
    insert into ledger_heads (organization_id, house_id, number, hash)
    select organization, places.house_id, 0, '' from unnest(houses) as places (house_id)
    order by places.house_id
    on conflict (organization_id, house_id) do nothing;
  end loop;
  for nth in 1..cardinality(links) loop
    link := links[nth];
    if house = 0 or houses[house] <> link.house_id then
      house := house + 1;
    end if;
    link.number := numbers[house] + 1;
    link.hash := app.link_hash(hashes[house], organization, link.house_id, link.number, link.period, link.created_at,
      link.digest, link.documents);
    numbers[house] := link.number;
    hashes[house] := link.hash;
    links[nth] := link;
  end loop;
  update ledger_heads set number = last.number, hash = last.hash
  from unnest(houses, numbers, hashes) as last (house_id, number, hash)
  where ledger_heads.organization_id = organization and ledger_heads.house_id = last.house_id;
  insert into ledger_links (organization_id, house_id, number, period, entry_ids, digest, document_ids, documents, hash,
    created_at)
  select organization, appended.house_id, appended.number, appended.period, appended.entry_ids, appended.digest,
    appended.document_ids, appended.documents, appended.hash, appended.created_at
  from unnest(links) as appended;
end $$;

-- A link for each house and month of what was just booked; the first link of a house covers the documents too.
create function app.link_entries(organization bigint, booked app.booked_entry[], documents app.booked_document[])
returns void
language plpgsql security definer set search_path = public, app, pg_temp set datestyle = 'ISO' as $$
begin
  perform app.append_links(organization, array(
    select row(coalesce(entries.house_id, papers.house_id), null, entries.period, coalesce(entries.ids, '{}'),
      coalesce(entries.digest, sha256('')), coalesce(papers.ids, '{}'), coalesce(papers.digest, ''), null, now())::app.new_link
    from (
      select entry.house_id, entry.period, row_number() over (partition by entry.house_id order by entry.period) as nth,
        array_agg(entry.id) as ids,
        sha256(convert_to(string_agg(
          app.ledger_line(entry.personal_account_id, entry.id, entry.period, entry.transaction_type, entry.debt_kind,
            entry.debit, entry.credit, entry.document_id, entry.effective_on),
          E'\n'), 'UTF8')) as digest
      from unnest(booked) as entry
      group by entry.house_id, entry.period
    ) as entries
    full join (
      select document.house_id, 1::bigint as nth, array_agg(document.id) as ids,
        sha256(convert_to(string_agg(document.line, E'\n'), 'UTF8')) as digest
      from unnest(documents) as document
      group by document.house_id
    ) as papers on papers.house_id = entries.house_id and papers.nth = entries.nth
    order by coalesce(entries.house_id, papers.house_id), entries.period
  ));
end $$;

-- The digest of what this transaction has booked of one type in a month of whole houses, given in order, to be linked at its end,
-- so that others wait for a house's head only during that. It is gathered by hashing, since only the links need sorting. The
-- totals of charges are summed by account, and provided by the caller.
create function app.digest_houses(organization bigint, houses bigint[], month date, type text, entries bigint) returns void
language plpgsql security definer set search_path = public, app, pg_temp set datestyle = 'ISO' set enable_sort = off as $$
begin
  insert into unlinked_bookings (organization_id, house_id, period, entry_ids, digest, created_at, penalty)
  select ledger_entries.organization_id, ledger_entries.house_id, ledger_entries.period, array_agg(ledger_entries.id),
    sha256(convert_to(string_agg(
      app.ledger_line(ledger_entries.personal_account_id, ledger_entries.id, ledger_entries.period,
        ledger_entries.transaction_type, ledger_entries.debt_kind, ledger_entries.debit, ledger_entries.credit,
        ledger_entries.document_id, ledger_entries.effective_on),
      E'\n'), 'UTF8')), ledger_entries.created_at,
    coalesce(sum(ledger_entries.debit - ledger_entries.credit) filter (where type = 'PENALTY'), 0)
  from ledger_entries
  where ledger_entries.organization_id = organization
    -- Whatever the planner assumes about a month that is just being filled, only these houses are read.
    and ledger_entries.house_id between houses[1] and houses[cardinality(houses)] and ledger_entries.house_id = any(houses)
    and ledger_entries.period = month and ledger_entries.transaction_type = type and ledger_entries.created_at = now()
  group by ledger_entries.organization_id, ledger_entries.house_id, ledger_entries.period, ledger_entries.created_at;
  if entries <> (
    select coalesce(sum(cardinality(unlinked_bookings.entry_ids)), 0) from unlinked_bookings
    where unlinked_bookings.organization_id = organization and unlinked_bookings.house_id = any(houses)
      and unlinked_bookings.period = month
  ) then
    raise exception 'another booked in these houses at the same microsecond' using errcode = 'serialization_failure';
  end if;
end $$;

-- Links what whole houses have booked, in the order of houses: as many together as one statement can hold the entries of in
-- memory. Payments wait for a head from here to the commit, so each statement covers many houses.
create function app.link_digests(organization bigint) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  booking unlinked_bookings;
  links app.new_link[] := '{}';
  entries bigint := 0;
begin
  for booking in select * from unlinked_bookings where unlinked_bookings.organization_id = organization
    order by unlinked_bookings.house_id, unlinked_bookings.period, unlinked_bookings.created_at
  loop
    links := links || row(booking.house_id, null, booking.period, booking.entry_ids, booking.digest, booking.document_ids,
      booking.documents, null, booking.created_at)::app.new_link;
    entries := entries + cardinality(booking.entry_ids);
    continue when entries < 100000;
    perform app.append_links(organization, links);
    links := '{}';
    entries := 0;
  end loop;
  perform app.append_links(organization, links);
  insert into house_month_sums (organization_id, house_id, period, entries, charged, penalty)
  select unlinked_bookings.organization_id, unlinked_bookings.house_id, unlinked_bookings.period,
    sum(cardinality(unlinked_bookings.entry_ids)), sum(unlinked_bookings.charged), sum(unlinked_bookings.penalty)
  from unlinked_bookings
  where unlinked_bookings.organization_id = organization
  group by unlinked_bookings.organization_id, unlinked_bookings.house_id, unlinked_bookings.period
  order by unlinked_bookings.house_id, unlinked_bookings.period
  on conflict (organization_id, house_id, period) do update
    set entries = house_month_sums.entries + excluded.entries, charged = house_month_sums.charged + excluded.charged,
      penalty = house_month_sums.penalty + excluded.penalty;
  delete from unlinked_bookings where unlinked_bookings.organization_id = organization;
end $$;
