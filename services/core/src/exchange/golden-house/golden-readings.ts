// The golden house's readings: pure arithmetic on the number of months since the house's first, so that a call in any later month
// continues the same counters.
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import {
  GOLDEN_ACCOUNT_COUNT,
  goldenHouse,
  goldenMeterSerial,
  HOUSE_METER_SERIAL,
} from './golden-content.ts';
import type { GoldenReading } from './golden-types.ts';

const PLACES = 3;
const READING_DAY = 25;
/** The fifth month, in which the house meter shows less than the sum of the rooms' meters. */
const NEGATIVE_ODN_MONTH = 4;
const NEGATIVE_ODN_LITRES = -1_840n;

/** The usual monthly consumption of each account, in litres, from LS01 to LS10. */
const USUAL_LITRES = [
  4_200n,
  7_900n,
  11_200n,
  2_300n,
  12_400n,
  6_800n,
  15_100n,
  3_900n,
  18_600n,
  8_100n,
] as const;
/** The deviations of a year's months, in litres; the twelve add up to zero. */
const SWING_LITRES = [0n, 135n, -210n, 90n, 305n, -160n, 45n, -275n, 180n, -95n, 240n, -255n];
/** The house's consumption beyond its rooms, in litres. */
const ODN_LITRES = [
  3_250n,
  2_980n,
  3_410n,
  2_765n,
  3_030n,
  3_120n,
  2_890n,
  3_305n,
  3_075n,
  2_655n,
  3_490n,
  2_940n,
];

/**
 * The readings of all eleven meters in the given months; none for months before the first.
 * @param firstMonth the house's first seeded month
 * @param months consecutive
 */
export function goldenReadings(
  firstMonth: BillingMonth,
  months: readonly BillingMonth[],
): GoldenReading[] {
  const volumes = [
    ...USUAL_LITRES.map((_, index) => ({
      serialNumber: goldenMeterSerial(index),
      litresOf: (month: number) => accountLitres(index, month),
    })),
    { serialNumber: HOUSE_METER_SERIAL, litresOf: houseLitres },
  ];
  return volumes.flatMap(({ serialNumber, litresOf }) =>
    readingsOfMeter(firstMonth, months, serialNumber, litresOf),
  );
}

function readingsOfMeter(
  firstMonth: BillingMonth,
  months: readonly BillingMonth[],
  serialNumber: string,
  litresOf: (month: number) => bigint,
): GoldenReading[] {
  const meter = goldenHouse(firstMonth).meters.find((known) => known.serialNumber === serialNumber);
  if (meter === undefined) throw new Error(`the golden house has no meter ${serialNumber}`);
  const counterEnd = 10n ** BigInt(meter.digits + PLACES);
  const start = parseScaled(meter.initialReading, PLACES);
  return months.flatMap((month) => {
    const index = firstMonth.until(month, { largestUnit: 'month' }).months;
    if (index < 0) return [];
    const before = start + drawnUntil(index, litresOf);
    const after = before + litresOf(index);
    return {
      serialNumber,
      period: formatDay(firstDayOf(month)),
      value: formatScaled(after % counterEnd, PLACES),
      takenOn: formatDay(month.toPlainDate({ day: READING_DAY })),
      rollover: after / counterEnd > before / counterEnd,
    };
  });
}

/** Total litres before the month at `index`. */
function drawnUntil(index: number, litresOf: (month: number) => bigint): bigint {
  let litres = 0n;
  for (let month = 0; month < index; month += 1) litres += litresOf(month);
  return litres;
}

/** LS10 opens in the middle of the first month and consumes half as much in it. */
function accountLitres(account: number, month: number): bigint {
  const litres = at(USUAL_LITRES, account) + at(SWING_LITRES, month + account);
  const isHalfMonth = account === GOLDEN_ACCOUNT_COUNT - 1 && month === 0;
  return isHalfMonth ? litres / 2n : litres;
}

function houseLitres(month: number): bigint {
  const rooms = USUAL_LITRES.reduce((sum, _, account) => sum + accountLitres(account, month), 0n);
  return rooms + (month === NEGATIVE_ODN_MONTH ? NEGATIVE_ODN_LITRES : at(ODN_LITRES, month));
}

/** Indexes a list cyclically. */
function at(list: readonly bigint[], index: number): bigint {
  return list[index % list.length] ?? 0n;
}
