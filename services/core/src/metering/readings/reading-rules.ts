// Which readings are refused, and why. Days are `YYYY-MM-DD` and periods first days of months: sorting them as text is
// chronological. Values are thousandths of the meter's unit.
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';

/** The first and last days on which a meter counts; `removedOn` is inclusive, null while it is in use. */
export type MeterInUse = {
  readonly digits: number;
  readonly installedOn: string;
  readonly removedOn: string | null;
};

/** The last reading of an earlier month, or the meter's value when it was installed. */
export type EarlierReading = { readonly valueE3: bigint; readonly takenOn: string };

/** The first reading of a later month. */
export type LaterReading = EarlierReading & { readonly rollover: boolean };

export type Neighbours = {
  readonly previous: EarlierReading;
  readonly next: LaterReading | null;
};

export type JudgedReading = EarlierReading & {
  readonly period: string;
  readonly rollover: boolean;
};

/** A code of the closed catalogue of refusals. */
export type ReadingProblemCode =
  | 'meter-not-in-use'
  | 'reading-in-future'
  | 'reading-over-digits'
  | 'reading-out-of-order'
  | 'rollover-not-lower'
  | 'reading-below-previous'
  | 'reading-breaks-next';

export type ReadingProblem<Code extends string = ReadingProblemCode> = {
  readonly code: Code;
  readonly field: 'meterId' | 'period' | 'takenOn' | 'value' | 'rollover';
  readonly message: string;
};

/** The first reason to refuse the reading; undefined for a valid one. */
export function findReadingProblem(
  reading: JudgedReading,
  meter: MeterInUse,
  { previous, next }: Neighbours,
  today: string,
): ReadingProblem | undefined {
  return (
    outOfUse(reading, meter) ??
    inFuture(reading, today) ??
    outOfOrder(reading, previous, next) ??
    unlikePrevious(reading, meter, previous) ??
    (next === null ? undefined : findNextProblem(reading, next))
  );
}

/** Why the next reading would not be valid with `reading` before it; undefined when it would. */
export function findNextProblem(
  { valueE3 }: Pick<EarlierReading, 'valueE3'>,
  next: LaterReading,
): ReadingProblem | undefined {
  if (next.rollover ? next.valueE3 < valueE3 : next.valueE3 >= valueE3) return undefined;
  const turn = next.rollover ? ' after a rollover' : '';
  return {
    code: 'reading-breaks-next',
    field: 'value',
    message: `does not fit the next reading ${shown(next)}${turn}`,
  };
}

function outOfUse(
  { period, takenOn }: JudgedReading,
  { installedOn, removedOn }: MeterInUse,
): ReadingProblem | undefined {
  const code = 'meter-not-in-use';
  if (takenOn < installedOn)
    return { code, field: 'takenOn', message: `is before the meter was installed, ${installedOn}` };
  if (period.slice(0, 7) < installedOn.slice(0, 7))
    return { code, field: 'period', message: `is before the meter was installed, ${installedOn}` };
  if (removedOn === null) return undefined;
  if (takenOn > removedOn)
    return { code, field: 'takenOn', message: `is after the meter was removed, ${removedOn}` };
  if (period > removedOn)
    return { code, field: 'period', message: `is after the meter was removed, ${removedOn}` };
  return undefined;
}

function inFuture({ period, takenOn }: JudgedReading, today: string): ReadingProblem | undefined {
  const code = 'reading-in-future';
  if (takenOn > today) return { code, field: 'takenOn', message: `is after today, ${today}` };
  if (period > today) return { code, field: 'period', message: 'has not begun' };
  return undefined;
}

function outOfOrder(
  { takenOn }: JudgedReading,
  previous: EarlierReading,
  next: LaterReading | null,
): ReadingProblem | undefined {
  const code = 'reading-out-of-order';
  if (takenOn < previous.takenOn)
    return { code, field: 'takenOn', message: `is before the last reading ${shown(previous)}` };
  if (next !== null && takenOn > next.takenOn)
    return { code, field: 'takenOn', message: `is after the next reading ${shown(next)}` };
  return undefined;
}

function unlikePrevious(
  { valueE3, rollover }: JudgedReading,
  { digits }: MeterInUse,
  previous: EarlierReading,
): ReadingProblem | undefined {
  if (valueE3 >= 10n ** BigInt(digits) * 1000n)
    return {
      code: 'reading-over-digits',
      field: 'value',
      message: `is more than ${digits} digits can show`,
    };
  if (rollover && valueE3 >= previous.valueE3)
    return {
      code: 'rollover-not-lower',
      field: 'rollover',
      message: `needs a value below the last reading ${shown(previous)}`,
    };
  if (!rollover && valueE3 < previous.valueE3)
    return {
      code: 'reading-below-previous',
      field: 'value',
      message: `is below the last reading ${shown(previous)}`,
    };
  return undefined;
}

function shown({ valueE3, takenOn }: EarlierReading): string {
  return `${formatScaled(valueE3, 3)} of ${takenOn}`;
}
