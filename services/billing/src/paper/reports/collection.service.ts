// The collection rate of houses: the part of the charges that is paid.
import type {
  CollectionQuery,
  CollectionReport,
  CollectionRow,
} from '@kvartplata/contracts/billing/collection.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { readAccountCards } from '../../access/places.ts';
import { recordExport, type WriteReport } from '../report-files.ts';
import { monthsOf } from '../report-months.ts';
import { streetOf } from '../street-of.ts';
import { collectionSheet } from './house-sheets.ts';
import { percentOf } from './percent.ts';
import { listCollection, type CollectionSums } from './reports.repository.ts';

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
  const items = sums
    .map((row): CollectionRow => ({
      houseId: row.houseId,
      address: cards.get(row.anyAccount)?.address ?? '',
      period: row.period,
      ...ratesOf([row]),
    }))
    .toSorted(byAddress);
  const head = { organizationId, periodFrom, periodTo };
  const name = fileNameOf('sobiraemost', periodFrom, periodTo, streetOf(address));
  await write(name, collectionSheet(head, items, ratesOf(sums)));
}

/** The rows of a house stay in the order of months. */
function byAddress(one: CollectionRow, other: CollectionRow): number {
  return naturalOrder(one.address, other.address) || one.houseId - other.houseId;
}

function ratesOf(rows: readonly CollectionSums[]): CollectionReport['totals'] {
  const sum = (name: 'charged' | 'paid' | 'debtOfMonth' | 'paidOfMonth'): Kopecks =>
    sumBy(rows, (row) => parseKopecks(row[name]));
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
