-- Access rights: row-level security for every table of an organization, and what the application's role may do at all. For
-- reading, only the policy of reading counts.

-- Rows can be read; policies let nobody write them.
create function app.show(target regclass) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy seen on %s for select using (app.may_see(organization_id))', target);
end $$;

-- `writer` is the function that allows adding rows, and changing and deleting them where the role may do so at all.
create function app.secure(target regclass, writer text) returns void
language plpgsql as $$
begin
  perform app.show(target);
  execute format('create policy written on %s for insert with check (%s(organization_id))', target, writer);
  execute format('create policy changed on %s for update using (%s(organization_id))', target, writer);
  execute format('create policy deleted on %s for delete using (%s(organization_id))', target, writer);
end $$;

select app.secure('billing_cycles', 'app.may_write');
select app.secure('month_seals', 'app.may_write');
select app.secure('sealed_lines', 'app.may_write');
select app.secure('seal_verifications', 'app.may_see');
select app.secure('month_reopenings', 'app.may_own');
select app.secure('check_acceptances', 'app.may_write');
select app.secure('remark_acceptances', 'app.may_write');
select app.secure('withdrawn_links', 'app.may_write');
select app.secure('calculation_jobs', 'app.may_write');
select app.secure('calculation_batches', 'app.may_write');
select app.secure('house_months', 'app.may_write');
select app.secure('found_outliers', 'app.may_see');
select app.secure('common_needs_months', 'app.may_write');
select app.secure('charged_services', 'app.may_write');
select app.secure('charged_accounts', 'app.may_write');
select app.secure('charge_templates', 'app.may_write');
select app.secure('charges', 'app.may_write');
select app.secure('skipped_accounts', 'app.may_write');
select app.secure('corrections', 'app.may_write');
select app.secure('year_corrections', 'app.may_write');
select app.secure('payment_imports', 'app.may_write');
select app.secure('payment_import_pieces', 'app.may_write');
select app.secure('payment_import_rows', 'app.may_write');
select app.secure('unidentified_payments', 'app.may_write');
select app.secure('opening_imports', 'app.may_write');
select app.secure('opening_import_pieces', 'app.may_write');
select app.secure('opening_import_refusals', 'app.may_write');
select app.secure('waiting_adjustments', 'app.may_write');
select app.secure('penalty_rules', 'app.may_own');
select app.secure('penalty_accrual_jobs', 'app.may_write');
select app.secure('penalty_accruals', 'app.may_write');
select app.secure('penalty_accrual_debts', 'app.may_write');
select app.secure('receipt_files', 'app.may_write');
select app.secure('gis_services', 'app.may_write');
select app.secure('gis_exports', 'app.may_write');
select app.secure('debt_requests', 'app.may_write');

-- The books are written only by their owner's functions.
select app.show('ledger_entries');
select app.show('merged_balances');
select app.show('unmerged_charges');
select app.show('ledger_links');
select app.show('ledger_heads');
select app.show('stornos');
select app.show('house_month_sums');
select app.show('payments');
select app.show('payment_allocations');
select app.show('adjustments');
select app.show('opening_balances');

-- Accessible only to those functions.
alter table unlinked_bookings enable row level security;

-- Made by residents, and stored by the platform for them.
alter table disputes enable row level security;
create policy seen on disputes for select using (app.may_see(organization_id));
create policy written on disputes for insert with check (app.sees_all());
create policy changed on disputes for update using (app.may_write(organization_id));

alter table audit_log enable row level security;
create policy seen on audit_log for select using (app.may_own(organization_id));
create policy written on audit_log for insert
  with check (organization_id = 0 or app.may_see(organization_id));

-- Written only by the log's trigger.
select app.show('audit_links');
select app.show('audit_heads');

-- The receipts in it have links with which anyone writes as a resident.
alter table receipt_file_pieces enable row level security;
create policy seen on receipt_file_pieces for select using (app.may_write(organization_id));
create policy written on receipt_file_pieces for insert with check (app.may_write(organization_id));
create policy deleted on receipt_file_pieces for delete using (app.may_write(organization_id));

-- A stored response is only for those who could have sent the request.
alter table idempotency_keys enable row level security;
create policy seen on idempotency_keys for select using (app.may_write(organization_id));
create policy written on idempotency_keys for insert with check (app.may_write(organization_id));
create policy changed on idempotency_keys for update using (app.may_write(organization_id));
create policy deleted on idempotency_keys for delete using (app.may_write(organization_id));

select app.grant_to_application('usage', 'sequence ' || string_agg(format('%I', relname), ', '))
from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace;

-- Called only by the posting functions.
revoke execute on function app.append_links(bigint, app.new_link[]),
  app.link_entries(bigint, app.booked_entry[], app.booked_document[]),
  app.digest_houses(bigint, bigint[], date, text, bigint), app.link_digests(bigint), app.link_unlinked(bigint) from public;

-- It runs in a transaction of the application's role, which its statement may not leave.
select app.delegate('app.write_openings(bigint, bigint, date, date)');

select app.grant_to_application('select, insert', 'month_seals, sealed_lines, seal_log, checkpoints, cosignatures, month_reopenings, corrections, year_corrections, penalty_accruals,
  penalty_accrual_debts, disputes, debt_requests, audit_log, key_rate_imports, payment_import_rows');
select app.grant_to_application('update (is_claimed)', 'payment_import_rows');
select app.grant_to_application('update (answer, settled_by, settled_at)', 'disputes');
select app.grant_to_application('select, insert, update', 'withdrawn_links, ledger_verifications, billing_cycles, check_acceptances, remark_acceptances, calculation_jobs,
  house_months, found_outliers, seal_verifications, charged_services, charged_accounts, payment_imports, opening_imports,
  unidentified_payments, penalty_accrual_jobs, waiting_adjustments, receipt_files, gis_exports');
select app.grant_to_application('update (answer, court_act, confirmed_amount, answered_by, answered_at)', 'debt_requests');
select app.grant_to_application('select, insert, delete', 'charge_templates, charges, payment_import_pieces, receipt_file_pieces,
  gis_services');
select app.grant_to_application('select, insert, update, delete', 'calculation_batches, skipped_accounts, common_needs_months, penalty_rates,
  penalty_rules, idempotency_keys, opening_import_pieces, opening_import_refusals');
-- The books, written only by the posting functions.
select app.grant_to_application('select', 'ledger_entries, account_balances, merged_balances, unmerged_charges, stornos, payments,
  payment_allocations, adjustments, opening_balances, ledger_links, ledger_heads, audit_links, audit_heads, house_month_sums, summed_moves, summed_books, explained_charges, computed_charges, accrual_documents,
  opened_debts, booked_documents');
