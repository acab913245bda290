-- The proof that closed months stay unchanged: the lines of a month's accounts as a Merkle tree, whose root is in the month's
-- seal; seals as the leaves of one append-only log; and heads of that log, signed and published. Trees are hashed as in RFC 6962,
-- section 2.1. Also the results of the verifications of the whole ledger, and what they compare the books with.

-- The books of a month at its closing, as hashes that anyone can recompute.
create table month_seals (
  organization_id bigint not null,
  billing_cycle_id bigint not null,
  created_at timestamptz not null default now(),
  -- Its index in the log: 0, 1, 2, …
  log_index bigint not null constraint month_seals_log_index_range check (log_index between 0 and 1000000000000),
  -- The number of accounts with a line.
  accounts integer not null constraint month_seals_accounts_range check (accounts between 0 and 2147483647),
  -- The root of the tree of their lines.
  turnover_hash bytea not null constraint month_seals_turnover_hash_length check (length(turnover_hash) = 32),
  -- Over the last links of the houses' chains.
  chain_hash bytea not null constraint month_seals_chain_hash_length check (length(chain_hash) = 32),
  -- Over what has no entry of its own: the cycle, its houses' months, its corrections and the undone closings.
  papers_hash bytea not null constraint month_seals_papers_hash_length check (length(papers_hash) = 32),
  -- The results of the closing checks.
  checks jsonb not null constraint month_seals_checks_size check (octet_length(checks::text) <= 100000),
  constraint month_seals_pkey primary key (organization_id, billing_cycle_id, created_at)
);

-- The lines of a sealed month's accounts in the order of house and account, 256 per row, so that a proof reads one row, and only
-- the roots of the others.
create table sealed_lines (
  organization_id bigint not null,
  billing_cycle_id bigint not null,
  -- The time of the seal.
  sealed_at timestamptz not null,
  -- 0, 1, 2, … within the month.
  number integer not null constraint sealed_lines_number_range check (number between 0 and 10000000),
  first_house_id bigint not null,
  first_account_id bigint not null,
  -- Separated by line feeds.
  lines text not null constraint sealed_lines_length check (octet_length(lines) between 1 and 1000000),
  -- Of the tree of these lines.
  root bytea not null constraint sealed_lines_root_length check (length(root) = 32),
  constraint sealed_lines_pkey primary key (organization_id, billing_cycle_id, sealed_at, number)
);

-- The log of all organizations' seals. A leaf reveals only that a month was closed.
create table seal_log (
  index bigint not null constraint seal_log_pkey primary key
    constraint seal_log_index_range check (index between 0 and 1000000000000),
  leaf text not null constraint seal_log_leaf_length check (char_length(leaf) between 1 and 1000)
);

-- The signed heads of the log, as signed notes; the key is not in the database.
create table checkpoints (
  -- The number of seals in the log.
  size bigint not null constraint checkpoints_pkey primary key
    constraint checkpoints_size_range check (size between 1 and 1000000000000),
  note text not null constraint checkpoints_note_length check (char_length(note) between 1 and 2000),
  created_at timestamptz not null default now()
);

-- The cosignatures of witnesses on these heads, each given after checking that the log has only grown.
create table cosignatures (
  size bigint not null,
  witness text not null constraint cosignatures_witness_length check (char_length(witness) between 1 and 255),
  -- A line of a signed note.
  line text not null constraint cosignatures_line_length check (char_length(line) between 1 and 500),
  created_at timestamptz not null default now(),
  constraint cosignatures_pkey primary key (size, witness)
);

-- The result of the last requested verification of a month: shown to the next caller until theirs is done.
create table seal_verifications (
  organization_id bigint not null,
  billing_cycle_id bigint not null,
  started_at timestamptz not null,
  -- The index in the log of the seal that it was compared with; both are null for a month that was open.
  log_index bigint constraint seal_verifications_log_index_range check (log_index between 0 and 1000000000000),
  is_valid boolean,
  -- Houses, accounts and hashes, and the first faults of the chains, as returned.
  found jsonb not null constraint seal_verifications_found_size check (octet_length(found::text) <= 1000),
  chain_faults jsonb not null constraint seal_verifications_chain_faults_size check (octet_length(chain_faults::text) <= 200000),
  constraint seal_verifications_pkey primary key (organization_id, billing_cycle_id),
  constraint seal_verifications_whole check ((log_index is null) = (is_valid is null))
);

create sequence ledger_verification_ids as bigint;

