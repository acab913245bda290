// Charges of any amounts for a test, written past the calculation: a month of a house as a job would have left it.
import { applyCycle, type AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type pg from 'pg';
import type { BillingStand } from './billing-stand.ts';
import { ask, type TestUser } from './test-user.ts';

export type ChargedAmount = readonly [
  personalAccountId: number,
  amount: string,
  how?: { readonly rateType?: string; readonly houseServiceId?: 1 | 2 },
];

export type MonthToBook = {
  readonly organizationId: number;
  readonly houseId: number;
  /** `YYYY-MM` */
  readonly period: string;
  /** Roubles by account, a charge each. */
  readonly amounts: readonly ChargedAmount[];
};

export type DraftedMonth = {
  readonly cycleId: number;
  /** In the order of the amounts. */
  readonly chargeIds: readonly number[];
};

/** Makes the month's cycle and its charges. */
export async function draftMonth(
  { app }: BillingStand,
  owner: pg.Pool,
  user: TestUser,
  { organizationId, houseId, period, amounts }: MonthToBook,
): Promise<DraftedMonth> {
  const [year, month] = period.split('-').map(Number);
  const opened = await ask(app, user, createCycle, { body: { organizationId, year, month } });
  const { id: cycleId } = opened.body;
  await owner.query('select app.ensure_month($1)', [`${period}-01`]);
  await owner.query(
    `insert into charged_services (house_id, organization_id, house_service_id, code, name, unit, kind)
     values ($1, $2, 1, 'upkeep', 'Содержание', 'м²', 'housing'), ($1, $2, 2, 'waste', 'ТКО', 'чел.', 'utility') on conflict do nothing`,
    [houseId, organizationId],
  );
  const { rows } = await owner.query<{ id: number }>(
    `insert into charges (house_id, period, personal_account_id, house_service_id, line, id, organization_id,
       billing_cycle_id, account_number, rate_type, consumption, tariff, amount, basis)
     select $1, $2, amounts.account, amounts.service, amounts.nth, nextval('document_ids'), $3, $4, 'LS',
       amounts.rate_type, 1, 1, amounts.amount, '{"rule": "area", "daysInMonth": 30, "parts": []}'
     from unnest($5::bigint[], $6::numeric[], $7::text[], $8::bigint[]) with ordinality
       as amounts (account, amount, rate_type, service, nth)
     order by amounts.nth
     returning id::integer`,
    [
      houseId,
      `${period}-01`,
      organizationId,
      cycleId,
      amounts.map(([account]) => account),
      amounts.map(([, amount]) => amount),
      amounts.map(([, , how]) => how?.rateType ?? 'area'),
      amounts.map(([, , how]) => how?.houseServiceId ?? 1),
    ],
  );
  await owner.query(
    `insert into house_months (house_id, period, organization_id, billing_cycle_id, calculation_job_id, charges, amount,
       computed_at)
     values ($1, $2, $3, $4, 1, $5, (select coalesce(sum(amount), 0) from charges where billing_cycle_id = $4), now())`,
    [houseId, `${period}-01`, organizationId, cycleId, amounts.length],
  );
  return { cycleId, chargeIds: rows.map(({ id }) => id) };
}

export async function applyMonth(
  { app }: BillingStand,
  user: TestUser,
  cycleId: number,
): Promise<AppliedCycle> {
  return (await ask(app, user, applyCycle, { params: { cycleId } })).body;
}
