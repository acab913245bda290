// The verifications of a meter. The latest decides until when the meter is verified, so recording or deleting one also updates
// the meter. Earlier ones are kept, because earlier months are recomputed with the one in force then.
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type {
  MeterVerification,
  NewMeterVerification,
} from '@kvartplata/contracts/core/meter-verifications.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';
import {
  getMeterPlace,
  lockMeter,
  verifyMeter,
  type MeterPlace,
  type MeterRow,
} from '../meters/meters.service.ts';
import { appliedMonthsOf, auditorOf, type Editor } from '../../access/records/records.service.ts';
import type { Trx } from '../../tables.ts';
import * as repository from './meter-verifications.repository.ts';
import type { VerificationRow } from './meter-verifications.repository.ts';
import { verifiedDays } from './verified-days.ts';

const audit = auditorOf<MeterVerification>('meter-verification');

export type AddedVerification = MeterVerification & { readonly appliedMonths: AppliedMonths };

/** @throws Refusal not-found */
export async function listVerifications(
  caller: Caller,
  meterId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<MeterVerification>> {
  const place = await getMeterPlace(caller, meterId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [beforeDay] = decodeCursor(query.cursor, ['day']) ?? [];
  const page = { beforeDay, limit: limit + 1 };
  const rows = await repository.listVerifications(caller.db, place, page);
  return pageOf(rows, limit, (row) => [row.verifiedOn], toVerification);
}

/** @throws Refusal not-found */
export async function getVerification(caller: Caller, id: number): Promise<MeterVerification> {
  return toVerification(await getRow(caller, id));
}

/**
 * @throws Refusal not-found, forbidden below owner, validation-failed, verification-exists for a second one of that day
 */
export async function addVerification(
  editor: Editor,
  meterId: number,
  body: StaticDecode<typeof NewMeterVerification>,
  today: Temporal.PlainDate,
): Promise<AddedVerification> {
  const { caller } = editor;
  const place = await getMeterPlace(caller, meterId);
  if (compareDays(body.verifiedUntil, body.verifiedOn) < 0)
    throw invalidField('/verifiedUntil', 'is before verifiedOn', { code: 'ends-before-start' });
  if (compareDays(body.verifiedOn, today) > 0)
    throw invalidField('/verifiedOn', `is after today, ${formatDay(today)}`, {
      code: 'after-today',
    });
  const { added, days } = await inTransaction(caller.db, async (trx) => {
    const row = await lockMeter(trx, place, undefined);
    const after = toVerification(await insert(trx, place, body));
    await audit(trx, caller, place, { after });
    return { added: after, days: await changeMeter(trx, caller, place, row, after) };
  });
  return { ...added, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/**
 * The previous one is in force again; without one, the value from before the first verification.
 * @throws Refusal not-found, forbidden below owner
 */
export async function deleteVerification(editor: Editor, id: number): Promise<AppliedMonths> {
  const { caller } = editor;
  const { houseId, meterId, organizationId } = await getRow(caller, id);
  const place = { houseId, meterId, organizationId };
  const days = await inTransaction(caller.db, async (trx): Promise<FactDays | null> => {
    const row = await lockMeter(trx, place, undefined);
    const deleted = await repository.deleteVerification(trx, place, id);
    if (deleted === undefined) throw notFound('The verification');
    const before = toVerification(deleted);
    await audit(trx, caller, place, { before });
    return changeMeter(trx, caller, place, row, before);
  });
  return appliedMonthsOf(editor, { organizationId, houseId }, days);
}

/**
 * Updates the locked meter to match its verifications.
 * @param changed the one that was recorded or deleted
 * @returns the days that this affects
 */
async function changeMeter(
  trx: Trx,
  caller: Caller,
  place: MeterPlace,
  row: MeterRow,
  changed: MeterVerification,
): Promise<FactDays | null> {
  const { untilBefore, nextOn } = await repository.findNeighbours(trx, place, changed.verifiedOn);
  const isOnly = untilBefore === undefined && nextOn === undefined;
  const latest = await repository.findVerifiedUntil(trx, place);
  const isTakenBack = isOnly && latest === undefined;
  const first = isOnly && !isTakenBack ? row.verifiedUntil : row.firstVerifiedUntil;
  await verifyMeter(trx, caller, place, row, {
    verifiedUntil: latest ?? first,
    firstVerifiedUntil: isTakenBack ? null : first,
  });
  return verifiedDays(changed, untilBefore ?? first, nextOn);
}

async function insert(
  trx: Trx,
  { organizationId, houseId, meterId }: MeterPlace,
  { verifiedOn, verifiedUntil, basis = null }: StaticDecode<typeof NewMeterVerification>,
): Promise<VerificationRow> {
  try {
    return await repository.insertVerification(trx, {
      organizationId,
      houseId,
      meterId,
      verifiedOn: formatDay(verifiedOn),
      verifiedUntil: formatDay(verifiedUntil),
      basis,
    });
  } catch (cause) {
    if (violates(cause, 'meter_verifications_day_unique'))
      throw new Refusal('verification-exists', undefined, { cause });
    throw cause;
  }
}

async function getRow(caller: Caller, id: number) {
  return caller.getOwn('The verification', async (organizations) =>
    repository.findVerification(caller.db, id, organizations),
  );
}

function toVerification({
  organizationId: _organizationId,
  ...verification
}: VerificationRow): MeterVerification {
  return verification;
}