-- Each verification of the whole ledger, its progress, and its findings: visible to all replicas, and to people. An interrupted
-- one resumes after the last organization.
create table ledger_verifications (
  id bigint not null default nextval('ledger_verification_ids') constraint ledger_verifications_pkey primary key,
  started_at timestamptz not null default now(),
  organizations bigint not null
    constraint ledger_verifications_organizations_range check (organizations between 0 and 1000000000000),
  verified bigint not null default 0
    constraint ledger_verifications_verified_range check (verified between 0 and 1000000000000),
  last_organization_id bigint not null default 0,
  finished_at timestamptz,
  -- Accounts whose balance is not the sum of their entries.
  drifting_accounts bigint not null default 0
    constraint ledger_verifications_drifting_accounts_range check (drifting_accounts between 0 and 1000000000000),
  -- Payments that are not allocated correctly: their parts do not add up to them.
  stray_payments bigint not null default 0
    constraint ledger_verifications_stray_payments_range check (stray_payments between 0 and 1000000000000),
  -- Months of houses whose sums are not those of their entries.
  wrong_sums bigint not null default 0
    constraint ledger_verifications_wrong_sums_range check (wrong_sums between 0 and 1000000000000),
  -- Links, entries and documents that do not belong together as they were booked.
  chain_faults bigint not null default 0
    constraint ledger_verifications_chain_faults_range check (chain_faults between 0 and 1000000000000),
  -- Entries without their documents, and documents without their entries.
  stray_documents bigint not null default 0
    constraint ledger_verifications_stray_documents_range check (stray_documents between 0 and 1000000000000),
  -- Months of houses whose charges are not those that were computed.
  wrong_months bigint not null default 0
    constraint ledger_verifications_wrong_months_range check (wrong_months between 0 and 1000000000000),
  -- Seals, their lines and their log.
  seal_faults bigint not null default 0
    constraint ledger_verifications_seal_faults_range check (seal_faults between 0 and 1000000000000),
  -- Entries of the audit log and its chains.
  audit_faults bigint not null default 0
    constraint ledger_verifications_audit_faults_range check (audit_faults between 0 and 1000000000000),
  -- Organizations that could not be verified: the database failed to read their books.
  unread_organizations bigint not null default 0
    constraint ledger_verifications_unread_organizations_range check (unread_organizations between 0 and 1000000000000)
);

select app.distribute('month_seals');
select app.distribute('sealed_lines');
select app.distribute('seal_verifications');
select app.replicate('seal_log');
select app.replicate('checkpoints');
select app.replicate('cosignatures');
select app.replicate('ledger_verifications');

alter table month_seals add constraint month_seals_billing_cycle_fkey
  foreign key (organization_id, billing_cycle_id) references billing_cycles (organization_id, id);

select app.only_grows('month_seals');
select app.only_grows('sealed_lines');
select app.only_grows('seal_log');
select app.only_grows('checkpoints');
select app.only_grows('cosignatures');

-- Stable, as the conversion is, so that it is inlined.
create function app.leaf_hash(leaf text) returns bytea
language sql stable
return sha256('\x00'::bytea || convert_to(leaf, 'UTF8'));

create function app.node_hash(children bytea) returns bytea
language sql immutable
return sha256('\x01'::bytea || children);

-- Over leaves, or over full trees of one height, the last of which may be smaller, as concatenated hashes: each level pairs its
-- nodes, and an odd one moves up unchanged. Where nodes come in fours, two levels are computed at once.
create function app.tree_root(hashes bytea) returns bytea
language plpgsql immutable as $$
begin
  if hashes = '' then
    return sha256('');
  end if;
  while length(hashes) % 128 = 0 loop
    hashes := (
      select string_agg(app.node_hash(app.node_hash(substring(hashes from at + 1 for 64))
        || app.node_hash(substring(hashes from at + 65 for 64))), ''::bytea order by at)
      from generate_series(0, length(hashes) - 1, 128) as at
    );
  end loop;
  while length(hashes) > 32 loop
    hashes := (
      select string_agg(case when at + 32 >= length(hashes) then substring(hashes from at + 1)
        else app.node_hash(substring(hashes from at + 1 for 64)) end, ''::bytea order by at)
      from generate_series(0, length(hashes) - 1, 64) as at
    );
  end loop;
  return hashes;
end $$;

-- The line of a seal in the log; the time in microseconds since 1970. Everything that a proof does not need separately is one
-- hash.
create function app.seal_leaf(
  organization_id bigint, period date, billing_cycle_id bigint, sealed_at timestamptz, accounts integer, turnover_hash bytea,
  chain_hash bytea, papers_hash bytea, checks jsonb
) returns text
language sql stable
return format('%s|%s|%s|%s|%s|%s|%s', organization_id, to_char(period, 'YYYY-MM'), billing_cycle_id,
  (extract(epoch from sealed_at) * 1000000)::bigint, accounts, encode(turnover_hash, 'hex'),
  encode(sha256(chain_hash || papers_hash || sha256(convert_to(checks::text, 'UTF8'))), 'hex'));

