-- E-mail that waits for a mail server, and requests for a link to a new password.

-- The outbox: a message is written in the transaction of its cause and sent afterwards. It stores the facts that the letter is
-- written from, but no secrets: links are made when it is sent.
create table mail_messages (
  id bigint generated always as identity constraint mail_messages_pkey primary key,
  -- Of the service that requested the letter: a repeated request does not write it again.
  request_key uuid constraint mail_messages_request_key_unique unique,
  template text not null
    constraint mail_messages_template_form check (template ~ '^[a-z-]+$' and char_length(template) <= 60),
  facts jsonb not null constraint mail_messages_facts_size check (octet_length(facts::text) <= 10000),
  language text not null constraint mail_messages_language_known check (language in ('ru', 'en')),
  recipient text not null
    constraint mail_messages_recipient_length check (char_length(recipient) between 3 and 254),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0 constraint mail_messages_attempts_bounded check (attempts between 0 and 100000),
  -- The process that is sending it holds it until then.
  locked_until timestamptz,
  -- From then on it may have arrived, and is never sent again.
  handed_over_at timestamptz,
  outcome text
    constraint mail_messages_outcome_known check (outcome in ('sent', 'refused', 'expired', 'unconfirmed')),
  ended_at timestamptz,
  -- The mail server's last reply.
  reply text constraint mail_messages_reply_length check (char_length(reply) <= 500),
  constraint mail_messages_ended_with_outcome check ((ended_at is null) = (outcome is null)),
  constraint mail_messages_expires_after_creation check (expires_at > created_at)
);

create index mail_messages_due_idx on mail_messages (next_attempt_at) where outcome is null;

create index mail_messages_recipient_idx on mail_messages (recipient, ended_at) where outcome = 'sent';

create index mail_messages_ended_at_idx on mail_messages (ended_at) where outcome is not null;

-- Every request for a link leaves a row, so that it takes the same time for every address; whose address it is, is looked up
-- afterwards. The row of an unknown address is then deleted.
create table password_resets (
  id uuid not null default gen_random_uuid() constraint password_resets_pkey primary key,
  -- Folded for comparison; null once the user is known.
  email_key text constraint password_resets_email_key_length check (char_length(email_key) between 3 and 254),
  language text not null constraint password_resets_language_known check (language in ('ru', 'en')),
  request_id text not null
    constraint password_resets_request_id_length check (char_length(request_id) between 1 and 64),
  user_id bigint constraint password_resets_user_id_fkey references users (id),
  -- SHA-256 of the hash of the password that the link replaces: if the password has changed since, the link is void.
  replaces bytea constraint password_resets_replaces_size check (octet_length(replaces) = 32),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint password_resets_email_or_user check ((email_key is null) = (user_id is not null)),
  constraint password_resets_user_with_password check ((user_id is null) = (replaces is null)),
  constraint password_resets_used_by_user check (used_at is null or user_id is not null),
  constraint password_resets_expires_after_request check (expires_at > requested_at)
);

create index password_resets_to_look_up_idx on password_resets (requested_at) where email_key is not null;

create index password_resets_expires_at_idx on password_resets (expires_at);

select app.grant_to_application('select, insert, update, delete', 'mail_messages, password_resets');
