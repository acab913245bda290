-- What is kept of every request that changes anything: who changed what, and which answer a key stands for. Both are written
-- in the transaction of the change.
create sequence audit_log_ids as bigint;

-- Never changed itself.
create table audit_log (
  -- 0 of what belongs to no organization.
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
  constraint audit_log_pkey primary key (organization_id, id)
);

select app.distribute('audit_log');

-- What an admin asks: of all organizations.
create index audit_log_id_idx on audit_log (id);
create index audit_log_user_id_idx on audit_log (user_id, id);
create index audit_log_object_idx on audit_log (object_type, object_id, id);

select app.only_grows('audit_log');

-- Writes that move money are remembered for a day under the key that they came with. A key counts within the organization
-- whose books it writes: two accountants who send the same get the one answer.
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
