-- What is kept of every request that changes anything: who changed what, and the response stored for an idempotency key. Both are
-- written in the transaction of the change. Also the files that are made from the books and kept for some days.
create sequence audit_log_ids as bigint;

-- Append-only.
create table audit_log (
  -- 0 for what belongs to no organization.
  organization_id bigint not null,
  id bigint not null default nextval('audit_log_ids'),
  at timestamptz not null default now(),
  user_id bigint,
  action text not null
    constraint audit_log_action_form check (action ~ '^[a-z-]+\.[a-z-]+$' and char_length(action) <= 60),
  object_type text not null
    constraint audit_log_object_type_form check (object_type ~ '^[a-z-]+$' and char_length(object_type) <= 40),
  object_id text not null constraint audit_log_object_id_length check (char_length(object_id) between 1 and 64),
  before jsonb constraint audit_log_before_size check (octet_length(before::text) <= 1000000),
  after jsonb constraint audit_log_after_size check (octet_length(after::text) <= 1000000),
  request_id text not null constraint audit_log_request_id_length check (char_length(request_id) between 1 and 64),
  -- The key of the program that made the request on the user's behalf.
  api_key_id bigint constraint audit_log_api_key_id_positive check (api_key_id > 0),
  constraint audit_log_pkey primary key (organization_id, id)
);

select app.distribute('audit_log');

-- For admins' queries over all organizations.
create index audit_log_id_idx on audit_log (id);
create index audit_log_user_id_idx on audit_log (user_id, id);
create index audit_log_object_idx on audit_log (object_type, object_id, id);

select app.only_grows('audit_log');

-- The chains of the audit log: each statement that writes entries appends a link to one of its organization's chains, the first
-- one not locked at that moment, so that nobody waits. A link's hash covers the link before it. Its columns have no checks, which
-- PostgreSQL would read again for each statement: only the function below writes them.
create table audit_links (
  organization_id bigint not null,
  -- 0, 1, 2, … within the organization.
  chain bigint not null,
  -- 1, 2, 3, … within the chain.
  number bigint not null,
  -- The entries in the order of their lines.
  entry_ids bigint[] not null,
  -- SHA-256 of the previous hash (none for the first link), and of the entries' lines in UTF-8 with line feeds between.
  hash bytea not null,
  constraint audit_links_pkey primary key (organization_id, chain, number)
);

-- The last link of each chain. Its number is the number of links.
create table audit_heads (
  organization_id bigint not null,
  chain bigint not null,
  number bigint not null,
  hash bytea not null,
  constraint audit_heads_pkey primary key (organization_id, chain)
) with (fillfactor = 50);

select app.distribute('audit_links');
select app.distribute('audit_heads');

select app.only_grows('audit_links');

-- The hashed text of an entry: text quoted as in SQL, the time in microseconds since 1970.
create function app.audit_line(
  id bigint, at timestamptz, user_id bigint, action text, object_type text, object_id text, before jsonb, after jsonb,
  request_id text, api_key_id bigint
) returns text
language sql stable
return format('%s|%s|%s|%s|%s|%L|%L|%s|%s|%s', id, (extract(epoch from at) * 1000000)::bigint, user_id, action, object_type,
  object_id, request_id, before, after, api_key_id);

create function app.link_audit() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  written record;
  head audit_heads;
  free integer;
begin
  for written in
    select added.organization_id, array_agg(added.id) as ids,
      string_agg(app.audit_line(added.id, added.at, added.user_id, added.action, added.object_type, added.object_id,
        added.before, added.after, added.request_id, added.api_key_id), E'\n') as lines
    from added
    group by added.organization_id
  loop
    -- An advisory lock: a row lock would be written to the row, and to the write-ahead log, before the row is changed.
    free := 0;
    while not pg_try_advisory_xact_lock(hashint8(written.organization_id), free) loop
      free := free + 1;
    end loop;
    update audit_heads
    set number = audit_heads.number + 1, hash = sha256(audit_heads.hash || convert_to(written.lines, 'UTF8'))
    where audit_heads.organization_id = written.organization_id and audit_heads.chain = free
    returning * into head;
    if not found then
      insert into audit_heads (organization_id, chain, number, hash)
      values (written.organization_id, free, 1, sha256(convert_to(written.lines, 'UTF8')))
      returning * into head;
    end if;
    insert into audit_links (organization_id, chain, number, entry_ids, hash)
    values (head.organization_id, head.chain, head.number, written.ids, head.hash);
  end loop;
  return null;
end $$;

create trigger audit_log_linked after insert on audit_log referencing new table as added
  for each statement execute function app.link_audit();

