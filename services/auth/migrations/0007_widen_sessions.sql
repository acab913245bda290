-- A person sees where they are signed in and ends what they do not know; what is long over is swept away.
alter table sessions
  add column user_agent text
    constraint sessions_user_agent_length check (char_length(user_agent) between 1 and 200);

alter table sessions drop constraint sessions_ended_reason_known;
alter table sessions add constraint sessions_ended_reason_known check (
  ended_reason in (
    'logout', 'token-reused', 'ended-by-user', 'logout-all', 'password-changed', 'two-factor-disabled'
  )
);

-- When a session was over, or will be.
create index sessions_over_at_idx on sessions (coalesce(ended_at, expires_at));

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant delete on sessions to auth_app;
exception
  when undefined_object then null;
end $$;
