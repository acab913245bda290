-- Keys of programs: each acts in the name of its maker, in one organization and with at most one role.
create table api_keys (
  id bigint generated always as identity constraint api_keys_pkey primary key,
  -- Organizations and memberships are in the core-service.
  organization_id bigint not null constraint api_keys_organization_id_positive check (organization_id > 0),
  user_id bigint not null constraint api_keys_user_id_fkey references users (id),
  name text not null constraint api_keys_name_length check (char_length(name) between 1 and 100),
  role text not null constraint api_keys_role_known check (role in ('owner', 'accountant', 'viewer')),
  -- SHA-256 of 256 random bits: a slower hash would protect it no better.
  key_hash bytea not null constraint api_keys_key_hash_unique unique
    constraint api_keys_key_hash_size check (octet_length(key_hash) = 32),
  ending text not null constraint api_keys_ending_length check (char_length(ending) = 4),
  created_at timestamptz not null,
  -- The last day on which it is valid, in Moscow time.
  expires_on date not null
    constraint api_keys_expires_on_bounded check (expires_on between date '2000-01-01' and date '2999-12-31'),
  last_used_at timestamptz,
  withdrawn_at timestamptz
);

create index api_keys_organization_id_idx on api_keys (organization_id, id);
create index api_keys_user_id_idx on api_keys (user_id, id);

select app.grant_to_application('select, insert, update', 'api_keys');
