-- Who changed what, when, and the values before and after: written in the transaction of the change, and never changed.
create table audit_log (
  id bigint generated always as identity constraint audit_log_pkey primary key,
  at timestamptz not null default now(),
  organization_id bigint,
  user_id bigint,
  action text not null
    constraint audit_log_action_form check (action ~ '^[a-z-]+\.[a-z-]+$' and char_length(action) <= 60),
  object_type text not null
    constraint audit_log_object_type_form check (object_type ~ '^[a-z-]+$' and char_length(object_type) <= 40),
  object_id text not null constraint audit_log_object_id_length check (char_length(object_id) between 1 and 64),
  before jsonb constraint audit_log_before_size check (octet_length(before::text) <= 1000000),
  after jsonb constraint audit_log_after_size check (octet_length(after::text) <= 1000000),
  request_id text not null constraint audit_log_request_id_length check (char_length(request_id) between 1 and 64),
  -- The key of the program that made the request in the user's name.
  api_key_id bigint constraint audit_log_api_key_id_positive check (api_key_id > 0)
);

create index audit_log_user_id_idx on audit_log (user_id, id);

create index audit_log_object_idx on audit_log (object_type, object_id, id);

create function refuse_audit_change() returns trigger
language plpgsql as $$
begin
  raise exception 'the audit log only grows: % is refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;

create trigger audit_log_only_grows before update or delete on audit_log
  for each row execute function refuse_audit_change();

create trigger audit_log_never_truncated before truncate on audit_log
  for each statement execute function refuse_audit_change();

select app.grant_to_application('select, insert', 'audit_log');
