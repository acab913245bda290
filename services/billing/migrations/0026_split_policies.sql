-- What is read is looked at by the policy of reading alone: one for all commands counted for reads as well, beside it, so
-- that each row was judged twice and each statement planned with both.
do $$
declare
  policy record;
begin
  for policy in select tablename, qual from pg_policies where schemaname = 'public' and cmd = 'ALL' loop
    execute format('drop policy changed on %I', policy.tablename);
    execute format('create policy written on %I for insert with check (%s)', policy.tablename, policy.qual);
    execute format('create policy changed on %I for update using (%s)', policy.tablename, policy.qual);
    execute format('create policy deleted on %I for delete using (%s)', policy.tablename, policy.qual);
  end loop;
end $$;
