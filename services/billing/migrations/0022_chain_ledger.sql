-- The ledger's hash chain, one per house: each booking appends a link over its entries, and a link's hash covers the
-- link before it. Whoever holds a hash can prove that nothing booked until then was changed, added or taken away.
create table ledger_links (
  house_id bigint not null,
  -- 1, 2, 3, … within the house.
  number bigint not null,
  organization_id bigint not null,
  -- The month of its entries.
  period date not null,
  -- The entries in the order of their lines.
  entry_ids bigint[] not null constraint ledger_links_has_entries check (cardinality(entry_ids) > 0),
  -- SHA-256 of the lines, in UTF-8 with line feeds between.
  digest bytea not null constraint ledger_links_digest_length check (length(digest) = 32),
  -- SHA-256 of the hash before, none before the first, and this digest.
  hash bytea not null constraint ledger_links_hash_length check (length(hash) = 32),
  created_at timestamptz not null default now(),
  constraint ledger_links_pkey primary key (house_id, number)
);

-- The last link of each house: who books there appends to it, one after the other.
create table ledger_heads (
  house_id bigint not null constraint ledger_heads_pkey primary key,
  organization_id bigint not null,
  number bigint not null,
  hash bytea not null
) with (fillfactor = 80);

-- What a transaction has booked and not linked yet: its rows come and go within it.
create table unlinked_bookings (
  house_id bigint not null,
  id bigint not null generated always as identity,
  organization_id bigint not null,
  period date not null,
  entry_ids bigint[] not null,
  digest bytea not null,
  constraint unlinked_bookings_pkey primary key (house_id, id)
);

select app.distribute('ledger_links', 'house_id');
select app.distribute('ledger_heads', 'house_id');
select app.distribute('unlinked_bookings', 'house_id');

-- What is hashed of an entry, the same on every connection. Its house and month stand in the link.
create function app.ledger_line(
  personal_account_id bigint, id bigint, transaction_type text, debt_kind text, debit numeric, credit numeric,
  document_id bigint, effective_on date
) returns text
language sql stable
return concat_ws('|', personal_account_id, id, transaction_type, debt_kind, debit, credit, document_id,
  to_char(effective_on, 'YYYY-MM-DD'));

create function app.digest_entries() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into unlinked_bookings (house_id, organization_id, period, entry_ids, digest)
  select booked.house_id, min(booked.organization_id), booked.period, array_agg(booked.id),
    sha256(convert_to(string_agg(
      app.ledger_line(booked.personal_account_id, booked.id, booked.transaction_type, booked.debt_kind, booked.debit,
        booked.credit, booked.document_id, booked.effective_on),
      E'\n'), 'UTF8'))
  from booked
  group by booked.house_id, booked.period
  order by booked.house_id, booked.period;
  return null;
end $$;

-- At the commit: until then a head is free for others, and whoever books takes balances first and heads after them.
create function app.link_booking() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  with head as (
    insert into ledger_heads (house_id, organization_id, number, hash)
    values (new.house_id, new.organization_id, 1, sha256(new.digest))
    on conflict on constraint ledger_heads_pkey do update
      set number = ledger_heads.number + 1, hash = sha256(ledger_heads.hash || new.digest)
    returning ledger_heads.number, ledger_heads.hash
  )
  insert into ledger_links (house_id, number, organization_id, period, entry_ids, digest, hash)
  select new.house_id, head.number, new.organization_id, new.period, new.entry_ids, new.digest, head.hash
  from head;
  delete from unlinked_bookings where unlinked_bookings.house_id = new.house_id and unlinked_bookings.id = new.id;
  return null;
end $$;

create constraint trigger unlinked_bookings_linked after insert on unlinked_bookings
  deferrable initially deferred
  for each row execute function app.link_booking();

create trigger ledger_entries_linked after insert on ledger_entries referencing new table as booked
  for each statement execute function app.digest_entries();

create trigger ledger_links_only_grow before update or delete on ledger_links
  for each row execute function app.refuse_change();
create trigger ledger_links_never_truncated before truncate on ledger_links
  for each statement execute function app.refuse_change();

-- What was booked before there were links gets them as if it were booked now, one for each house and month.
create temporary table booked_before (like ledger_entries) on commit drop;
create trigger booked_before_linked after insert on booked_before referencing new table as booked
  for each statement execute function app.digest_entries();
insert into booked_before select * from ledger_entries order by house_id, id;

alter table ledger_links enable row level security;
create policy seen on ledger_links for select
  using ((select app.sees_all()) or organization_id = any ((select app.organizations_of('viewer'))::bigint[]));
alter table ledger_heads enable row level security;
create policy seen on ledger_heads for select
  using ((select app.sees_all()) or organization_id = any ((select app.organizations_of('viewer'))::bigint[]));

alter table unlinked_bookings enable row level security;

revoke execute on function app.digest_entries(), app.link_booking() from public;

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select on ledger_links, ledger_heads to billing_app;
exception
  when undefined_object then null;
end $$;
