// Reports of houses: who owes and for how long, and how much of the charges is paid.
import type {
  CollectionQuery,
  CollectionReport,
  CollectionRow,
} from '@kvartplata/contracts/billing/collection.ts';
import type { Debtor, DebtorsQuery, DebtorsReport } from '@kvartplata/contracts/billing/debtors.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { readAccountCards } from '../../access/places.ts';
import { streetOf } from '../street-of.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { readOpenDebts, type OpenDebts } from '../../payments/payments/allocations.service.ts';
import { readOwnRules } from '../../penalties/penalty-rules/penalty-rules.service.ts';
import { recordExport, type WriteReport } from '../report-files.ts';
import { monthsOf } from '../report-months.ts';
import { byRoom, nameAccount } from '../room-order.ts';
import { ageDebts, AGES, dueDates, type AgedDebts } from './debt-age.ts';
import { collectionSheet, debtorsSheet } from './house-sheets.ts';
import { percentOf } from './percent.ts';
import { listCollection, type CollectionSums } from './reports.repository.ts';

/** @throws Refusal validation-failed, not-found */
export async function writeDebtors(
  caller: Caller,
  query: DebtorsQuery,
  asOf: Temporal.PlainDate,
  write: WriteReport,
): Promise<void> {
  const { minMonths = 0, format = 'json' } = query;
  const { organizationId, address, houseIds, object } = await namedHouses(caller, query);
  await recordExport(caller, {
    format,
    action: 'account-balance.debtors-exported',
    object,
    organizationId,
    asked: { asOf: formatDay(asOf), minMonths },
  });
  await inSnapshot(caller.db, async (trx) => {
    const ownRules = await readOwnRules(trx, organizationId);
    const sums = new Map<keyof DebtorsReport['totals'], Kopecks>();
    async function* rows(): AsyncGenerator<Debtor> {
      for (const houseId of houseIds) {
        const dueDateOf = dueDates(ownRules(houseId));
        const aged = (await readOpenDebts(trx, { organizationId, houseId }))
          .map((debts) => ({ debts, aged: ageDebts(debts.open, dueDateOf, asOf) }))
          .filter(({ debts, aged: { months } }) => isDebtor(debts, months.length, minMonths));
        const cards = await readAccountCards(
          caller,
          aged.map(({ debts }) => debts.personalAccountId),
        );
        const inOrder = byRoom(cards);
        for (const one of aged.toSorted((a, b) =>
          inOrder(a.debts.personalAccountId, b.debts.personalAccountId),
        )) {
          const { personalAccountId } = one.debts;
          const kopecks = debtsOf(one.debts, one.aged);
          for (const [name, amount] of kopecks) sums.set(name, (sums.get(name) ?? 0n) + amount);
          yield {
            personalAccountId,
            houseId,
            ...nameAccount(cards, personalAccountId),
            ...inRoubles(kopecks),
            monthsOfDebt: one.aged.months.length,
            oldestMonth: one.aged.months[0]?.toString() ?? null,
          };
        }
      }
    }
    const head = { organizationId, asOf: formatDay(asOf) };
    const name = fileNameOf('dolzhniki', formatDay(asOf), streetOf(address));
    await write(
      name,
      debtorsSheet(head, rows(), () => ({ totals: inRoubles(sums) })),
    );
  });
}

function isDebtor({ penaltyKopecks }: OpenDebts, months: number, minMonths: number): boolean {
  return months >= minMonths && (months > 0 || penaltyKopecks > 0n);
}

type DebtKopecks = ReadonlyMap<keyof DebtorsReport['totals'], Kopecks>;

function debtsOf(
  { principalKopecks, penaltyKopecks }: OpenDebts,
  { kopecks }: AgedDebts,
): DebtKopecks {
  return new Map([
    ['principal', principalKopecks],
    ['penalty', penaltyKopecks],
    ['total', principalKopecks + penaltyKopecks],
    ...AGES.map((age) => [age, kopecks[age]] as const),
  ]);
}

function inRoubles(kopecks: DebtKopecks): DebtorsReport['totals'] {
  const of = (name: keyof DebtorsReport['totals']): string =>
    formatKopecks(kopecks.get(name) ?? 0n);
  return {
    principal: of('principal'),
    penalty: of('penalty'),
    total: of('total'),
    notDue: of('notDue'),
    days0to30: of('days0to30'),
    days31to90: of('days31to90'),
    days91to180: of('days91to180'),
    days181to365: of('days181to365'),
    over365: of('over365'),
  };
}

/** @throws Refusal validation-failed, not-found */
export async function writeCollection(
  caller: Caller,
  query: CollectionQuery,
  write: WriteReport,
): Promise<void> {
  const { format = 'json' } = query;
  const { organizationId, address, houseIds, object } = await namedHouses(caller, query);
  const { periodFrom, periodTo, from, to } = monthsOf(query);
  const sums = await listCollection(caller.db, { organizationId, houseIds }, { from, to });
  const cards = await readAccountCards(caller, [...new Set(sums.map((row) => row.anyAccount))]);
  await recordExport(caller, {
    format,
    action: 'turnover.collection-exported',
    object,
    organizationId,
    asked: { periodFrom, periodTo },
  });
  const items = sums.map((row): CollectionRow => ({
    houseId: row.houseId,
    address: cards.get(row.anyAccount)?.address ?? '',
    period: row.period,
    ...ratesOf([row]),
  }));
  const head = { organizationId, periodFrom, periodTo };
  const name = fileNameOf('sobiraemost', periodFrom, periodTo, streetOf(address));
  await write(name, collectionSheet(head, items, ratesOf(sums)));
}

function ratesOf(rows: readonly CollectionSums[]): CollectionReport['totals'] {
  const sum = (name: 'charged' | 'paid' | 'debtOfMonth' | 'paidOfMonth'): Kopecks =>
    rows.reduce((total, row) => total + parseKopecks(row[name]), 0n);
  const [charged, paid] = [sum('charged'), sum('paid')];
  const [debtOfMonth, paidOfMonth] = [sum('debtOfMonth'), sum('paidOfMonth')];
  return {
    charged: formatKopecks(charged),
    paid: formatKopecks(paid),
    rate: percentOf(paid, charged),
    debtOfMonth: formatKopecks(debtOfMonth),
    paidOfMonth: formatKopecks(paidOfMonth),
    rateOfMonth: percentOf(paidOfMonth, debtOfMonth),
  };
}
