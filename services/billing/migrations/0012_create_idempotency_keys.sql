-- Writes that move money are remembered for a day under the key they came with, in the transaction of their effect.
create table idempotency_keys (
  user_id bigint not null,
  key text not null constraint idempotency_keys_key_length check (char_length(key) between 1 and 255),
  request_hash text not null
    constraint idempotency_keys_request_hash_length check (char_length(request_hash) between 1 and 64),
  answer json not null constraint idempotency_keys_answer_size check (octet_length(answer::text) <= 10000000),
  kept_until timestamptz not null,
  constraint idempotency_keys_pkey primary key (user_id, key)
);

create index idempotency_keys_kept_until_idx on idempotency_keys (kept_until);

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert, update, delete on idempotency_keys to billing_app;
exception
  when undefined_object then null;
end $$;
