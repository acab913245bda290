-- Why an account was not charged is a code and what it is about, each in its column; words are made of them where people read.
alter table skipped_accounts
  drop constraint skipped_accounts_reason_length;
update skipped_accounts set reason = split_part(reason, ':', 1);
alter table skipped_accounts
  add constraint skipped_accounts_reason_is_code check (reason ~ '^[a-z]+(-[a-z]+)*$' and char_length(reason) <= 64),
  add column facts jsonb not null default '{}'
    constraint skipped_accounts_facts_is_object check (jsonb_typeof(facts) = 'object'),
  add constraint skipped_accounts_facts_size check (pg_column_size(facts) <= 8000);
alter table skipped_accounts alter column facts drop default;
