// Undoes the storing of readings of one house and month: new ones are deleted, changed ones restored. The caller must have
// checked that they have not changed since.
import { firstDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import type { Caller } from '../../access/access.service.ts';
import type { Trx } from '../../tables.ts';
import { auditSheet } from './audit-sheet.service.ts';
import { findNextProblem, findReadingProblem, type ReadingProblem } from './reading-rules.ts';
import { neighboursOf } from './reading-shape.ts';
import * as repository from './readings.repository.ts';
import type { GivenColumns } from './readings.repository.ts';
import type { HouseMonth } from './store-readings.service.ts';

type Month = Pick<HouseMonth, 'organizationId' | 'houseId' | 'period'>;
type Figures = Omit<GivenColumns, 'meterId'>;

export type ReadingToTakeBack = {
  readonly readingId: number;
  readonly meterId: number;
  readonly present: Figures;
  /** Null for a reading that was new. */
  readonly former: Figures | null;
};

/** Audited like any other change of a month's readings. */
export async function takeBackReadings(
  trx: Trx,
  caller: Pick<Caller, 'actor'>,
  month: Month,
  readings: readonly ReadingToTakeBack[],
): Promise<void> {
  const period = formatDay(firstDayOf(month.period));
  const restored = readings.flatMap(({ meterId, former }) =>
    former === null ? [] : [{ meterId, ...former }],
  );
  const gone = readings.filter(({ former }) => former === null).map(({ meterId }) => meterId);
  if (gone.length > 0) await repository.deleteReadings(trx, month, period, gone);
  if (restored.length > 0) await repository.putReadings(trx, month, period, restored);
  await auditSheet(
    trx,
    caller,
    month,
    readings.map(({ readingId: id, meterId, present, former }) => {
      const of = { id, meterId, houseId: month.houseId, period: formatBillingMonth(month.period) };
      return {
        before: { ...of, ...present },
        after: former === null ? undefined : { ...of, ...former },
      };
    }),
  );
}

/** Meters whose readings contradict each other: the reading of the month or, without one, the next reading. */
export async function findUnfit(
  trx: Trx,
  month: Month,
  meterIds: readonly number[],
  today: Temporal.PlainDate,
): Promise<ReadonlyMap<number, ReadingProblem>> {
  const period = formatDay(firstDayOf(month.period));
  const rows = await repository.listJudged(trx, month, period, meterIds);
  return new Map(
    rows.flatMap((row) => {
      const { present } = row;
      const neighbours = neighboursOf(row);
      const { previous, next } = neighbours;
      const problem =
        present !== null
          ? findReadingProblem(
              { ...present, valueE3: parseScaled(present.value, 3) },
              row,
              neighbours,
              formatDay(today),
            )
          : next === null
            ? undefined
            : findNextProblem(previous, next);
      return problem === undefined ? [] : [[row.meterId, problem] as const];
    }),
  );
}
