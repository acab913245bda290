// Readings that a resident sends through a receipt link: checked like an accountant's, but a reading from another source is kept,
// and an odd one is stored only when it is confirmed.
import type {
  ResidentReadings,
  ResidentReadingsOutcome,
} from '@kvartplata/contracts/core/residents-door.ts';
import { compareMonths, formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { StaticDecode } from 'typebox';
import { lockHouseMeters } from '../../metering/meters/meters.service.ts';
import { readSheetOf } from '../../metering/readings/reading-sheets.service.ts';
import {
  storeReadings,
  type GivenReading,
  type HouseMonth,
  type StoredReadings,
} from '../../metering/readings/store-readings.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { isOpenOn, windowOf } from './resident-account.service.ts';
import * as repository from './residents-door.repository.ts';
import type { AccountOfHouse, AccountPlace, AccountRow } from './residents-door.repository.ts';

type Sent = StaticDecode<typeof ResidentReadings>;
type Row = ResidentReadingsOutcome['rows'][number];
type By = { readonly requestId: string; readonly today: Temporal.PlainDate };

/** Thrown to roll back readings that turned out to be odd. */
class Unconfirmed extends Error {
  override readonly name = 'Unconfirmed';
  readonly rows: readonly Row[];

  constructor(rows: readonly Row[]) {
    super('odd readings that nobody has confirmed');
    this.rows = rows;
  }
}

/** Undefined when the house has no such account. */
export async function storeResidentReadings(
  db: Db,
  of: AccountOfHouse,
  sent: Sent,
  by: By,
): Promise<ResidentReadingsOutcome | undefined> {
  const account = await repository.findAccount(db, of);
  if (account === undefined) return undefined;
  const window = windowOf(account, by.today);
  const isTaken =
    window.isOpen && isOpenOn(account, by.today) && compareMonths(window.period, sent.period) === 0;
  if (!isTaken) return { outcome: 'closed', rows: sent.readings.map(plainRow) };
  const place = { ...of, organizationId: account.organizationId };
  try {
    return await inTransaction(db, async (trx) => storeAll(trx, { place, account }, sent, by));
  } catch (error) {
    if (error instanceof Unconfirmed) return { outcome: 'odd', rows: [...error.rows] };
    throw error;
  }
}

async function storeAll(
  trx: Trx,
  { place, account }: { readonly place: AccountPlace; readonly account: AccountRow },
  { period, readings, confirmed }: Sent,
  { requestId, today }: By,
): Promise<ResidentReadingsOutcome> {
  await lockHouseMeters(trx, place.houseId);
  const meters = await repository.listMeters(trx, place, account.roomId);
  const own = new Set(meters.map(({ id }) => id));
  const sheet = await readSheetOf(trx, place, period, [...own]);
  const standing = new Map(sheet.map(({ meterId, reading }) => [meterId, reading]));
  const rows = readings.map((reading, nth): Row => {
    const present = standing.get(reading.meterId) ?? null;
    const isOthers = present !== null && present.source !== 'resident';
    const isRepeated = readings.findIndex(({ meterId }) => meterId === reading.meterId) !== nth;
    if (!own.has(reading.meterId) || isRepeated)
      return { ...plainRow(reading), problem: 'not-found' };
    return isOthers && present.value !== reading.value
      ? { ...plainRow(reading), problem: 'reading-exists' }
      : plainRow(reading);
  });
  if (rows.some(({ problem }) => problem !== null)) return { outcome: 'refused', rows };

  const changed = readings.filter(({ meterId, value }) => standing.get(meterId)?.value !== value);
  const actor = { userId: null, requestId };
  const month: HouseMonth = { ...place, period, today, onExisting: 'replace', audited: 'reading' };
  const given = changed.map(({ meterId, value }): GivenReading => ({
    meterId,
    value,
    takenOn: today,
    rollover: false,
    source: 'resident',
  }));
  if (given.length === 0) return { outcome: 'stored', rows };
  const stored = await storeReadings(trx, { actor }, month, given);
  const told = rows.map((row) => toldOf(row, given, stored));
  if (stored.refused.length > 0) return { outcome: 'refused', rows: told };
  if (!confirmed && told.some(({ odd }) => odd !== null)) throw new Unconfirmed(told);
  await recordChange(trx, actor, {
    action: 'personal-account.readings-received',
    object: { type: 'personal-account', id: place.personalAccountId },
    organizationId: place.organizationId,
    after: {
      period: formatBillingMonth(period),
      readings: Object.fromEntries(changed.map(({ meterId, value }) => [meterId, value])),
    },
  });
  return { outcome: 'stored', rows: told };
}

function plainRow({ meterId, value }: Sent['readings'][number]): Row {
  return { meterId, value, problem: null, odd: null, consumption: null };
}

/** The row with its reading's outcome. */
function toldOf(row: Row, given: readonly GivenReading[], stored: StoredReadings): Row {
  const index = given.findIndex(({ meterId }) => meterId === row.meterId);
  const refused = stored.refused.find((one) => one.index === index);
  const record = stored.readings.find((one) => one.record.meterId === row.meterId)?.record;
  return {
    ...row,
    problem: refused?.code ?? null,
    odd: record?.odd ?? null,
    consumption: record?.consumption ?? null,
  };
}
