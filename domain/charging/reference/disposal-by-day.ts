// Water disposal in the reference calculation.
import { bookLine, isDrawn, ServiceSkip, type Context, type Water, type Waters } from './book.ts';
import { daysOf } from './calendar.ts';
import { bookContract, contractOn, isHome } from './contract-by-day.ts';
import { isBelow, NOTHING, ratio, times, total } from './ratio.ts';

/** How a dwelling without meters is charged. */
type Unmetered = {
  /** The index of the norm that applies to the account on a day, or −1. */
  readonly normRowOn: (at: Context, day: number) => number;
  readonly byNorm: (at: Context, isEverSpared: boolean) => Water;
};

/** Whether absences take back any of the water; unknown without any. */
export function canBeAbsent(drained: readonly Water[]): boolean {
  return drained.length === 0 || drained.some(({ absent }) => isBelow(absent, NOTHING));
}

/** The waters that the account has used of those draining into the service. */
export function drainedInto(at: Context, water: Waters): readonly Water[] {
  const codes = at.house.services.filter(({ drainsInto }) => drainsInto === at.service.code);
  return Array.from(new Set(codes.map(({ code }) => code))).flatMap((code) => {
    const one = water.get(code);
    return one === undefined || 'countedBy' in one ? [] : one;
  });
}

export function chargeDisposal(at: Context, water: Waters, { normRowOn, byNorm }: Unmetered): void {
  if (!isHome(at) && at.days.some((day) => contractOn(at, day) !== undefined)) {
    water.set(at.service.code, bookContract(at));
    return;
  }
  const waters = at.house.services.filter(({ drainsInto }) => drainsInto === at.service.code);
  const drained = Array.from(new Set(waters.map(({ code }) => code))).flatMap((code) => {
    const one = water.get(code);
    if (one !== undefined && 'countedBy' in one) throw new ServiceSkip('the water is not known');
    return one ?? [];
  });
  // All days on which the house takes the account's waste water, under whichever of its services of disposal.
  const drains = at.house.services.filter(({ code }) => code === at.service.code);
  const month = daysOf(at.house.month);
  const perDay = ratio(
    1,
    month.filter((day) => drains.some((one) => isDrawn(at.account, one, day))).length,
  );
  const hasNorm = month.some((day) => normRowOn(at, day) >= 0);
  const canBeNorm = isHome(at) || drained.length === 0;
  const tampered = drained.flatMap((one) => (one.tampered === undefined ? [] : [one.tampered]));
  const bookTampered = (): void => {
    if (tampered.length === 0) return;
    bookLine(at, 10, at.days, () => times(total(tampered), perDay));
  };
  if (
    canBeNorm &&
    hasNorm &&
    drained.every(({ metered, isInstead }) => metered.length === 0 && !isInstead)
  ) {
    water.set(at.service.code, byNorm(at, canBeAbsent(drained)));
    bookTampered();
    const back = total(drained.map(({ late }) => late));
    bookLine(at, 3, at.days, () => times(back, perDay));
    return;
  }
  if (drained.length === 0) return;
  const net = total(drained.flatMap(({ drawn, late }) => [drawn, late]));
  const absent = total(drained.map((one) => one.absent));
  const drawn = isBelow(net, NOTHING) ? NOTHING : net;
  bookLine(at, 0, at.days, () => times(drawn, perDay));
  bookTampered();
  if (isBelow(net, NOTHING)) bookLine(at, 3, at.days, () => times(net, perDay));
  if (isBelow(absent, NOTHING)) bookLine(at, 5, at.days, () => times(absent, perDay));
  water.set(at.service.code, { drawn, late: NOTHING, absent, metered: [] });
}
