-- The audit log: who changed what, when, from what to what, written in the transaction of the change and never changed. And
-- idempotency keys, with the responses to their first requests.
create sequence audit_log_ids as bigint;

create table audit_log (
  organization_id bigint not null,
  id bigint not null default nextval('audit_log_ids'),
  at timestamptz not null default now(),
  user_id bigint,
  action text not null,
  object_type text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  request_id text not null,
  -- The API key of the program that acted in the user's name.
  api_key_id bigint,
  constraint audit_log_pkey primary key (organization_id, id),
  constraint audit_log_action_form check (action ~ '^[a-z-]+\.[a-z-]+$' and char_length(action) <= 60),
  constraint audit_log_object_type_form check (object_type ~ '^[a-z-]+$' and char_length(object_type) <= 40),
  constraint audit_log_object_id_length check (char_length(object_id) between 1 and 64),
  constraint audit_log_before_size check (octet_length(before::text) <= 1000000),
  constraint audit_log_after_size check (octet_length(after::text) <= 1000000),
  constraint audit_log_request_id_length check (char_length(request_id) between 1 and 64),
  constraint audit_log_api_key_id_positive check (api_key_id > 0)
);

select app.distribute('audit_log');

-- For the platform's admins, who read the entries of all organizations.
create index audit_log_id_idx on audit_log (id);

create index audit_log_user_id_idx on audit_log (user_id, id);

create index audit_log_object_idx on audit_log (object_type, object_id, id);

-- Whose memberships have ended.
create index audit_log_member_idx on audit_log (organization_id, object_id, id) where object_type = 'member';

create function refuse_audit_change() returns trigger
language plpgsql as $$
begin
  raise exception 'the audit log only grows: % is refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;

create trigger audit_log_only_grows before update or delete on audit_log
  for each row execute function refuse_audit_change();

create trigger audit_log_never_truncated before truncate on audit_log
  for each statement execute function refuse_audit_change();

-- A key is unique within the organization whose data it writes: two accountants who send the same key get the same response.
create table idempotency_keys (
  organization_id bigint not null,
  key text not null,
  request_hash text not null,
  answer json not null,
  kept_until timestamptz not null,
  constraint idempotency_keys_pkey primary key (organization_id, key),
  constraint idempotency_keys_key_length check (char_length(key) between 1 and 255),
  constraint idempotency_keys_request_hash_length check (char_length(request_hash) between 1 and 64),
  constraint idempotency_keys_answer_size check (octet_length(answer::text) <= 10000000)
);

select app.distribute('idempotency_keys');

create index idempotency_keys_kept_until_idx on idempotency_keys (kept_until);

alter table audit_log enable row level security;

create policy seen on audit_log for select using (app.may_own(organization_id));

create policy written on audit_log for insert with check (app.may_see(organization_id));

alter table idempotency_keys enable row level security;

-- For deleting expired keys, which are never used for a response.
create policy seen on idempotency_keys for select
  using (app.may_write(organization_id) or kept_until <= now());

create policy written on idempotency_keys for insert with check (app.may_write(organization_id));

create policy changed on idempotency_keys for update
  using (app.may_write(organization_id) or kept_until <= now())
  with check (app.may_write(organization_id));

create policy deleted on idempotency_keys for delete using (app.sees_all() or kept_until <= now());

select app.grant_to_application('select, insert', 'audit_log');

select app.grant_to_application('select, insert, update, delete', 'idempotency_keys');

select app.grant_to_application('usage', 'sequence audit_log_ids');
