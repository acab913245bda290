-- A large import tells the planner of the rows that it is storing. Statistics that are gathered by others meanwhile count
-- none of them, and with tables that seem empty every index looks as good as the right one: each account was then checked
-- against all others. Only the owner of a table may gather them.
create function app.analyze_registry() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze houses, rooms, account_numbers, personal_accounts, registered_persons;
end $$;
