-- A day or a month beyond the calendar of the platform, `infinity` among them, gets into no table: it would be counted in
-- every balance and every penalty after it.
alter table house_months
  add constraint house_months_period_range check (period between '2000-01-01' and '2999-12-31');
alter table calculation_jobs
  add constraint calculation_jobs_period_range check (period between '2000-01-01' and '2999-12-31');
alter table skipped_accounts
  add constraint skipped_accounts_period_range check (period between '2000-01-01' and '2999-12-31');

alter table charges
  add constraint charges_period_range check (period between '2000-01-01' and '2999-12-31'),
  add constraint charges_corrected_period_range check (corrected_period between '2000-01-01' and '2999-12-31');
alter table corrections
  add constraint corrections_period_range check (period between '2000-01-01' and '2999-12-31'),
  add constraint corrections_period_from_range check (period_from between '2000-01-01' and '2999-12-31'),
  add constraint corrections_period_to_range check (period_to between '2000-01-01' and '2999-12-31');

alter table ledger_entries
  add constraint ledger_entries_period_range check (period between '2000-01-01' and '2999-12-31'),
  add constraint ledger_entries_effective_range check (effective_on between '2000-01-01' and '2999-12-31');
alter table ledger_links
  add constraint ledger_links_period_range check (period between '2000-01-01' and '2999-12-31');
alter table unlinked_bookings
  add constraint unlinked_bookings_period_range check (period between '2000-01-01' and '2999-12-31');
alter table stornos
  add constraint stornos_period_range check (period between '2000-01-01' and '2999-12-31'),
  add constraint stornos_entry_period_range check (entry_period between '2000-01-01' and '2999-12-31');
alter table account_balances
  add constraint account_balances_money_until_range check (money_until between '2000-01-01' and '2999-12-31');

alter table payments
  add constraint payments_booked_in_range check (booked_in between '2000-01-01' and '2999-12-31');
alter table payment_allocations
  add constraint payment_allocations_period_range check (period between '2000-01-01' and '2999-12-31');
alter table payment_import_rows
  add constraint payment_import_rows_named_period_range check (named_period between '2000-01-01' and '2999-12-31');

alter table penalty_accruals
  add constraint penalty_accruals_period_range check (period between '2000-01-01' and '2999-12-31'),
  add constraint penalty_accruals_target_range check (target_on between '2000-01-01' and '2999-12-31');
alter table penalty_accrual_debts
  add constraint penalty_accrual_debts_period_range check (period between '2000-01-01' and '2999-12-31'),
  add constraint penalty_accrual_debts_due_range check (due_on between '2000-01-01' and '2999-12-31'),
  add constraint penalty_accrual_debts_counted_from_range check (counted_from between '2000-01-01' and '2999-12-31'),
  add constraint penalty_accrual_debts_counted_to_range check (counted_to between '2000-01-01' and '2999-12-31');

alter table disputes
  add constraint disputes_period_range check (period between '2000-01-01' and '2999-12-31');
