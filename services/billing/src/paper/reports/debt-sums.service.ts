// The totals of houses' debtors, recomputed only when a balance has changed. Where everyone owes a year, computing reads a dozen
// amounts per account, and checking that none has changed costs a tenth of that.
import type { DebtorsTotals } from '@kvartplata/contracts/billing/debtors.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { setNewest } from '@kvartplata/platform/key-value/bounded-map.ts';
import {
  readOpenDebts,
  type HouseAccount,
  type OpenDebts,
} from '../../payments/payments/allocations.service.ts';
import type { Trx } from '../../tables.ts';
import {
  listDebtFingerprints,
  sumDebts,
  type DebtorsOf,
  type DebtSums,
  type HouseAges,
} from './debtors.repository.ts';

/** With the books of unsettled accounts, read as far as needed. */
export type SettlingDebtors = DebtorsOf & { readonly read: OpenDebts[] };

export type DebtTotals = {
  /** The totals of all debtors, in the transaction's snapshot. */
  readonly total: (trx: Trx, debtors: SettlingDebtors) => Promise<DebtorsTotals>;
};

type Known = { readonly basis: string; readonly sums: DebtSums | undefined };

/** Some hundred bytes each. */
const HOUSES_KEPT = 20_000;
const SUMS = [
  'principal',
  'penalty',
  'total',
  'notDue',
  'days0to30',
  'days31to90',
  'days91to180',
  'days181to365',
  'over365',
  'timeBarred',
] as const;

export function createDebtTotals(): DebtTotals {
  const kept = new Map<string, Known>();

  return {
    total: async (trx, debtors) => {
      const { organizationId, houses, minMonths, only } = debtors;
      // Sums over selected accounts are not worth caching.
      if (only !== undefined)
        return addUp([...(await countNow(trx, debtors, houses)).sums.values()]);
      const keyOf = ({ houseId }: HouseAges) => `${organizationId} ${houseId} ${minMonths}`;
      const prints = new Map(
        (await listDebtFingerprints(trx, debtors)).map(({ houseId, print }) => [houseId, print]),
      );
      const basisOf = (house: HouseAges) => `${prints.get(house.houseId)} ${textOf(house)}`;
      const isOther = (house: HouseAges) => kept.get(keyOf(house))?.basis !== basisOf(house);
      const known = houses
        .filter((house) => !isOther(house))
        .map((house) => kept.get(keyOf(house))?.sums);
      const others = houses.filter(isOther);
      const { sums, read } = await countNow(trx, debtors, others);
      for (const house of others)
        if (!read.has(house.houseId))
          setNewest(
            kept,
            keyOf(house),
            { basis: basisOf(house), sums: sums.get(house.houseId) },
            HOUSES_KEPT,
          );
      return addUp([...known, ...sums.values()].filter((one) => one !== undefined));
    },
  };
}

/** The sums by house, and the houses whose books had to be read because their balances alone were not enough. */
async function countNow(
  trx: Trx,
  debtors: SettlingDebtors,
  houses: readonly HouseAges[],
): Promise<{ readonly sums: ReadonlyMap<number, DebtSums>; readonly read: ReadonlySet<number> }> {
  const read = new Set<number>();
  if (houses.length === 0) return { sums: new Map(), read };
  const rows = await onceSettled(
    trx,
    debtors,
    async () => sumDebts(trx, { ...debtors, houses }),
    (sums) => {
      const unsettled = sums.flatMap((one) => one.unsettled);
      for (const { houseId } of unsettled) read.add(houseId);
      return unsettled;
    },
  );
  return { sums: new Map(rows.map((row) => [row.houseId, row])), read };
}

/**
 * Repeats the query, after reading the books of accounts whose balances alone do not determine their debts, until there are none
 * left.
 */
export async function onceSettled<Answer>(
  trx: Trx,
  debtors: SettlingDebtors,
  ask: () => Promise<Answer>,
  unsettledOf: (answer: Answer) => readonly HouseAccount[],
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    const unsettled = unsettledOf(answer);
    if (unsettled.length === 0) return answer;
    // One by one: they may be more than one call takes as arguments.
    for (const debts of await readOpenDebts(trx, debtors.organizationId, unsettled))
      debtors.read.push(debts);
  }
}

function textOf({ bounds, barredTo }: HouseAges): string {
  return [...Object.values(bounds), barredTo].join(' ');
}

function addUp(houses: readonly DebtSums[]): DebtorsTotals {
  const add = (name: (typeof SUMS)[number]): string =>
    sumOfMoney(houses.map((house) => house[name]));
  return {
    debtors: houses.reduce((sum, house) => sum + house.debtors, 0),
    ...(Object.fromEntries(SUMS.map((name) => [name, add(name)])) as Record<
      (typeof SUMS)[number],
      string
    >),
  };
}
