-- A session remembers how its user signed in, and may end because two-factor sign-in was turned off elsewhere.
alter table sessions
  add column methods text[] not null default '{pwd}'
    constraint sessions_methods_known
      check (methods <@ array['pwd', 'otp'] and 'pwd' = any (methods) and cardinality(methods) <= 2),
  drop constraint sessions_ended_reason_known,
  add constraint sessions_ended_reason_known
    check (ended_reason in ('logout', 'token-reused', 'two-factor-disabled'));
