-- Queries run as a role that owns nothing, so that the database itself can refuse them; where the role cannot be
-- made they run as the owner, and the triggers alone stand guard.
do $$
begin
  create role billing_app nologin;
exception
  when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;

do $$
begin
  if not exists (select from pg_roles where rolname = 'billing_app') then
    return;
  end if;
  grant usage on schema public, app to billing_app;
  grant usage on sequence document_ids to billing_app;
  grant execute on function app.ensure_month(date) to billing_app;
  grant select, insert, update on billing_cycles, calculation_jobs, charged_services, house_months, account_balances
    to billing_app;
  grant select, insert, delete on charges to billing_app;
  grant select, insert on ledger_entries to billing_app;
  grant select, insert, update, delete on penalty_rates to billing_app;
  if not pg_has_role(current_user, 'billing_app', 'member') then
    begin
      grant billing_app to current_user;
    exception
      when insufficient_privilege or invalid_grant_operation then null;
    end;
  end if;
end $$;
