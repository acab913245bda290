// Rare facts: read once for all pages of a snapshot, except the histories of meters whose readings do not count, which are read
// with their page.
import type { LateMeter, SnapshotMeter } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import type { Trx } from '../../tables.ts';
import type {
  MeterRow,
  MonthDays,
  RoommateRow,
  ServiceRow,
} from './billing-snapshot.repository.ts';
import {
  averagedBy,
  isPlain,
  lateMetersOf,
  readBefore,
  meterFacts,
  plainMeterFacts,
  type RareMeterFacts,
} from './meter-facts.ts';
import * as repository from './rare-facts.repository.ts';

export type RareFacts = RareMeterFacts & {
  readonly organizationId: number;
  /** By house. */
  readonly serviceActsOf: ReadonlyMap<number, readonly repository.ServiceActRow[]>;
  readonly absencesOf: ReadonlyMap<number, readonly repository.AbsenceRow[]>;
  readonly benefitsOf: ReadonlyMap<number, readonly repository.BenefitRow[]>;
  /** The house services whose meters count past their verification. */
  readonly countUnverified: ReadonlySet<number>;
  /** The accounts of the rooms that have meters. */
  readonly roommatesOf: ReadonlyMap<number, readonly RoommateRow[]>;
  /** Filled while meters are converted. */
  readonly lateMeters: LateMeter[];
};

export async function readRareFacts(
  trx: Trx,
  houses: HousesOf,
  month: MonthDays,
  services: readonly ServiceRow[],
  roommates: readonly RoommateRow[],
): Promise<RareFacts> {
  const absences = await repository.listAbsences(trx, houses, month);
  const benefits = await repository.listBenefits(trx, houses, month);
  const acts = await repository.listActs(trx, houses, month);
  const serviceActs = await repository.listServiceActs(trx, houses, month);
  const verified = await repository.listVerifiedSince(trx, houses, month);
  const { now = [], later = [] } = Object.groupBy(verified, ({ verifiedOn }) =>
    verifiedOn > month.last ? 'later' : 'now',
  );
  const verifiedLater = [...new Set(later.map(({ meterId }) => meterId))];
  const verifiedThen =
    verifiedLater.length === 0
      ? []
      : await repository.listVerifiedUntilThen(trx, houses, verifiedLater, month);
  return {
    organizationId: houses.organizationId,
    serviceActsOf: Map.groupBy(serviceActs, (row) => row.houseId),
    absencesOf: Map.groupBy(absences, (row) => row.personalAccountId),
    benefitsOf: Map.groupBy(benefits, (row) => row.personalAccountId),
    actsOf: Map.groupBy(acts, (row) => row.meterId),
    verifiedNow: new Set(now.map((row) => row.meterId)),
    verifiedUntilThen: new Map(verifiedThen.map((row) => [row.meterId, row.verifiedUntil])),
    countUnverified: new Set(
      services.flatMap(({ houseServiceId, countsUnverified }) =>
        countsUnverified ? [houseServiceId] : [],
      ),
    ),
    roommatesOf: Map.groupBy(roommates, ({ roomId }) => roomId),
    lateMeters: [],
  };
}

/** A meter's facts in the snapshot, with its house, account and room. */
export type PlacedMeter = Pick<MeterRow, 'houseId' | 'personalAccountId' | 'roomId'> & {
  readonly meter: SnapshotMeter;
};

/** In the order of the rows. */
export async function readMeters(
  trx: Trx,
  rows: readonly MeterRow[],
  month: MonthDays,
  rare: RareFacts,
): Promise<readonly PlacedMeter[]> {
  const told: PlacedMeter[] = [];
  const asked: repository.AskedHistory[] = [];
  const readRows: MeterRow[] = [];
  const failures: repository.AskedFailure[] = [];
  for (const row of rows) {
    const { houseId, personalAccountId, roomId, meterId } = row;
    const whose = { houseId, personalAccountId, roomId };
    if (isPlain(row, rare)) {
      told.push({ ...whose, meter: plainMeterFacts(row) });
      continue;
    }
    const meter = meterFacts(row, month, rare);
    const averaged = averagedBy(meter, rare.countUnverified.has(row.houseServiceId));
    if (averaged !== undefined) asked.push({ houseId, meterId, ...averaged });
    const reading = readBefore(row, month, rare);
    if (reading !== undefined) failures.push({ houseId, meterId, ...reading });
    readRows.push(row);
    told.push({ ...whose, meter });
  }
  const failed =
    failures.length === 0
      ? new Set<number>()
      : await repository.listFailedAfterReading(trx, rare.organizationId, failures);
  for (const row of readRows)
    rare.lateMeters.push(...lateMetersOf(row, month, rare.roommatesOf, failed.has(row.meterId)));
  return asked.length === 0
    ? told
    : withHistories(told, await repository.listHistories(trx, rare.organizationId, asked, month));
}

function withHistories(
  told: readonly PlacedMeter[],
  rows: readonly repository.HistoryRow[],
): readonly PlacedMeter[] {
  const histories = new Map(rows.map(({ meterId, ...history }) => [meterId, history]));
  return told.map((one) => {
    const history = histories.get(one.meter.meterId);
    return history === undefined ? one : { ...one, meter: { ...one.meter, history } };
  });
}
