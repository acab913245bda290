// Charges of arbitrary amounts, written without the calculation: a month of a house as a job would have left it.
import { applyCycle, type AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { makeMonths } from '../books/cycles/month-partitions.service.ts';
import type { BillingStand } from './billing-stand.ts';
import { ask, type TestUser } from './test-user.ts';
import { writeCharges } from './written-charges.ts';

export type ChargedAmount = readonly [
  personalAccountId: number,
  amount: string,
  how?: { readonly rateType?: string; readonly houseServiceId?: number },
];

export type MonthToBook = {
  readonly organizationId: number;
  readonly houseId: number;
  /** `YYYY-MM` */
  readonly period: string;
  /** In roubles by account, one charge each. */
  readonly amounts: readonly ChargedAmount[];
};

export type DraftedMonth = {
  readonly cycleId: number;
  /** In the order of the amounts. */
  readonly chargeIds: readonly number[];
};

/** Creates the month's cycle and its charges. */
export async function draftMonth(
  { app, db, owner }: BillingStand,
  user: TestUser,
  { organizationId, houseId, period, amounts }: MonthToBook,
): Promise<DraftedMonth> {
  const [year, month] = period.split('-').map(Number);
  const opened = await ask(app, user, createCycle, { body: { organizationId, year, month } });
  const { id: cycleId } = opened.body;
  await makeMonths(db, [`${period}-01`]);
  await owner.query(
    `insert into charged_services (house_id, organization_id, house_service_id, code, name, unit, kind)
     values ($1, $2, 1, 'upkeep', 'Содержание', 'м²', 'housing'), ($1, $2, 2, 'waste', 'ТКО', 'чел.', 'utility') on conflict do nothing`,
    [houseId, organizationId],
  );
  const seen = new Map<number, number>();
  const nth = (account: number, service: number): number => {
    const line = (seen.get(account * 10 + service) ?? 0) + 1;
    seen.set(account * 10 + service, line);
    return line;
  };
  const chargeIds = await writeCharges(
    owner,
    amounts.map(([personalAccountId, amount, how]) => ({
      organizationId,
      houseId,
      period: `${period}-01`,
      personalAccountId,
      houseServiceId: how?.houseServiceId ?? 1,
      line: nth(personalAccountId, how?.houseServiceId ?? 1),
      rateType: how?.rateType ?? 'area',
      amount,
    })),
  );
  await owner.query(
    `insert into house_months (house_id, period, organization_id, billing_cycle_id, calculation_job_id, accounts, charges, amount,
       charges_hash, computed_at)
     select $1, $2, $3, $4, 1, $5, coalesce(charges, 0), coalesce(amount, 0), charges_hash, now()
     from (values (1)) as one
     left join computed_charges on organization_id = $3 and house_id = $1 and period = $2`,
    [
      houseId,
      `${period}-01`,
      organizationId,
      cycleId,
      new Set(amounts.map(([account]) => account)).size,
    ],
  );
  return { cycleId, chargeIds };
}

export async function applyMonth(
  { app }: BillingStand,
  user: TestUser,
  cycleId: number,
): Promise<AppliedCycle> {
  return (await ask(app, user, applyCycle, { params: { cycleId } })).body;
}
