// Two years of entries for a hundred thousand accounts: a debt per month, and a late partial payment per month, so that nearly
// every debt bears penalties; one in a thousand charges was reversed.
import { sql, type Kysely } from 'kysely';

export const MONTHS = 24;
export const ACCOUNTS_PER_HOUSE = 250;

/** @param db one connection of the tables' owner */
export async function fillBooks(db: Kysely<unknown>, accounts: number): Promise<void> {
  const months = sql`generate_series(date '2024-10-01', date '2026-09-01', interval '1 month') as month`;
  const everybody = sql`generate_series(0, ${accounts - 1}::integer) as account`;
  const charged = sql`2000.37 + (account * 37 + extract(month from month)::integer * 101) % 3000`;
  const statements = [
    // Guards and chains of the ledger would take longer than its rows.
    sql`set session_replication_role = replica`,
    sql`
      select count(app.ensure_month((date '2024-10-01' + n * interval '1 month')::date))
      from generate_series(0, ${MONTHS + 3}::integer) as n`,
    sql`
      insert into billing_cycles (organization_id, year, month)
      select 1, extract(year from month), extract(month from month) from ${months}`,
    sql`
      insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type, debt_kind,
        debit, credit, document_id, effective_on)
      select account / ${ACCOUNTS_PER_HOUSE}::integer + 1, account, id, month, 1, 'CHARGE', 'principal', amount, 0, id,
        (month + interval '1 month' - interval '1 day')::date
      from (
        select account, month, nextval('document_ids') as id, ${charged} as amount
        from ${months}, ${everybody} order by month, account offset 0
      ) as charges`,
    sql`
      insert into payments (house_id, id, personal_account_id, organization_id, amount, principal_amount, penalty_amount,
        paid_on, booked_in, source)
      select account / ${ACCOUNTS_PER_HOUSE}::integer + 1, nextval('document_ids'), account, 1, amount, amount, 0, paid_on,
        date_trunc('month', paid_on), 'manual'
      from (
        select account, month, round((${charged}) * (0.7 + account % 40 * 0.01), 2) as amount,
          (month + interval '1 month' + (10 + (account * 7 + extract(month from month)::integer * 5) % 28) * interval '1 day')::date as paid_on
        from ${months}, ${everybody} order by month, account offset 0
      ) as paid`,
    sql`
      insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type, debt_kind,
        debit, credit, document_id, effective_on)
      select house_id, personal_account_id, id, booked_in, 1, 'PAYMENT', 'principal', 0, amount, id, paid_on
      from payments order by id`,
    sql`
      insert into stornos (house_id, entry_id, entry_period, personal_account_id, organization_id, storno_id, period,
        transaction_type, document_id, reason)
      select house_id, id, period, personal_account_id, 1, nextval('document_ids'), '2026-10-01', 'CHARGE', id, 'bench'
      from ledger_entries where transaction_type = 'CHARGE' and id % 1000 = 7`,
    sql`
      insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type, debt_kind,
        debit, credit, document_id, effective_on)
      select stornos.house_id, stornos.personal_account_id, storno_id, stornos.period, 1, 'STORNO', 'principal', 0,
        ledger_entries.debit, entry_id, ledger_entries.effective_on
      from stornos
      join ledger_entries on ledger_entries.house_id = stornos.house_id and ledger_entries.id = stornos.entry_id
        and ledger_entries.personal_account_id = stornos.personal_account_id
        and ledger_entries.period = stornos.entry_period`,
    sql`
      insert into merged_balances (house_id, personal_account_id, organization_id, principal_debt, last_updated_at)
      select house_id, personal_account_id, 1, sum(debit - credit), now()
      from ledger_entries group by house_id, personal_account_id`,
    sql`set session_replication_role = origin`,
    sql`vacuum (analyze)`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/** Deletes the accruals, which only the tables' owner can do. */
export async function forgetAccruals(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`set session_replication_role = replica`,
    sql`truncate penalty_accruals, penalty_accrual_debts`,
    sql`delete from ledger_entries where transaction_type = 'PENALTY'`,
    sql`update merged_balances set penalty_debt = 0 where penalty_debt <> 0`,
    sql`set session_replication_role = origin`,
    sql`vacuum (analyze) ledger_entries, account_balances, penalty_accruals, penalty_accrual_debts`,
  ];
  for (const statement of statements) await statement.execute(db);
}
