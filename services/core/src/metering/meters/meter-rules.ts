// Finds the part of a meter's life that contradicts its readings. Days are `YYYY-MM-DD`: sorting them as text is chronological.
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';

export type MeterLife = {
  readonly digits: number;
  readonly installedOn: string;
  readonly removedOn: string | null;
  readonly initialReading: string;
};

/** The first reading of a meter and the range of its readings; periods are first days of months. */
export type ReadingBounds = {
  readonly firstPeriod: string;
  readonly firstValue: string;
  readonly firstTakenOn: string;
  readonly firstRollover: boolean;
  readonly greatest: string;
  readonly lastPeriod: string;
  readonly lastTakenOn: string;
};

export type LifeProblem = {
  readonly field: 'digits' | 'installedOn' | 'removedOn' | 'initialReading';
  readonly message: string;
};

/** Whether a counter with this many digits can show the value. */
export function canShow(digits: number, value: string): boolean {
  return parseScaled(value, 3) < 10n ** BigInt(digits) * 1000n;
}

/** The part of the life that contradicts the readings; undefined when none does. */
export function findLifeProblem(life: MeterLife, read: ReadingBounds): LifeProblem | undefined {
  if (!canShow(life.digits, read.greatest))
    return { field: 'digits', message: `cannot show the reading ${read.greatest}` };
  if (life.installedOn > read.firstTakenOn || firstOfMonth(life.installedOn) > read.firstPeriod)
    return { field: 'installedOn', message: `is after the reading of ${read.firstTakenOn}` };
  if (
    life.removedOn !== null &&
    (life.removedOn < read.lastTakenOn || life.removedOn < read.lastPeriod)
  )
    return { field: 'removedOn', message: `is before the reading of ${read.lastTakenOn}` };
  const [initial, first] = [parseScaled(life.initialReading, 3), parseScaled(read.firstValue, 3)];
  if (read.firstRollover ? initial <= first : initial > first)
    return {
      field: 'initialReading',
      message: `does not fit the first reading ${read.firstValue}`,
    };
  return undefined;
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}
