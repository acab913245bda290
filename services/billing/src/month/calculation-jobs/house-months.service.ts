// Stores what was computed in the months of houses: only a month that has changed is written.
import type { CopyIn } from '@kvartplata/platform/database/copying.ts';
import { holdHouses } from '../../books/cycles/cycles.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { CHARGE_COLUMNS, TEMPLATE_COLUMNS, type Rows } from './charge-rows.ts';
import { noteAccountNumbers } from './charged-accounts.service.ts';
import { notePayees } from './charged-payees.service.ts';
import type { ChargedAccount, ChargedService, ComputedHouse } from './compute-houses.ts';
import {
  deleteCharges,
  deleteTemplates,
  insertChargeRows,
  insertTemplateRows,
  listDraftsBefore,
  lockHouseMonth,
  lockHouseMonths,
  markLaterOutdated,
  sumCorrectedMonths,
  updateHouseMonths,
  updateIdleServices,
  upsertChargedServices,
  type HouseMonth,
  type HouseMonths,
  type IdleMonth,
  type MonthOfHouses,
  type StoredMonth,
} from './house-months.repository.ts';
import { storeCommonNeeds } from './common-needs-months.service.ts';
import { deleteSkipped, insertSkipped } from './skipped-accounts.repository.ts';

type Months = Omit<HouseMonths, 'houseIds'>;
type StoredMonths = ReadonlyMap<number, StoredMonth>;

/**
 * For each house, a text that is another one once an earlier month of it, not applied yet, has been computed again. Such a month
 * may pass on something else.
 */
export async function readDraftsBefore(
  db: Db,
  month: MonthOfHouses,
): Promise<ReadonlyMap<number, string>> {
  const rows = await listDraftsBefore(db, month);
  return new Map(rows.map(({ houseId, computed }) => [houseId, computed]));
}

/** The houses' months as stored; until the transaction ends, no other stores a month of these houses. */
export async function takeMonths(
  trx: Trx,
  months: Months,
  houses: readonly ComputedHouse[],
): Promise<StoredMonths> {
  if (houses.length === 0) return new Map();
  await holdHouses(trx, idsOf(houses));
  const rows = await lockHouseMonths(trx, { ...months, houseIds: idsOf(houses) });
  return new Map(rows.map((row) => [row.houseId, row]));
}

/**
 * Replaces the houses' charges of the month with the computed ones. The charges of an unchanged month stay, with their ids. What
 * a changed one passes on may be another thing: later months, computed already, are outdated.
 * @param rowBuffer holds the rows
 * @throws when the cycle is no longer a draft: the database rejects the rows
 */
export async function storeHouses(
  trx: Trx,
  copyIn: CopyIn,
  months: Months,
  { houses, rowBuffer, stored }: ToStore,
): Promise<void> {
  if (houses.length === 0) return;
  await upsertChargedServices(
    trx,
    months.organizationId,
    houses.flatMap(({ houseId, services }) => services.map((service) => ({ houseId, ...service }))),
  );
  await notePayees(
    trx,
    months,
    houses.flatMap(({ houseId, payees }) => payees.map((payee) => ({ houseId, ...payee }))),
  );
  const changed = houses.filter(
    ({ houseId, contentHash }) => stored.get(houseId)?.contentHash !== contentHash,
  );
  if (changed.length > 0) {
    const ofChanged = { ...months, houseIds: idsOf(changed) };
    const piece = ({ start, end }: Rows) => rowBuffer.subarray(start, end);
    await deleteCharges(trx, ofChanged);
    await deleteTemplates(trx, ofChanged);
    const templates = changed.map(({ rows }) => piece(rows.templates));
    await insertTemplateRows(copyIn, TEMPLATE_COLUMNS, templates);
    const charges = changed.map(({ rows }) => piece(rows.charges));
    await insertChargeRows(copyIn, CHARGE_COLUMNS, charges);
    const accounts = changed.flatMap(({ houseId, chargedAccounts }) =>
      chargedAccounts.map((account) => ({ houseId, ...account })),
    );
    await noteAccountNumbers(trx, months, accounts);
    await markLaterOutdated(trx, ofChanged);
  }
  await updateHouseMonths(trx, months, houses);
  await storeCommonNeeds(
    trx,
    { ...months, houseIds: idsOf(houses) },
    houses.flatMap(({ houseId, commonNeeds }) => commonNeeds.map((one) => ({ houseId, ...one }))),
  );
  await sumCorrectedMonths(trx, { ...months, houseIds: idsOf(houses) });
}

type ToStore = {
  readonly houses: readonly ComputedHouse[];
  readonly rowBuffer: Uint8Array;
  readonly stored: StoredMonths;
};

/** Locks a house's month against its calculation until the transaction ends. */
export async function holdHouseMonth(trx: Trx, month: HouseMonth): Promise<void> {
  await lockHouseMonth(trx, month);
}

/** The services and accounts that a correction has charged. */
type Corrected = {
  readonly services: readonly ChargedService[];
  readonly accounts: readonly ChargedAccount[];
};

/** Adds a correction to the month's sums; its services and accounts may be new to the house. */
export async function countCorrection(
  trx: Trx,
  { houseId, period, organizationId }: HouseMonth,
  { services, accounts }: Corrected,
): Promise<void> {
  const month = { organizationId, period };
  await noteAccountNumbers(
    trx,
    month,
    accounts.map((account) => ({ houseId, ...account })),
  );
  const ofHouse = services.map((service) => ({ houseId, ...service }));
  await upsertChargedServices(trx, organizationId, ofHouse);
  await sumCorrectedMonths(trx, { organizationId, houseIds: [houseId], period });
}

/** Records which services of an applied month are idle by the present data. */
export async function noteIdleServices(trx: Trx, month: IdleMonth): Promise<void> {
  await updateIdleServices(trx, month);
}

/**
 * Replaces the month's skipped accounts.
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
  const houseIds = idsOf(all);
  await deleteSkipped(trx, { ...months, houseIds });
  const skipped = all.flatMap(({ houseId, skipped: accounts }) =>
    accounts.map((account) => ({ houseId, ...account })),
  );
  if (skipped.length > 0) await insertSkipped(trx, { ...months, houseIds }, skipped);
}

function idsOf(houses: readonly ComputedHouse[]): readonly number[] {
  return houses.map(({ houseId }) => houseId);
}
