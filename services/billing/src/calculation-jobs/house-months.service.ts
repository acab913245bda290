// Makes the months of houses hold what was computed: only what has changed is written.
import type { CopyIn } from '@kvartplata/platform/database/copying.ts';
import type { Trx } from '../tables.ts';
import { CHARGE_COLUMNS } from './charge-rows.ts';
import type { ChargedService, ComputedHouse, HousesAnswer } from './compute-houses.ts';
import {
  deleteCharges,
  insertChargeRows,
  lockHouseMonth,
  lockHouseMonths,
  sumCorrectedMonths,
  updateSums,
  upsertChargedServices,
  type ComputedAt,
  type HouseMonth,
  type HouseMonths,
} from './house-months.repository.ts';
import { deleteSkipped, insertSkipped } from './skipped-accounts.repository.ts';

type Months = Omit<HouseMonths, 'houseIds'>;

/**
 * Puts the computed charges in the place of what the houses' months held before; a charge that is the same stays, with
 * its id. False when the months are not as they were: nothing is written then.
 * @param isOvertaken whether that is so, told when each month was computed last
 * @throws when the cycle is no longer a draft: the database refuses
 */
export async function storeHouses(
  trx: Trx,
  copyIn: CopyIn,
  months: Months,
  { houses, desk }: Pick<HousesAnswer, 'houses' | 'desk'>,
  isOvertaken: (now: ComputedAt) => boolean,
): Promise<boolean> {
  if (houses.length === 0) return true;
  const houseIds = houses.map(({ houseId }) => houseId);
  if (isOvertaken(await lockHouseMonths(trx, { ...months, houseIds }))) return false;
  await upsertChargedServices(
    trx,
    months.organizationId,
    houses.flatMap(({ houseId, services }) => services.map((service) => ({ houseId, ...service }))),
  );
  const gone = houses.flatMap(({ changes }) => changes.gone);
  if (gone.length > 0) await deleteCharges(trx, { ...months, houseIds }, gone);
  const rows = houses
    .filter(({ changes }) => changes.end > changes.start)
    .map(({ changes }) => desk.subarray(changes.start, changes.end));
  if (rows.length > 0) await insertChargeRows(copyIn, CHARGE_COLUMNS, rows);
  await updateSums(trx, months.period, houses);
  await sumCorrectedMonths(trx, houseIds, months.period);
  return true;
}

/** Holds a house's month against its calculation until the transaction ends. */
export async function holdHouseMonth(trx: Trx, month: HouseMonth): Promise<void> {
  await lockHouseMonth(trx, month);
}

/** Counts what a correction has added to the month, whose services may be new to the house. */
export async function countCorrection(
  trx: Trx,
  { houseId, period, organizationId }: HouseMonth,
  services: readonly ChargedService[],
): Promise<void> {
  const ofHouse = services.map((service) => ({ houseId, ...service }));
  await upsertChargedServices(trx, organizationId, ofHouse);
  await sumCorrectedMonths(trx, [houseId], period);
}

/**
 * Notes what could not be charged in place of what was noted before.
 * @param changing houses whose charges stay as they were
 */
export async function storeSkipped(
  trx: Trx,
  months: Months,
  houses: readonly ComputedHouse[],
  changing: readonly ComputedHouse[],
): Promise<void> {
  const all = [...houses, ...changing];
  if (all.length === 0) return;
  const houseIds = all.map(({ houseId }) => houseId);
  await deleteSkipped(trx, { houseIds, period: months.period });
  const skipped = all.flatMap(({ houseId, skipped: accounts }) =>
    accounts.map((account) => ({ houseId, ...account })),
  );
  if (skipped.length > 0) await insertSkipped(trx, { ...months, houseIds }, skipped);
}
