// Interference with meters in the reference calculation: day by day back from the act, to the last check or for three months.
import type { AccountFacts, MeterFacts } from '../house-facts.ts';
import { bookWithHeat, ServiceSkip, type Context, type Water } from './book.ts';
import { digitsOf } from './calendar.ts';
import { isHome } from './contract-by-day.ts';
import { plus, NOTHING, ratio, times, total, type Ratio } from './ratio.ts';
import { roommatesOf, sharesOn } from './room-by-day.ts';

/** A day's charge by norm: the norm per resident, and the number of residents. */
export type Residents = {
  readonly personsOn: (account: AccountFacts, day: number) => number;
  readonly normOn: (at: Context, day: number) => Ratio | undefined;
};

type Act = MeterFacts['tampered'][number] & { readonly ofRoom: boolean };

/** Books the line and returns the volume; undefined if there is no act. */
export function bookTampering(
  at: Context,
  accounts: readonly AccountFacts[],
  { filled = NOTHING }: Water,
  residents: Residents,
): Ratio | undefined {
  const acts = actsOf(at);
  const days = at.days.filter((day) => acts.some(({ on }) => digitsOf(on) === day));
  if (days.length === 0) return undefined;
  const volumes = new Map(
    days.map((day) => {
      const ofDay = acts.filter(({ on }) => digitsOf(on) === day);
      return [day, volumeOf(at, accounts, day, ofDay, residents)] as const;
    }),
  );
  const volume = (day: number): Ratio => volumes.get(day) ?? NOTHING;
  bookWithHeat({ ...at, filled }, [10, 11], days, volume, (day) => `act of ${day}`);
  return total(days.map(volume));
}

function actsOf({ account, service }: Context): readonly Act[] {
  return account.meters
    .filter((meter) => meter.houseServiceId === service.houseServiceId)
    .flatMap(({ tampered, ofRoom }) => tampered.map((act) => ({ ...act, ofRoom })))
    .filter((act) => digitsOf(act.lastCheckOn) < digitsOf(act.on));
}

function volumeOf(
  at: Context,
  accounts: readonly AccountFacts[],
  day: number,
  acts: readonly Act[],
  { personsOn, normOn }: Residents,
): Ratio {
  const { house, account, service } = at;
  if (acts.some((act) => act.capacityPerDayE3 === null)) {
    const norm = isHome(at) ? normOn(at, day) : undefined;
    if (norm === undefined) throw new ServiceSkip('neither a capacity nor a norm');
    const monthly = times(ratio(personsOn(account, day)), norm);
    const longest = acts.toSorted((a, b) => digitsOf(a.lastCheckOn) - digitsOf(b.lastCheckOn))[0];
    return longest === undefined ? NOTHING : times(monthly, ratio(10), walkBack(longest).months);
  }
  const all = total(
    acts.map((act) => times(ratio(act.capacityPerDayE3 ?? 0n, 1000), ratio(walkBack(act).days))),
  );
  if (!acts.some(({ ofRoom }) => ofRoom)) return all;
  const roommates = roommatesOf(house, service, account, accounts);
  const share = sharesOn(service, roommates, day, personsOn)[roommates.indexOf(account)];
  return times(all, share ?? NOTHING);
}

/** Goes back from the act, at most three months: a day counts as one of as many as its month has. */
function walkBack({ on, lastCheckOn }: Act): { readonly days: number; readonly months: Ratio } {
  let [days, months] = [0, NOTHING];
  for (const back of [1, 2, 3]) {
    const [first, next] = [on.subtract({ months: back }), on.subtract({ months: back - 1 })];
    const length = first.until(next, { largestUnit: 'day' }).days;
    for (let ago = 1; ago <= length; ago++) {
      if (digitsOf(next.subtract({ days: ago })) < digitsOf(lastCheckOn)) break;
      days += 1;
      months = plus(months, ratio(1, length));
    }
  }
  return { days, months };
}
