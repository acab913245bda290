// Meters: read by members of their organization, changed by its owners.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { Meter, NewMeter } from '@kvartplata/contracts/core/meters.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { serialNumberOf } from '@kvartplata/domain/meters/serial-number.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import type { HousePlace } from '../../access/places.ts';
import { getOwnHouseService } from '../../prices/house-services/house-services.service.ts';
import { getHousePlace } from '../../registry/houses/houses.service.ts';
import { getRoomPlace } from '../../registry/rooms/rooms.service.ts';
import { getAccountPlace } from '../../registry/personal-accounts/personal-accounts.service.ts';
import {
  appliedMonthsOf,
  auditRecord,
  lockVersion,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { changedDays } from './changed-days.ts';
import { requireReadingsFit, requireSuccession } from './meter-life.service.ts';
import { canShow, type MeterLife } from './meter-rules.ts';
import * as repository from './meters.repository.ts';
import type { MeterColumns, MeterParts, MeterPlace, MeterRow } from './meters.repository.ts';

export type MeterBody = StaticDecode<typeof NewMeter>;
export type { MeterColumns, MeterPlace, MeterRow };

export type MetersQuery = {
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly roomId?: number | undefined;
  readonly houseServiceId?: number | undefined;
  readonly activeOn?: Temporal.PlainDate | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/**
 * For one house, account or service; for all of the caller's when none is named.
 * @throws Refusal not-found for what the caller may not see, or what is not of the same house
 */
export async function listMeters(caller: Caller, query: MetersQuery): Promise<PageOf<Meter>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId = 0] = decodeCursor(query.cursor, ['id']) ?? [];
  const rows = await repository.listMeters(caller.db, {
    organizationIds: caller.organizationsOf(undefined),
    houseId: await findNamedHouse(caller, query),
    personalAccountId: query.personalAccountId,
    roomId: query.roomId,
    houseServiceId: query.houseServiceId,
    activeOn: query.activeOn && formatDay(query.activeOn),
    afterId,
    limit: limit + 1,
  });
  return pageOf(
    rows,
    limit,
    (row) => [row.id],
    (row) => toVersioned(row).record,
  );
}

/** @throws Refusal not-found */
export async function getMeter(caller: Caller, meterId: number): Promise<Versioned<Meter>> {
  const row = await caller.getOwn('The meter', async (organizations) =>
    repository.findMeter(caller.db, meterId, organizations),
  );
  return toVersioned(row);
}

/**
 * Identifies the meter for what belongs to it.
 * @throws Refusal not-found, forbidden for too small a role
 */
export async function getMeterPlace(caller: Caller, meterId: number): Promise<MeterPlace> {
  return caller.getOwn('The meter', async (organizations) =>
    repository.findMeterPlace(caller.db, meterId, organizations),
  );
}

/**
 * @param houseId the house named in the request, if any
 * @throws Refusal not-found, forbidden below owner, validation-failed, serial-number-taken
 */
