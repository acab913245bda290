-- What the first admin has to know beside the username: made by a start of the service, gone once there is an admin.
create table bootstrap_secret (
  -- The one row: of replicas that start at once one makes it.
  id smallint not null default 1 constraint bootstrap_secret_pkey primary key
    constraint bootstrap_secret_single check (id = 1),
  -- SHA-256 of 128 random bits: nothing that a slower hash could protect better.
  secret_hash bytea not null constraint bootstrap_secret_hash_size check (octet_length(secret_hash) = 32),
  created_at timestamptz not null
);

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert, delete on bootstrap_secret to auth_app;
exception
  when undefined_object then null;
end $$;
