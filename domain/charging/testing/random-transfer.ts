// Random changes of owner in mid-month: with readings on the day, or with meters whose volume the two accounts share by days.
import { compareDays } from '../../calendar/day.ts';
import type { AccountFacts, MeterFacts } from '../house-facts.ts';
import type { Random } from './random.ts';

const COUNTER_E3 = 100_000_000n;
/** Offset of the ids of meters and accounts that a transfer adds, to keep them unique. */
const NEXT = 1000;

/** Some of the accounts end in the month, and another account succeeds them. */
export function transferring(
  random: Random,
  month: Temporal.PlainYearMonth,
  accounts: readonly AccountFacts[],
): readonly AccountFacts[] {
  return accounts.flatMap((account) => {
    if (!random.percent(12)) return [account];
    const on = month.toPlainDate({ day: random.whole(1, month.daysInMonth) });
    const { openedOn, closedOn } = account;
    const isOpen =
      compareDays(openedOn, on) < 0 && (closedOn === null || compareDays(closedOn, on) >= 0);
    if (!isOpen) return [account];
    const isAlone = accounts.every(
      (one) => one === account || one.roomNumber !== account.roomNumber,
    );
    const isRead = !isAlone || random.percent(60);
    const meters = account.meters.map((meter) =>
      isRead ? handOver(random, meter, on) : share(meter, on),
    );
    return [
      { ...account, closedOn: on.subtract({ days: 1 }), meters: meters.flatMap(([old]) => old) },
      {
        ...account,
        personalAccountId: account.personalAccountId + NEXT,
        accountNumber: `${account.accountNumber}-2`,
        openedOn: on,
        registeredPersons: [{ count: random.whole(0, 4), validFrom: on }],
        absences: [],
        meters: meters.flatMap(([, next]) => next),
      },
    ];
  });
}

/** The meters of the old account, and of the new one. */
type Handed = readonly [old: readonly MeterFacts[], next: readonly MeterFacts[]];

/** Without a reading it becomes a meter of the room, which the two accounts have one after the other. */
function share(meter: MeterFacts, on: Temporal.PlainDate): Handed {
  const meters = [{ ...meter, ofRoom: true }];
  // A meter of the room is listed for each of its accounts, whenever it was installed.
  return (meter.ofRoom ? undefined : whoseItWas(meter, on)) ?? [meters, meters];
}

/** It ends with its reading on the day before, and the same device continues from that reading. */
function handOver(random: Random, meter: MeterFacts, on: Temporal.PlainDate): Handed {
  if (meter.ofRoom) return [[meter], [meter]];
  const { previous } = meter;
  if (previous === null) return [[], [meter]];
  const kept = whoseItWas(meter, on);
  if (kept !== undefined) return kept;
  const start = previous.valueE3;
  const { current } = meter;
  const counted =
    current === null ? 0n : current.valueE3 - start + (current.rollover ? COUNTER_E3 : 0n);
  const before =
    current === null
      ? BigInt(random.whole(0, 9_000))
      : (counted * BigInt(random.whole(0, 100))) / 100n;
  const read = start + before;
  const last = on.subtract({ days: 1 });
  const takenOn = String(last);
  const valueE3 = read % COUNTER_E3;
  const hasTurned = read >= COUNTER_E3;
  return [
    [
      {
        ...meter,
        removedOn: last,
        current: { valueE3, takenOn, rollover: hasTurned },
        missedPeriods: 0,
      },
    ],
    [
      {
        ...meter,
        meterId: meter.meterId + NEXT,
        installedOn: on,
        previous: { valueE3, takenOn },
        current: current && {
          ...current,
          takenOn: current.takenOn > takenOn ? current.takenOn : String(on),
          rollover: current.rollover && !hasTurned,
        },
        history: null,
        missedPeriods: current === null ? 1 : 0,
        estimatedE6: 0n,
      },
    ],
  ];
}

/** A meter removed earlier, or installed on the day or later, belongs to one account; undefined for others. */
function whoseItWas(meter: MeterFacts, on: Temporal.PlainDate): Handed | undefined {
  const { removedOn, installedOn } = meter;
  if (removedOn !== null && compareDays(removedOn, on) < 0) return [[meter], []];
  if (installedOn !== null && compareDays(installedOn, on) >= 0) return [[], [meter]];
  return undefined;
}