-- Writes entries from within a function that books, which saves a statement of its own. Their ids are drawn before, where the
-- organization's other entries get theirs: on an engine each node has ids of its own.
-- `entries`: [{id, user_id, action, object_type, object_id, before, after, request_id, api_key_id}].
create function app.record_changes(organization bigint, entries jsonb) returns void
language plpgsql set search_path = public, app, pg_temp as $$
begin
  insert into audit_log (organization_id, id, user_id, action, object_type, object_id, before, after, request_id, api_key_id)
  select organization, entry.id, entry.user_id, entry.action, entry.object_type, entry.object_id, entry.before, entry.after,
    entry.request_id, entry.api_key_id
  from jsonb_to_recordset(entries) as entry (
    id bigint, user_id bigint, action text, object_type text, object_id text, before jsonb, after jsonb, request_id text,
    api_key_id bigint
  );
end $$;

-- Writes that move money are remembered for a day under their idempotency key. A key is valid within the organization whose books
-- it writes: two accountants who send the same request get the same response.
create table idempotency_keys (
  organization_id bigint not null,
  key text not null constraint idempotency_keys_key_length check (char_length(key) between 1 and 255),
  request_hash text not null
    constraint idempotency_keys_request_hash_length check (char_length(request_hash) between 1 and 64),
  answer json not null constraint idempotency_keys_answer_size check (octet_length(answer::text) <= 10000000),
  kept_until timestamptz not null,
  constraint idempotency_keys_pkey primary key (organization_id, key)
);
create index idempotency_keys_kept_until on idempotency_keys (organization_id, kept_until);

select app.distribute('idempotency_keys');

create sequence receipt_file_ids as bigint;

