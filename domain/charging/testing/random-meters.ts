// Random meters for tests: some are replaced in the month, not read, broken or past their verification.
import type { MeterFacts, ServiceFacts } from '../house-facts.ts';
import type { Random } from './random.ts';

/** One meter, two at the same time, or one that replaces another in the month. */
export function randomMeters(
  random: Random,
  month: Temporal.PlainYearMonth,
  { houseServiceId }: ServiceFacts,
  most: number,
  all: Partial<MeterFacts> = {},
): readonly MeterFacts[] {
  const one = (serial: number, more: Partial<MeterFacts> = {}): MeterFacts => ({
    ...randomMeter(random, month, houseServiceId, serial, most),
    ...all,
    ...more,
  });
  if (random.percent(20)) {
    const day = dayIn(random, month);
    const gap = random.percent(30) ? random.whole(1, 4) : 0;
    return [one(1, { removedOn: day }), one(2, { installedOn: day.add({ days: gap }) })];
  }
  if (random.percent(8)) return [one(1, { removedOn: dayIn(random, month) })];
  if (random.percent(8)) return [one(1, { installedOn: dayIn(random, month) })];
  return random.percent(10) ? [one(1), one(2)] : [one(1)];
}

function randomMeter(
  random: Random,
  month: Temporal.PlainYearMonth,
  houseServiceId: number,
  serial: number,
  most: number,
): MeterFacts {
  const previous = random.whole(0, 99_999_999);
  const counted = random.whole(0, most);
  const turned = previous + counted >= 100_000_000;
  const current = random.percent(1) ? previous - 1 : (previous + counted) % 100_000_000;
  const isRead = random.percent(70);
  return {
    meterId: serial,
    houseServiceId,
    serialNumber: `M-${serial}`,
    digits: 5,
    previous: random.percent(97)
      ? {
          valueE3: BigInt(previous),
          takenOn: String(month.subtract({ months: 1 }).toPlainDate({ day: 25 })),
        }
      : null,
    current: isRead
      ? {
          valueE3: BigInt(current),
          takenOn: String(month.toPlainDate({ day: random.whole(1, 28) })),
          rollover: turned,
        }
      : null,
    installedOn: null,
    removedOn: null,
    verifiedUntil: random.percent(20) ? aroundMonth(random, month) : null,
    outOfOrderSince: random.percent(12) ? aroundMonth(random, month) : null,
    accessRefusedSince: random.percent(8) ? aroundMonth(random, month) : null,
    history: random.percent(80)
      ? { months: random.whole(1, 12), volumeE3: BigInt(random.whole(0, most * 6)) }
      : null,
    missedPeriods: isRead ? 0 : random.whole(1, 5),
    estimatedE6: random.percent(25) ? BigInt(random.whole(0, most * 1_500)) : 0n,
    ofRoom: false,
    tampered: random.percent(6) ? [randomAct(random, month)] : [],
  };
}

function randomAct(random: Random, month: Temporal.PlainYearMonth): MeterFacts['tampered'][number] {
  const on = dayIn(random, month);
  return {
    on,
    lastCheckOn: on.subtract({ days: random.whole(0, 200) }),
    capacityPerDayE3: random.percent(50) ? BigInt(random.whole(0, 9_000)) : null,
  };
}

/** A day of this month, or of some months before or after it. */
function aroundMonth(random: Random, month: Temporal.PlainYearMonth): Temporal.PlainDate {
  return dayIn(random, month.add({ months: random.whole(-5, 1) }));
}

export function dayIn(random: Random, month: Temporal.PlainYearMonth): Temporal.PlainDate {
  return month.toPlainDate({ day: random.whole(1, month.daysInMonth) });
}
