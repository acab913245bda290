-- Receipts sent by e-mail: the requests, and a letter to each account, which waits here for the mail server.
create sequence delivery_ids as bigint;

create table deliveries (
  organization_id bigint not null,
  id bigint not null default nextval('delivery_ids'),
  period date not null constraint deliveries_period_is_month check (extract(day from period) = 1)
    constraint deliveries_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- In the order of the letters.
  house_ids bigint[] not null constraint deliveries_houses_bounded check (cardinality(house_ids) between 1 and 10000),
  -- Whether to retry where an earlier attempt failed.
  again boolean not null,
  status text not null default 'QUEUED'
    constraint deliveries_status_known check (status in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- The start of the job that writes letters: an earlier one, presumed dead, can write none.
  attempt integer not null default 0 constraint deliveries_attempt_range check (attempt between 0 and 2147483647),
  total_accounts integer not null constraint deliveries_total_range check (total_accounts between 0 and 2147483647),
  processed_accounts integer not null default 0
    constraint deliveries_processed_range check (processed_accounts between 0 and 2147483647),
  letters integer not null default 0 constraint deliveries_letters_range check (letters between 0 and 2147483647),
  houses_not_applied bigint[] not null default '{}'
    constraint deliveries_not_applied_bounded check (cardinality(houses_not_applied) <= 10000),
  error text constraint deliveries_error_is_code check (error ~ '^[a-z]+(-[a-z]+)*$' and char_length(error) <= 64),
  error_facts jsonb constraint deliveries_error_facts_is_object check (jsonb_typeof(error_facts) = 'object')
    constraint deliveries_error_facts_size check (pg_column_size(error_facts) <= 8000),
  requested_by bigint not null,
  request_id text not null constraint deliveries_request_id_length check (char_length(request_id) between 1 and 64),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint deliveries_pkey primary key (organization_id, id),
  constraint deliveries_error_has_facts check ((error is null) = (error_facts is null))
);
create index deliveries_waiting on deliveries (organization_id) where status = 'QUEUED';
create index deliveries_finished_at on deliveries (finished_at);

-- The outbox. It stores no text: a letter is composed when it is sent, and its receipt drawn.
create table delivery_letters (
  organization_id bigint not null,
  house_id bigint not null,
  delivery_id bigint not null,
  position integer not null constraint delivery_letters_position_range check (position between 1 and 2147483647),
  personal_account_id bigint not null,
  account_number text not null
    constraint delivery_letters_number_length check (char_length(account_number) between 1 and 100),
  period date not null constraint delivery_letters_period_is_month check (extract(day from period) = 1)
    constraint delivery_letters_period_range check (period between '2000-01-01' and '2999-12-31'),
  -- Null without an address.
  recipient text constraint delivery_letters_recipient_length check (char_length(recipient) between 3 and 254),
  outcome text not null constraint delivery_letters_outcome_known check (outcome in ('waiting', 'sent', 'refused', 'bounced',
    'expired', 'unconfirmed', 'cancelled', 'unsubscribed', 'no-address', 'address-bounced', 'already-sent', 'tried-before',
    'no-receipt')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0
    constraint delivery_letters_attempts_bounded check (attempts between 0 and 100000),
  -- Until then it is claimed by the process that sends it.
  locked_until timestamptz,
  -- From then on it may have arrived, and is never sent again.
  handed_over_at timestamptz,
  ended_at timestamptz,
  -- The mail server's last reply.
  reply text constraint delivery_letters_reply_length check (char_length(reply) <= 500),
  constraint delivery_letters_pkey primary key (organization_id, delivery_id, position),
  constraint delivery_letters_account_once unique (organization_id, delivery_id, personal_account_id),
  constraint delivery_letters_ended_with_outcome check ((ended_at is null) = (outcome = 'waiting')),
  constraint delivery_letters_sent_to_address check (recipient is not null or outcome in ('no-address', 'unsubscribed')),
  constraint delivery_letters_expires_after_creation check (expires_at > created_at)
);
-- The receipt of a month is sent to an address only once.
create unique index delivery_letters_once on delivery_letters (organization_id, personal_account_id, period, recipient)
  where outcome in ('waiting', 'sent');
create index delivery_letters_of_account on delivery_letters (organization_id, house_id, personal_account_id, period);
create index delivery_letters_due on delivery_letters (organization_id, next_attempt_at, delivery_id, position)
  where outcome = 'waiting';
create index delivery_letters_handed_over_at on delivery_letters (handed_over_at);
create index delivery_letters_created_at on delivery_letters (created_at);

-- Addresses to which nothing is sent: the last one of each account. Letters to another address of the account are sent.
create table closed_addresses (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  recipient text not null
    constraint closed_addresses_recipient_length check (char_length(recipient) between 3 and 254),
  reason text not null constraint closed_addresses_reason_known check (reason in ('bounced', 'unsubscribed')),
  closed_at timestamptz not null,
  -- The mail server's reply to the letter that bounced.
  reply text constraint closed_addresses_reply_length check (char_length(reply) <= 500),
  constraint closed_addresses_pkey primary key (organization_id, house_id, personal_account_id)
);

select app.distribute('deliveries');
select app.distribute('delivery_letters');
select app.distribute('closed_addresses');

alter table delivery_letters add constraint delivery_letters_delivery_fkey
  foreign key (organization_id, delivery_id) references deliveries (organization_id, id);

select app.secure('deliveries', 'app.may_write');
select app.secure('delivery_letters', 'app.may_write');
select app.secure('closed_addresses', 'app.may_write');

create trigger deliveries_told after update on deliveries for each row
  when (old.finished_at is null and new.finished_at is not null)
  execute function app.tell_webhooks_of_job('delivery');

select app.grant_to_application('usage', 'sequence delivery_ids');
select app.grant_to_application('select, insert, update, delete', 'deliveries, delivery_letters, closed_addresses');
