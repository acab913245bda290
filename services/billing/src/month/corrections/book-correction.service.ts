// Charges the differences that a correction has found in the next month, unless another correction was booked first.
import type { CorrectionOutcome } from '@kvartplata/contracts/billing/corrections.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import {
  countCorrection,
  holdHouseMonth,
  noteIdleServices,
} from '../calculation-jobs/house-months.service.ts';
import { noteCorrected } from '../calculation-jobs/outdated-houses.service.ts';
import { keepReplayedNeeds } from '../calculation-jobs/common-needs-months.service.ts';
import { holdHouses, openDraftCycle } from '../../books/cycles/cycles.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { lineOf } from './correction-lines.ts';
import {
  findChargesVersion,
  findNextMonth,
  insertCorrection,
  insertCorrectionCharges,
  listCorrectionCharges,
  type NewCorrectionCharge,
} from './corrections.repository.ts';
import type { AskedMonths, Differences } from './find-differences.service.ts';

/** Since this correction read the standing charges, others of the house were booked or reversed, or the next month changed. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

export type AskedCorrection = AskedMonths & {
  /** First days of months. */
  readonly periodFrom: string;
  readonly periodTo: string;
};

export type BookedCorrection = {
  /** Null when nothing was charged. */
  readonly id: number | null;
  /** The first day of the next month. */
  readonly period: string;
  readonly lines?: CorrectionOutcome['lines'];
};

/** The month in which the differences would be charged. */
export async function notBooked(
  db: Db,
  { organizationId }: AskedMonths,
): Promise<BookedCorrection> {
  return { id: null, period: await findNextMonth(db, organizationId) };
}

export type Found = {
  readonly found: Differences;
  /** Of the house's charges, found before the standing ones were read. */
  readonly version: string;
  /** The first day of the next month, whose cycle exists. */
  readonly next: string;
};

/** What follows from computing the months again, whether or not anything is to be charged. */
export async function noteComputed(
  trx: Trx,
  { houseId, organizationId }: AskedMonths,
  { computed, commonNeeds }: Differences,
): Promise<void> {
  for (const { correctedPeriod: period, idle, coreVersion } of computed) {
    await noteIdleServices(trx, { organizationId, houseId, period, idle });
    await noteCorrected(trx, { organizationId, houseId, period, coreVersion });
  }
  await keepReplayedNeeds(trx, organizationId, commonNeeds);
}

/** @throws OvertakenError; Refusal cycle-not-draft */
export async function bookCorrection(
  trx: Trx,
  caller: Caller,
  asked: AskedCorrection,
  { found, version, next }: Found,
): Promise<BookedCorrection> {
  const { houseId, organizationId, periodFrom, periodTo, reason } = asked;
  await holdHouses(trx, [houseId]);
  await noteComputed(trx, asked, found);
  if (found.lines.length === 0) return notBooked(trx, asked);
  if ((await findNextMonth(trx, organizationId)) !== next)
    throw new OvertakenError('a month was applied or opened again meanwhile');
  const { year, month } = Temporal.PlainYearMonth.from(next);
  const { id: cycleId, period } = await openDraftCycle(trx, { organizationId, year, month });
  const place = { houseId, organizationId, period, cycleId };
  await holdHouseMonth(trx, place);
  if ((await findChargesVersion(trx, place)) !== version)
    throw new OvertakenError('another correction of the house, or a storno, went before');
  const correction = {
    ...place,
    periodFrom,
    periodTo,
    reason,
    lineCount: found.lines.length,
    amount: formatKopecks(totalOf(found)),
    requestedBy: caller.userId,
  };
  const id = await insertCorrection(trx, correction);
  await insertCorrectionCharges(trx, { ...correction, id }, chargesOf(found));
  await countCorrection(trx, place, { services: found.services, accounts: accountsOf(found) });
  await recordChange(trx, caller.actor, {
    action: 'correction.charged',
    object: { type: 'correction', id },
    organizationId,
    after: { ...correction, months: asked.months },
  });
  const charges = await listCorrectionCharges(trx, { id, organizationId, houseId, period });
  return { id, period, lines: charges.map(lineOf) };
}

export function totalOf({ lines }: Differences): Kopecks {
  return sumBy(lines, ({ amountKopecks }) => amountKopecks);
}

function accountsOf({ lines }: Differences) {
  return Map.groupBy(lines, ({ personalAccountId }) => personalAccountId)
    .entries()
    .map(([id, ofAccount]) => ({ id, accountNumber: ofAccount[0]?.accountNumber ?? '' }))
    .toArray();
}

function chargesOf({ lines }: Differences): readonly NewCorrectionCharge[] {
  return lines.map((line) => ({
    personalAccountId: line.personalAccountId,
    accountNumber: line.accountNumber,
    houseServiceId: line.houseServiceId,
    rateType: line.rateType,
    consumption: formatScaled(line.consumptionE6, 6),
    tariff: formatScaled(line.tariffE4, 4),
    amount: formatKopecks(line.amountKopecks),
    basis: line.basis,
    correctedPeriod: line.correctedPeriod,
    correctedLine: line.line,
  }));
}
