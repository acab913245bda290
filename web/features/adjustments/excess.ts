// Whether a line that lowers a debt takes off more than was charged, or more than is owed.
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { getAccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { call } from '../../lib/api.ts';
import { compareFigures, inKopecks, signOf } from '../../lib/figures.ts';
import { callAll } from '../../lib/reads.ts';
import type { AdjustmentBody } from './adjustments.ts';

export type Excess = {
  /** Where the limit comes from: the charges of the line's month, or what the account owes. */
  readonly of: 'charged' | 'owed';
  readonly limit: string;
  readonly amount: string;
};

/**
 * A discount for a month is compared with its charges, only of the line's service if it has one; any other line with the debt.
 * Penalties are left to the service, which refuses to write off more than is owed.
 */
export async function findExcess(body: AdjustmentBody): Promise<Excess | undefined> {
  const { amount, kind, debtKind, personalAccountId } = body;
  if (signOf(amount) >= 0 || debtKind === 'penalty') return undefined;
  const charged = kind === 'discount' ? await chargedFor(body) : undefined;
  const limit = charged ?? (await owedBy(personalAccountId));
  const off = amount.slice(1);
  return compareFigures(off, limit) > 0
    ? { of: charged === undefined ? 'owed' : 'charged', limit, amount: inKopecks(off) }
    : undefined;
}

/** Undefined if the line has no month, or the month's charges are archived. */
async function chargedFor({
  personalAccountId,
  period,
  houseServiceId,
}: AdjustmentBody): Promise<string | undefined> {
  if (period === undefined) return undefined;
  try {
    const charges = await callAll(listCharges, { query: { personalAccountId, period } });
    const counted = charges.filter(
      (charge) =>
        charge.status !== 'REVERSED' &&
        (houseServiceId === undefined || charge.houseServiceId === houseServiceId),
    );
    return sumOfMoney(counted.map(({ amount }) => amount));
  } catch (error) {
    if (isRefused(error, 'month-archived')) return undefined;
    throw error;
  }
}

async function owedBy(personalAccountId: number): Promise<string> {
  const { principalDebt } = await call(getAccountBalance, { params: { personalAccountId } });
  return signOf(principalDebt) > 0 ? principalDebt : '0.00';
}
