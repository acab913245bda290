-- One row a sign-in: it holds which generation of the refresh token is good, so that no token is ever stored.
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
    constraint sessions_ended_reason_known check (ended_reason in ('logout', 'token-reused')),
  constraint sessions_ended_with_reason check ((ended_at is null) = (ended_reason is null)),
  constraint sessions_expires_after_rotation check (expires_at > rotated_at)
);

create index sessions_user_id_idx on sessions (user_id);

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert, update on sessions to auth_app;
exception
  when undefined_object then null;
end $$;
