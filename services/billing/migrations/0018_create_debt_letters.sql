-- Letters to many debtors as one file: who gets one, who is left out and why, and the file's bytes.
create sequence debt_letters_ids as bigint;

create table debt_letters (
  organization_id bigint not null,
  id bigint not null default nextval('debt_letters_ids'),
  kind text not null constraint debt_letters_kind_known check (kind in ('claim', 'restriction')),
  form text not null constraint debt_letters_form_known check (form in ('pdf', 'zip')),
  -- Only shows who would get a letter.
  dry_run boolean not null,
  -- In the order of the letters.
  house_ids bigint[] not null constraint debt_letters_houses_bounded check (cardinality(house_ids) between 1 and 10000),
  -- Only these accounts; null for all.
  account_ids bigint[] constraint debt_letters_accounts_bounded check (cardinality(account_ids) <= 20000),
  min_months integer not null constraint debt_letters_min_months_range check (min_months between 0 and 999),
  min_debt numeric(14, 2) not null constraint debt_letters_min_debt_range check (min_debt between 0 and 999999999999.99),
  -- The day for which the letters state the debts.
  made_on date not null constraint debt_letters_made_on_range check (made_on between '2000-01-01' and '2999-12-31'),
  file_name text not null constraint debt_letters_file_name_form check (file_name ~ '^[a-z0-9.-]{1,255}$'),
  status text not null default 'QUEUED'
    constraint debt_letters_status_known check (status in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- The start of the job that writes: an earlier one, presumed dead, can write nothing.
  attempt integer not null default 0 constraint debt_letters_attempt_range check (attempt between 0 and 2147483647),
  total_accounts integer not null constraint debt_letters_total_range check (total_accounts between 0 and 2147483647),
  judged_accounts integer not null default 0
    constraint debt_letters_judged_range check (judged_accounts between 0 and 2147483647),
  left_out integer not null default 0 constraint debt_letters_left_out_range check (left_out between 0 and 2147483647),
  letters integer not null default 0 constraint debt_letters_letters_range check (letters between 0 and 2147483647),
  drawn_letters integer not null default 0
    constraint debt_letters_drawn_range check (drawn_letters between 0 and 2147483647),
  byte_count bigint constraint debt_letters_byte_count_range check (byte_count between 0 and 10000000000),
  -- When its pieces were deleted.
  removed_at timestamptz,
  error text constraint debt_letters_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  error_facts jsonb constraint debt_letters_error_facts_is_object check (jsonb_typeof(error_facts) = 'object')
    constraint debt_letters_error_facts_size check (pg_column_size(error_facts) <= 8000),
  requested_by bigint not null,
  request_id text not null constraint debt_letters_request_id_length check (char_length(request_id) between 1 and 64),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint debt_letters_pkey primary key (organization_id, id),
  constraint debt_letters_error_has_facts check ((error is null) = (error_facts is null)),
  constraint debt_letters_whole_when_completed
    check ((status = 'COMPLETED' and not dry_run) = (byte_count is not null))
);
create index debt_letters_waiting on debt_letters (organization_id) where status = 'QUEUED';
create index debt_letters_kept on debt_letters (organization_id)
  where status = 'COMPLETED' and removed_at is null and not dry_run;

-- The debtors examined, in the order of the file.
create table debt_letter_accounts (
  organization_id bigint not null,
  house_id bigint not null,
  debt_letters_id bigint not null,
  position integer not null constraint debt_letter_accounts_position_range check (position between 1 and 2147483647),
  personal_account_id bigint not null,
  account_number text not null
    constraint debt_letter_accounts_number_length check (char_length(account_number) between 1 and 100),
  payer text not null constraint debt_letter_accounts_payer_length check (char_length(payer) <= 500),
  address text not null constraint debt_letter_accounts_address_length check (char_length(address) <= 1000),
  -- The whole debt.
  debt numeric(14, 2) not null
    constraint debt_letter_accounts_debt_range check (debt between -999999999999.99 and 999999999999.99),
  -- Why there is no letter, a code; null where there is one.
  left_out text constraint debt_letter_accounts_left_out_is_code
    check (left_out ~ '^[a-z]+(-[a-z]+)*$' and char_length(left_out) <= 64),
  -- The content of the letter, by the books of its day.
  letter jsonb constraint debt_letter_accounts_letter_is_object check (jsonb_typeof(letter) = 'object')
    constraint debt_letter_accounts_letter_size check (pg_column_size(letter) <= 1000000),
  constraint debt_letter_accounts_pkey primary key (organization_id, debt_letters_id, position),
  constraint debt_letter_accounts_written_or_left_out check ((left_out is null) = (letter is not null))
);
create index debt_letter_accounts_of_account
  on debt_letter_accounts (organization_id, house_id, personal_account_id) where left_out is null;

-- The file's bytes, which are already compressed.
create table debt_letter_pieces (
  organization_id bigint not null,
  debt_letters_id bigint not null,
  number integer not null constraint debt_letter_pieces_number_range check (number between 1 and 100000),
  bytes bytea not null constraint debt_letter_pieces_bytes_size check (octet_length(bytes) between 1 and 4000000),
  constraint debt_letter_pieces_pkey primary key (organization_id, debt_letters_id, number)
);
alter table debt_letter_pieces alter column bytes set storage external;

-- The letters that a notice was made with: they are cancelled together.
alter table restriction_notices add column debt_letters_id bigint;
create index restriction_notices_of_letters on restriction_notices (organization_id, debt_letters_id)
  where debt_letters_id is not null;

select app.distribute('debt_letters');
select app.distribute('debt_letter_accounts');
select app.distribute('debt_letter_pieces');

alter table debt_letter_accounts add constraint debt_letter_accounts_letters_fkey
  foreign key (organization_id, debt_letters_id) references debt_letters (organization_id, id);
alter table debt_letter_pieces add constraint debt_letter_pieces_letters_fkey
  foreign key (organization_id, debt_letters_id) references debt_letters (organization_id, id);

select app.secure('debt_letters', 'app.may_write');
select app.secure('debt_letter_accounts', 'app.may_write');
select app.secure('debt_letter_pieces', 'app.may_write');

select app.grant_to_application('usage', 'sequence debt_letters_ids');
select app.grant_to_application('select, insert, update', 'debt_letters');
select app.grant_to_application('select, insert, delete', 'debt_letter_accounts, debt_letter_pieces');
select app.grant_to_application('delete', 'restriction_notices');
