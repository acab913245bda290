-- A key counts within the organization whose books it writes: two accountants who send the same get the one answer. The
-- keys of before say no organization, and are worth nothing after a day.
delete from idempotency_keys;

alter table idempotency_keys drop column user_id;
alter table idempotency_keys add column organization_id bigint not null;
alter table idempotency_keys
  add constraint idempotency_keys_pkey primary key (organization_id, key);

-- What is past its time is answered to nobody, and whoever comes next sweeps it away.
alter table idempotency_keys enable row level security;
create policy seen on idempotency_keys for select
  using (
    (select app.sees_all()) or kept_until <= now()
    or organization_id = any ((select app.organizations_of('accountant'))::bigint[])
  );
create policy written on idempotency_keys for insert
  with check ((select app.sees_all()) or organization_id = any ((select app.organizations_of('accountant'))::bigint[]));
create policy changed on idempotency_keys for update
  using (
    (select app.sees_all()) or kept_until <= now()
    or organization_id = any ((select app.organizations_of('accountant'))::bigint[])
  )
  with check ((select app.sees_all()) or organization_id = any ((select app.organizations_of('accountant'))::bigint[]));
create policy deleted on idempotency_keys for delete
  using ((select app.sees_all()) or kept_until <= now());