-- The receipts of many houses as one file: the request, its progress, and whether its pieces are still kept.
create table receipt_files (
  organization_id bigint not null,
  id bigint not null default nextval('receipt_file_ids'),
  period date not null constraint receipt_files_period_is_month check (extract(day from period) = 1)
    constraint receipt_files_period_range check (period between '2000-01-01' and '2999-12-31'),
  form text not null constraint receipt_files_form_known check (form in ('pdf', 'zip')),
  -- In the order in which they are printed.
  house_ids bigint[] not null
    constraint receipt_files_houses_bounded check (cardinality(house_ids) between 1 and 10000),
  file_name text not null constraint receipt_files_file_name_form check (file_name ~ '^[a-z0-9.-]{1,255}$'),
  status text not null default 'QUEUED'
    constraint receipt_files_status_known check (status in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- The start of the job that writes the pieces: an earlier one, presumed dead, can write none.
  attempt integer not null default 0 constraint receipt_files_attempt_range check (attempt between 0 and 2147483647),
  total_accounts integer not null,
  processed_accounts integer not null default 0,
  receipts integer not null default 0 constraint receipt_files_receipts_range check (receipts between 0 and 2147483647),
  houses_without_receipts bigint[] not null default '{}'
    constraint receipt_files_without_receipts_bounded check (cardinality(houses_without_receipts) <= 10000),
  byte_count bigint constraint receipt_files_byte_count_range check (byte_count between 0 and 10000000000),
  -- When its pieces were deleted.
  removed_at timestamptz,
  error text constraint receipt_files_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  error_facts jsonb constraint receipt_files_error_facts_is_object check (jsonb_typeof(error_facts) = 'object')
    constraint receipt_files_error_facts_size check (pg_column_size(error_facts) <= 8000),
  requested_by bigint not null,
  request_id text not null constraint receipt_files_request_id_length check (char_length(request_id) between 1 and 64),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint receipt_files_pkey primary key (organization_id, id),
  constraint receipt_files_error_has_facts check ((error is null) = (error_facts is null)),
  constraint receipt_files_whole_when_completed check ((status = 'COMPLETED') = (byte_count is not null))
);
create index receipt_files_waiting on receipt_files (organization_id) where status = 'QUEUED';
create index receipt_files_kept on receipt_files (organization_id) where status = 'COMPLETED' and removed_at is null;

-- The file's bytes, which are already compressed.
create table receipt_file_pieces (
  organization_id bigint not null,
  receipt_file_id bigint not null,
  number integer not null constraint receipt_file_pieces_number_range check (number between 1 and 100000),
  bytes bytea not null constraint receipt_file_pieces_bytes_size check (octet_length(bytes) between 1 and 4000000),
  constraint receipt_file_pieces_pkey primary key (organization_id, receipt_file_id, number)
);
alter table receipt_file_pieces alter column bytes set storage external;

-- The entries of ГИС ЖКХ for an organization's services.
create table gis_services (
  organization_id bigint not null,
  -- The code of a service, with /heat for its heat; or what a line without a service is for.
  subject text not null constraint gis_services_subject_form check (subject ~ '^[a-z][a-z0-9-]{1,49}(/heat|/meter)?$'),
  list text not null
    constraint gis_services_list_known check (list in ('housing', 'municipal', 'additional', 'resource', 'costs')),
  code text not null constraint gis_services_code_length check (char_length(code) between 1 and 20),
  guid uuid not null,
  constraint gis_services_pkey primary key (organization_id, subject)
);

-- The last export of a house's month.
create table gis_exports (
  organization_id bigint not null,
  house_id bigint not null,
  period date not null constraint gis_exports_period_is_month check (extract(day from period) = 1)
    constraint gis_exports_period_range check (period between '2000-01-01' and '2999-12-31'),
  documents integer not null constraint gis_exports_documents_range check (documents between 1 and 1000000),
  exported_at timestamptz not null,
  exported_by bigint not null,
  -- [{personalAccountId, uniqueNumber, errors}] for the documents that ГИС ЖКХ has answered to.
  answers jsonb not null default '[]' constraint gis_exports_answers_is_list check (jsonb_typeof(answers) = 'array')
    constraint gis_exports_answers_size check (pg_column_size(answers) <= 10000000),
  answered_at timestamptz,
  constraint gis_exports_pkey primary key (organization_id, house_id, period)
);

-- Requests through ГИС ЖКХ whether somebody has debts, and the answers.
create table debt_requests (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('document_ids'),
  personal_account_id bigint not null,
  account_number text not null
    constraint debt_requests_account_number_length check (char_length(account_number) between 1 and 50),
  number text not null constraint debt_requests_number_length check (char_length(number) between 1 and 50),
  requested_by text not null constraint debt_requests_requested_by_length check (char_length(requested_by) between 1 and 200),
  received_on date not null
    constraint debt_requests_received_range check (received_on between '2016-01-01' and '2999-12-31'),
  -- A debt counts only when confirmed by a court, in this decision.
  answer text constraint debt_requests_answer_known check (answer in ('no-debt', 'debt')),
  court_act text constraint debt_requests_court_act_length check (char_length(court_act) between 1 and 200),
  confirmed_amount numeric(14, 2)
    constraint debt_requests_confirmed_amount_range check (confirmed_amount between 0.01 and 999999999.99),
  answered_by bigint,
  answered_at timestamptz,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  constraint debt_requests_pkey primary key (organization_id, house_id, id),
  constraint debt_requests_answered_whole check (num_nulls(answer, answered_by, answered_at) in (0, 3)),
  constraint debt_requests_debt_is_confirmed
    check ((answer is not distinct from 'debt') = (court_act is not null) and (court_act is null) = (confirmed_amount is null))
);
create unique index debt_requests_number_once on debt_requests (organization_id, number, personal_account_id);
create index debt_requests_of_organization on debt_requests (organization_id, id);

-- Accounts whose receipt links were withdrawn. A link contains how often that had happened when it was made, and stops working
-- once it happens again.
create table withdrawn_links (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  withdrawals integer not null default 1 constraint withdrawn_links_withdrawals_range check (withdrawals between 1 and 1000000),
  -- The last time.
  withdrawn_at timestamptz not null default now(),
  withdrawn_by bigint not null,
  reason text not null constraint withdrawn_links_reason_length check (char_length(reason) between 1 and 500),
  constraint withdrawn_links_pkey primary key (organization_id, house_id, personal_account_id)
);

select app.distribute('receipt_files');
select app.distribute('receipt_file_pieces');
select app.distribute('gis_services');
select app.distribute('gis_exports');
select app.distribute('debt_requests');
select app.distribute('withdrawn_links');

alter table receipt_file_pieces add constraint receipt_file_pieces_file_fkey
  foreign key (organization_id, receipt_file_id) references receipt_files (organization_id, id);

-- Opening debts of the principal in the form of months' charges, of their own month and of that of their entry; without those
-- that were undone.
create view opened_debts with (security_invoker = true) as
select ledger_entries.organization_id, ledger_entries.house_id, ledger_entries.personal_account_id, opening_balances.period,
  ledger_entries.period as booked_in,
  opening_balances.house_service_id, opening_balances.service_name,
  sum(ledger_entries.debit - ledger_entries.credit) as amount
from ledger_entries
join opening_balances on opening_balances.organization_id = ledger_entries.organization_id
  and opening_balances.house_id = ledger_entries.house_id
  and opening_balances.personal_account_id = ledger_entries.personal_account_id
  and opening_balances.id = ledger_entries.document_id
where ledger_entries.transaction_type = 'OPENING' and opening_balances.kind = 'principal'
group by ledger_entries.organization_id, ledger_entries.house_id, ledger_entries.personal_account_id,
  ledger_entries.period, ledger_entries.document_id, opening_balances.period, opening_balances.house_service_id, opening_balances.service_name
having sum(ledger_entries.debit - ledger_entries.credit) <> 0;