export async function createMeter(
  editor: Editor,
  houseId: number | undefined,
  body: MeterBody,
): Promise<Changed<Meter>> {
  const { caller } = editor;
  if (houseId !== undefined) await getHousePlace(caller, houseId);
  const columns = columnsOf(body);
  const place = await getParts(caller.db, caller, columns, houseId);
  requireWholeLife(columns);
  const created = await inTransaction(caller.db, async (trx) =>
    installMeter(trx, caller, place, columns, null),
  );
  const days = { from: created.record.installedOn, to: created.record.removedOn };
  return { ...created, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/**
 * @throws Refusal not-found, forbidden below owner, validation-failed, also for days that overlap those of the meter before or
 *   after it, version-stale, readings-contradict, serial-number-taken
 */
export async function replaceMeter(
  editor: Editor,
  { id, ifMatch }: Named,
  body: MeterBody,
): Promise<Changed<Meter>> {
  const { caller } = editor;
  const place = await getMeterPlace(caller, id);
  const columns = columnsOf(body);
  await getParts(caller.db, caller, columns, place.houseId);
  requireWholeLife(columns);
  const { before, after } = await inTransaction(caller.db, async (trx) => {
    const row = await lockMeter(trx, place, ifMatch);
    await requireReadingsFit(trx, place, columns);
    await requireSuccession(trx, place, row, columns);
    return { before: row, after: await changeMeter(trx, caller, place, row, columns) };
  });
  const days = changedDays(toVersioned(before).record, after.record);
  return { ...after, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/** @throws Refusal not-found, forbidden below owner, version-stale, has-children */
export async function deleteMeter(editor: Editor, { id, ifMatch }: Named): Promise<AppliedMonths> {
  const { caller } = editor;
  const place = await getMeterPlace(caller, id);
  const before = await inTransaction(caller.db, async (trx) => {
    const { record } = toVersioned(await lockMeter(trx, place, ifMatch));
    if (await repository.hasChildren(trx, place))
      throw new Refusal(
        'has-children',
        'The meter has readings, verifications, acts or a successor',
      );
    await repository.deleteMeter(trx, place);
    const { organizationId } = place;
    await auditRecord(trx, caller, { type: 'meter', id, organizationId, before: record });
    return record;
  });
  return appliedMonthsOf(editor, place, { from: before.installedOn, to: before.removedOn });
}

/**
 * Locks the row itself and all meters of the house, so that none is read or changed meanwhile.
 * @throws Refusal not-found, version-stale
 */
export async function lockMeter(
  trx: Trx,
  place: MeterPlace,
  ifMatch: string | undefined,
): Promise<MeterRow> {
  await lockHouseMeters(trx, place.houseId);
  return lockVersion('The meter', ifMatch, async () => repository.lockMeter(trx, place));
}

/** The meters of an account, removed ones too; locks the house's meters as `lockMeter` does. */
export async function lockMetersOf(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  personalAccountId: number,
): Promise<readonly MeterRow[]> {
  await lockHouseMeters(trx, houseId);
  return repository.listMeters(trx, {
    organizationIds: [organizationId],
    houseId,
    personalAccountId,
    roomId: undefined,
    houseServiceId: undefined,
    activeOn: undefined,
    afterId: 0,
    limit: undefined,
  });
}

/** Blocks other changes of the house's meters and readings until the transaction ends. */
export async function lockHouseMeters(trx: Trx, houseId: number): Promise<void> {
  await repository.lockHouseMeters(trx, houseId);
}

/**
 * Stores a meter whose references have been checked, with its entry in the audit log.
 * @throws Refusal serial-number-taken
 */
export async function installMeter(
  trx: Trx,
  caller: Caller,
  place: HousePlace,
  columns: MeterColumns,
  replacedMeterId: number | null,
): Promise<Versioned<Meter>> {
  const installed = toVersioned(
    await orSerialNumberTaken(async () =>
      repository.insertMeter(trx, place, columns, replacedMeterId),
    ),
  );
  const { record } = installed;
  const { organizationId } = place;
  await auditRecord(trx, caller, { type: 'meter', id: record.id, organizationId, after: record });
  return installed;
}

/**
 * Stores a change of the locked meter with its entry in the audit log.
 * @throws Refusal serial-number-taken
 */
export async function changeMeter(
  trx: Trx,
  caller: Caller,
  { organizationId }: Pick<MeterPlace, 'organizationId'>,
  row: MeterRow,
  columns: Partial<MeterColumns & Pick<MeterRow, 'firstVerifiedUntil'>>,
): Promise<Versioned<Meter>> {
  const changed = toVersioned(
    await orSerialNumberTaken(async () => repository.updateMeter(trx, row, columns)),
  );
  await auditRecord(trx, caller, {
    type: 'meter',
    id: row.id,
    organizationId,
    before: toVersioned(row).record,
    after: changed.record,
  });
  return changed;
}

/**
 * Sets the last day of its verification on the locked meter.
 * @param verifiedUntil by its verifications
 * @param firstVerifiedUntil the value from before the first verification; null as long as there is none
 */
export async function verifyMeter(
  trx: Trx,
  caller: Caller,
  place: MeterPlace,
  row: MeterRow,
  {
    verifiedUntil,
    firstVerifiedUntil,
  }: { readonly verifiedUntil: string | null; readonly firstVerifiedUntil: string | null },
): Promise<void> {
  const columns = { verifiedUntil: verifiedUntil, firstVerifiedUntil: firstVerifiedUntil };
  if (row.verifiedUntil !== verifiedUntil) await changeMeter(trx, caller, place, row, columns);
  // Not visible on the meter, so neither audited nor versioned.
  else if (row.firstVerifiedUntil !== firstVerifiedUntil)
    await repository.updateMeter(trx, row, columns);
}

/**
 * The house of the meter's service, to which the account or the room must belong as well.
 * @param houseId the required house; undefined for any that the caller may see
 * @throws Refusal not-found, forbidden below owner, validation-failed for an owner that the type is not for
 */
export async function getParts(
  db: Db,
  caller: Caller,
  meter: MeterColumns,
  houseId: number | undefined,
): Promise<MeterParts> {
  const parts = await caller.getOwn('The house service', async (organizations) =>
    repository.findMeterParts(db, meter, organizations),
  );
  if (houseId !== undefined && parts.houseId !== houseId) throw notFound('The house service');
  if (meter.personalAccountId !== null && !parts.hasAccount) throw notFound('The personal account');
  if (meter.roomId !== null && !parts.hasRoom) throw notFound('The room');
  if (parts.isHouseMeter === null) throw notFound('The meter type');
  if (parts.isHouseMeter !== (meter.ownerType === 'house'))
    throw invalidField('/meterTypeId', `is not for a meter of the ${meter.ownerType}`, {
      code: 'not-for-owner',
    });
  return parts;
}

/**
 * The rules between the fields of a meter.
 * @param at the path of the meter in the body
 * @throws Refusal validation-failed
 */
export function requireWholeLife(meter: MeterColumns, at = ''): void {
  const life = lifeOf(meter);
  requireOwner(meter, at);
  if (!canShow(life.digits, life.initialReading))
    throw invalidField(`${at}/initialReading`, `is more than ${life.digits} digits can show`, {
      code: 'too-many-digits',
      params: { digits: life.digits },
    });
  if (life.removedOn !== null && life.removedOn < life.installedOn)
    throw invalidField(`${at}/removedOn`, 'is before installedOn', { code: 'ends-before-start' });
}

/** @throws Refusal validation-failed */
function requireOwner({ ownerType, personalAccountId, roomId }: MeterColumns, at: string): void {
  const owners = {
    account: ['personalAccountId', personalAccountId],
    room: ['roomId', roomId],
  } as const;
  for (const type of ['account', 'room'] as const) {
    const [field, id] = owners[type];
    if (ownerType === type && id === null)
      throw invalidField(
        `${at}/${field}`,
        `is required for a meter of ${type === 'room' ? 'a room' : 'an account'}`,
        {
          code: 'required',
        },
      );
    if (ownerType !== type && id !== null)
      throw invalidField(`${at}/${field}`, `is not for a meter of the ${ownerType}`, {
        code: 'not-for-owner',
      });
  }
}

function toVersioned({
  version,
  organizationId: _organizationId,
  firstVerifiedUntil: _firstVerifiedUntil,
  ...row
}: MeterRow): Versioned<Meter> {
  // A removed meter is no longer out of order, whatever it was removed for.
  const outOfOrderSince = row.removedOn === null ? row.outOfOrderSince : null;
  return { record: { ...row, outOfOrderSince }, version };
}

/** The house that the query's ids agree on; undefined when it names none. */
async function findNamedHouse(caller: Caller, query: MetersQuery): Promise<number | undefined> {
  const { houseId, personalAccountId, roomId, houseServiceId } = query;
  const named = [
    ...(houseId === undefined ? [] : [await getHousePlace(caller, houseId)]),
    ...(personalAccountId === undefined ? [] : [await getAccountPlace(caller, personalAccountId)]),
    ...(roomId === undefined ? [] : [await getRoomPlace(caller, roomId)]),
    ...(houseServiceId === undefined ? [] : [await getOwnHouseService(caller, houseServiceId)]),
  ];
  if (new Set(named.map((place) => place.houseId)).size > 1)
    throw notFound('In one house, what the request names');
  return named[0]?.houseId;
}

async function orSerialNumberTaken<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (cause) {
    if (violates(cause, 'meters_serial_number_no_overlap'))
      throw new Refusal('serial-number-taken', undefined, { cause });
    throw cause;
  }
}

function lifeOf(meter: MeterColumns): MeterLife {
  return {
    digits: meter.digits,
    installedOn: meter.installedOn,
    removedOn: meter.removedOn,
    initialReading: meter.initialReading,
  };
}

function columnsOf(body: MeterBody): MeterColumns {
  return {
    houseServiceId: body.houseServiceId,
    ownerType: body.ownerType,
    personalAccountId: body.personalAccountId ?? null,
    roomId: body.roomId ?? null,
    meterTypeId: body.meterTypeId,
    serialNumber: serialNumberOf(body.serialNumber),
    digits: body.digits,
    initialReading: body.initialReading,
    installedOn: formatDay(body.installedOn),
    verifiedUntil: body.verifiedUntil ? formatDay(body.verifiedUntil) : null,
    removedOn: body.removedOn ? formatDay(body.removedOn) : null,
    gisMeterGuid: body.gisMeterGuid?.toLowerCase() ?? null,
  };
}
