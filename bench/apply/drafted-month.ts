// A month of charges as a calculation stores them, in the order of accounts and services, created in SQL.
import { sql, type Kysely } from 'kysely';

export const ACCOUNTS_PER_HOUSE = 100;
export const SERVICES = 8;

/**
 * Creates a month of 2025 with charges that are computed and not applied.
 * @returns the id of its cycle
 */
export async function draft(db: Kysely<unknown>, month: number, accounts: number): Promise<number> {
  const period = firstDayOf(month);
  await sql`select app.ensure_month(${period}::date)`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into billing_cycles (organization_id, year, month) values (1, 2025, ${month}) returning id
  `.execute(db);
  const cycleId = rows[0]?.id ?? 0;
  await sql`
    insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing,
      basis)
    select 1, house, ${period}::date, 1, 'meter', 'individual-meter', 40.48, false, '{}'
    from generate_series(1, ${Math.ceil(accounts / ACCOUNTS_PER_HOUSE)}::integer) as house
  `.execute(db);
  await sql`
    insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template,
      consumption, amount, own)
    select 1, account / ${ACCOUNTS_PER_HOUSE}::integer + 1, ${period}::date, account, service, 0, 1, 10.5,
      account * 7 % 1000 + service, ''
    from generate_series(0, ${accounts * SERVICES - 1}::integer) as nth,
      lateral (values (nth / ${SERVICES}::integer, nth % ${SERVICES}::integer + 1)) as of_account (account, service)
  `.execute(db);
  await sql`
    insert into house_months (house_id, period, organization_id, billing_cycle_id, calculation_job_id, charges, amount,
      charges_hash)
    select computed.house_id, computed.period, 1, ${cycleId}, 1, computed.charges, computed.amount, computed.charges_hash
    from computed_charges as computed
    where computed.organization_id = 1 and computed.period = ${period}::date
  `.execute(db);
  await sql`vacuum analyze charges`.execute(db);
  await sql`checkpoint`.execute(db);
  return cycleId;
}

/** The month's first day, in 2025. */
export function firstDayOf(month: number): string {
  return `2025-${String(month).padStart(2, '0')}-01`;
}
