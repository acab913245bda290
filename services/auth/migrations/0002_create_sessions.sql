-- One row per sign-in; a user's second factor from its setup to its end, the recovery codes, and sign-ins that wait for a code.

-- A session stores which generation of the refresh token is valid, so that no token is ever stored, and how its user signed in.
create table sessions (
  id uuid not null default gen_random_uuid() constraint sessions_pkey primary key,
  user_id bigint not null constraint sessions_user_id_fkey references users (id),
  generation integer not null default 1 constraint sessions_generation_positive check (generation >= 1),
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  authenticated_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text
    constraint sessions_ended_reason_known check (
      ended_reason in (
        'logout', 'token-reused', 'ended-by-user', 'logout-all', 'password-changed', 'password-reset', 'two-factor-disabled',
        'two-factor-reset'
      )
    ),
  methods text[] not null default '{pwd}'
    constraint sessions_methods_known
      check (methods <@ array['pwd', 'oidc', 'otp'] and methods[1] in ('pwd', 'oidc') and cardinality(methods) <= 2),
  -- Lets people recognize where they are signed in, and end sessions that they do not know.
  user_agent text
    constraint sessions_user_agent_length check (char_length(user_agent) between 1 and 200),
  constraint sessions_ended_with_reason check ((ended_at is null) = (ended_reason is null)),
  constraint sessions_expires_after_rotation check (expires_at > rotated_at)
);

create index sessions_user_id_idx on sessions (user_id);

-- When a session ended or will expire: sessions that were over long ago are deleted.
create index sessions_over_at_idx on sessions (coalesce(ended_at, expires_at));

create table two_factors (
  id bigint generated always as identity constraint two_factors_pkey primary key,
  user_id bigint not null constraint two_factors_user_id_fkey references users (id),
  -- AES-256-GCM: 12 bytes of nonce, the secret, 16 bytes of tag. Null once the factor is off.
  secret_encrypted bytea
    constraint two_factors_secret_encrypted_size check (octet_length(secret_encrypted) between 44 and 92),
  secret_kid text constraint two_factors_secret_kid_length check (char_length(secret_kid) between 1 and 16),
  created_at timestamptz not null,
  pending_until timestamptz,
  setup_tries integer not null default 0 constraint two_factors_setup_tries_bounded check (setup_tries between 0 and 5),
  enabled_at timestamptz,
  disabled_at timestamptz,
  -- The last 30-second step, counted from 1970, whose code was accepted.
  last_used_step bigint not null default 0
    constraint two_factors_last_used_step_bounded check (last_used_step between 0 and 10000000000),
  failures integer not null default 0 constraint two_factors_failures_bounded check (failures between 0 and 10),
  locked_until timestamptz,
  constraint two_factors_secret_with_kid check ((secret_encrypted is null) = (secret_kid is null)),
  constraint two_factors_secret_while_live check ((secret_encrypted is null) = (disabled_at is not null)),
  constraint two_factors_pending_or_enabled check ((pending_until is null) = (enabled_at is not null)),
  constraint two_factors_disabled_after_enabled check (disabled_at is null or enabled_at is not null)
);

create unique index two_factors_live_unique on two_factors (user_id) where disabled_at is null;

create table recovery_codes (
  two_factor_id bigint not null constraint recovery_codes_two_factor_id_fkey references two_factors (id),
  -- SHA-256 of 80 random bits: a slower hash would protect it no better.
  code_hash bytea not null constraint recovery_codes_code_hash_size check (octet_length(code_hash) = 32),
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (two_factor_id, code_hash)
);

create table sign_in_challenges (
  token_hash bytea not null constraint sign_in_challenges_pkey primary key
    constraint sign_in_challenges_token_hash_size check (octet_length(token_hash) = 32),
  two_factor_id bigint not null constraint sign_in_challenges_two_factor_id_fkey references two_factors (id),
  -- How the user has proved their identity so far.
  method text not null default 'pwd' constraint sign_in_challenges_method_known check (method in ('pwd', 'oidc')),
  attempts integer not null default 0 constraint sign_in_challenges_attempts_bounded check (attempts between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sign_in_challenges_expires_after_creation check (expires_at > created_at)
);

create index sign_in_challenges_expires_at_idx on sign_in_challenges (expires_at);

select app.grant_to_application('select, insert, update', 'two_factors, recovery_codes');

-- Rows of no value once they are over.
select app.grant_to_application('select, insert, update, delete', 'sessions, sign_in_challenges');