-- The sums of houses' months as they have to be according to the books: what stornos and payments have moved in them, and
-- everything.
create view summed_moves with (security_invoker = true) as
select parts.organization_id, parts.house_id, parts.period, sum(parts.charged_back) as charged_back,
  sum(parts.penalty_back) as penalty_back, sum(parts.paid_back) as paid_back, sum(parts.reversed) as reversed,
  sum(parts.settled) as settled
from (
  select stornos.organization_id, stornos.house_id, months.period,
    case when stornos.transaction_type <> 'PAYMENT' and ledger_entries.debt_kind = 'principal' and not months.is_own
      then credit - debit else 0.00 end as charged_back,
    case when stornos.transaction_type <> 'PAYMENT' and ledger_entries.debt_kind = 'penalty' and not months.is_own
      then credit - debit else 0.00 end as penalty_back,
    case when stornos.transaction_type = 'PAYMENT' and not months.is_own then debit - credit else 0.00 end as paid_back,
    case when stornos.transaction_type <> 'PAYMENT' and ledger_entries.debt_kind = 'principal' and months.is_own
      then credit - debit else 0.00 end as reversed,
    0.00 as settled
  from stornos
  join ledger_entries on ledger_entries.organization_id = stornos.organization_id
    and ledger_entries.house_id = stornos.house_id
    and ledger_entries.personal_account_id = stornos.personal_account_id
    and ledger_entries.id = stornos.storno_id and ledger_entries.period = stornos.period
  left join adjustments as lowered on lowered.organization_id = stornos.organization_id
    and lowered.house_id = stornos.house_id and lowered.personal_account_id = stornos.personal_account_id
    and lowered.id = stornos.document_id and stornos.transaction_type = 'ADJUSTMENT' and lowered.amount < 0
  cross join lateral (
    values (stornos.period, false), (coalesce(lowered.period, stornos.entry_period), true)
  ) as months (period, is_own)
  union all
  select adjustments.organization_id, adjustments.house_id, months.period, 0.00, 0.00, 0.00, months.amount, 0.00
  from adjustments
  cross join lateral (
    values (adjustments.booked_in, adjustments.amount), (adjustments.period, -adjustments.amount)
  ) as months (period, amount)
  where adjustments.amount < 0 and adjustments.debt_kind = 'principal'
  union all
  -- Also those that were undone: the month of the debt keeps its row.
  select opening_balances.organization_id, opening_balances.house_id, months.period, 0.00, 0.00, 0.00,
    case when opening_imports.undone_at is null then months.amount else 0.00 end, 0.00
  from opening_balances
  join opening_imports on opening_imports.organization_id = opening_balances.organization_id
    and opening_imports.id = opening_balances.import_id
  cross join lateral (
    values (opening_balances.booked_in, opening_balances.amount), (opening_balances.period, -opening_balances.amount)
  ) as months (period, amount)
  where opening_balances.booked_in > opening_balances.period and opening_balances.kind = 'principal'
  union all
  select payment_allocations.organization_id, payment_allocations.house_id, payment_allocations.period,
    0.00, 0.00, 0.00, 0.00, sum(payment_allocations.amount)
  from payment_allocations
  where payment_allocations.debt_kind = 'principal' and payment_allocations.period is not null
  group by payment_allocations.organization_id, payment_allocations.house_id, payment_allocations.period
) as parts
group by parts.organization_id, parts.house_id, parts.period;

create view summed_books with (security_invoker = true) as
select parts.organization_id, parts.house_id, parts.period, sum(parts.entries) as entries, sum(parts.charged) as charged,
  sum(parts.penalty) as penalty, sum(parts.paid) as paid, sum(parts.charged_back) as charged_back,
  sum(parts.penalty_back) as penalty_back, sum(parts.paid_back) as paid_back, sum(parts.reversed) as reversed,
  sum(parts.settled) as settled
