// A house's billing snapshot as its lines.
import type { SnapshotLine } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { HousePlace } from '../access/places.ts';
import { readBillingSnapshot } from '../exchange/billing-snapshot/billing-snapshot.service.ts';
import type { Db } from '../tables.ts';

/** @param period `YYYY-MM` */
export async function readSnapshotLines(
  db: Db,
  { organizationId, houseId }: HousePlace,
  period: string,
): Promise<readonly SnapshotLine[]> {
  const houses = { organizationId, houseIds: [houseId] };
  const pages = readBillingSnapshot(db, houses, Temporal.PlainYearMonth.from(period));
  return (await Array.fromAsync(pages)).flat();
}
