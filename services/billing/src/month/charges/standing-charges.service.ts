// The standing charges of house months, for the slices that compare them with what would be charged now.
import type { StandingCharge } from '@kvartplata/domain/charging/recalculation.ts';
import { parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Db } from '../../tables.ts';
import { listStandingCharges, sumStandingCharges } from './standing-charges.repository.ts';

/**
 * Ordered by id.
 * @param month its first day
 * @throws Refusal former-bills
 */
export async function readStandingCharges(
  db: Db,
  houses: HousesOf,
  month: string,
): Promise<readonly StandingCharge[]> {
  const rows = await listStandingCharges(db, houses, month);
  if (rows.some(({ rule }) => rule === 'former-bill'))
    throw new Refusal('former-bills', `${month.slice(0, 7)} was billed by the former application`);
  return rows.map((row) => ({
    chargeId: row.id,
    period: row.period.slice(0, 7),
    personalAccountId: row.personalAccountId,
    accountNumber: row.accountNumber,
    houseServiceId: row.houseServiceId,
    line: row.line,
    consumptionE6: parseScaled(row.consumption, 6),
    tariffE4: parseScaled(row.tariff, 4),
    amountKopecks: parseKopecks(row.amount),
    unit: row.unit ?? undefined,
  }));
}

export type AccountStanding = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly amountKopecks: Kopecks;
};

/** The standing sums of each account of the houses that has any charge in the month, given by its first day. */
export async function readStandingAmounts(
  db: Db,
  houses: HousesOf,
  month: string,
): Promise<readonly AccountStanding[]> {
  const rows = await sumStandingCharges(db, houses, month);
  return rows.map((row) => ({
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    accountNumber: row.accountNumber,
    amountKopecks: parseKopecks(row.amount),
  }));
}