from (
  select ledger_entries.organization_id, ledger_entries.house_id, ledger_entries.period, count(*) as entries,
    coalesce(sum(debit - credit) filter (where counted.kind = 'CHARGE'), 0.00) as charged,
    coalesce(sum(debit - credit) filter (where counted.kind = 'PENALTY'), 0.00) as penalty,
    coalesce(sum(credit - debit) filter (where counted.kind = 'PAYMENT'), 0.00) as paid,
    0.00 as charged_back, 0.00 as penalty_back, 0.00 as paid_back, 0.00 as reversed, 0.00 as settled
  from ledger_entries
  cross join lateral app.counts_as(transaction_type, debt_kind, id, document_id, debit) as counted (kind)
  group by ledger_entries.organization_id, ledger_entries.house_id, ledger_entries.period
  union all
  select summed_moves.organization_id, summed_moves.house_id, summed_moves.period, 0, 0.00, 0.00, 0.00,
    summed_moves.charged_back, summed_moves.penalty_back, summed_moves.paid_back, summed_moves.reversed, summed_moves.settled
  from summed_moves
) as parts
group by parts.organization_id, parts.house_id, parts.period;

-- For the owner: rebuilds the sums of an organization. Blocks bookings in its houses until the transaction ends.
create function app.sum_books(organization bigint) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform from ledger_heads where ledger_heads.organization_id = organization
  order by ledger_heads.house_id
  for update;
  delete from house_month_sums where house_month_sums.organization_id = organization;
  insert into house_month_sums (organization_id, house_id, period, entries, charged, penalty, paid, charged_back,
    penalty_back, paid_back, reversed, settled)
  select summed_books.organization_id, summed_books.house_id, summed_books.period, summed_books.entries,
    summed_books.charged, summed_books.penalty, summed_books.paid, summed_books.charged_back, summed_books.penalty_back,
    summed_books.paid_back, summed_books.reversed, summed_books.settled
  from summed_books
  where summed_books.organization_id = organization;
end $$;

revoke execute on function app.sum_books(bigint) from public;

-- The hashed text of what was booked, document by document.
create view booked_documents with (security_invoker = true) as
select organization_id, house_id, id, created_at,
  app.payment_line(personal_account_id, id, amount, principal_amount, penalty_amount, paid_on, named_period, booked_in, source,
    reference) as line
from payments
union all
select organization_id, house_id, id, created_at,
  app.allocation_line(personal_account_id, id, payment_id, debt_kind, period, amount, reason, cause_id)
from payment_allocations
union all
select organization_id, house_id, storno_id, created_at,
  app.storno_line(personal_account_id, storno_id, entry_id, entry_period, period, transaction_type, document_id, reason)
from stornos
union all
select organization_id, house_id, id, created_at, line from accrual_documents
union all
select organization_id, house_id, id, created_at,
  app.adjustment_line(personal_account_id, id, kind, debt_kind, amount, period, booked_in, effective_on, house_service_id,
    service_name, is_major_repairs, reason, basis, requested_by, confirmed_by)
from adjustments
union all
select organization_id, house_id, id, created_at,
  app.opening_line(personal_account_id, id, import_id, line, period, as_of, booked_in, kind, amount, house_service_id,
    service_name, service_kind)
from opening_balances;

-- For an owner who has inserted entries and documents directly: creates the missing links, and the sums.
create function app.link_unlinked(organization bigint) returns void
language plpgsql security definer set search_path = public, app, pg_temp set datestyle = 'ISO' as $$
begin
  insert into unlinked_bookings (organization_id, house_id, period, entry_ids, digest, created_at)
  select entries.organization_id, entries.house_id, entries.period, array_agg(entries.id),
    sha256(convert_to(string_agg(
      app.ledger_line(entries.personal_account_id, entries.id, entries.period, entries.transaction_type, entries.debt_kind,
        entries.debit, entries.credit, entries.document_id, entries.effective_on),
      E'\n'), 'UTF8')), entries.created_at
  from ledger_entries as entries
  left join (
    select ledger_links.house_id, unnest(ledger_links.entry_ids) as id from ledger_links
    where ledger_links.organization_id = organization
  ) as linked on linked.house_id = entries.house_id and linked.id = entries.id
  where entries.organization_id = organization and linked.id is null
  group by entries.organization_id, entries.house_id, entries.period, entries.created_at;
  perform app.link_digests(organization);
  perform app.append_links(organization, array(
    select row(documents.house_id, null, null, '{}', sha256(''), array_agg(documents.id order by documents.id),
      sha256(convert_to(string_agg(documents.line, E'\n' order by documents.id), 'UTF8')), null,
      documents.created_at)::app.new_link
    from booked_documents as documents
    left join (
      select ledger_links.house_id, unnest(ledger_links.document_ids) as id from ledger_links
      where ledger_links.organization_id = organization
    ) as linked on linked.house_id = documents.house_id and linked.id = documents.id
    where documents.organization_id = organization and linked.id is null
    group by documents.house_id, documents.created_at
    order by documents.house_id, documents.created_at
  ));
  perform app.sum_books(organization);
end $$;
