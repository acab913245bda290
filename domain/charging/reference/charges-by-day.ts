// A second implementation of the charging rules, day by day and literal rather than fast, for tests to compare with. It uses
// nothing of the calculation or of domain/regulation, so that only a mistake made twice goes unnoticed.
import type { AccountFacts, HouseFacts, ServiceFacts } from '../house-facts.ts';
import { takeBack } from './acts-by-day.ts';
import {
  areaOf,
  bookLine,
  bookWithHeat,
  given,
  differs,
  isDrawn,
  isPaid,
  isThere,
  normOf,
  normRow,
  Skip,
  type Context,
  ServiceSkip,
  type Water,
  type Waters,
} from './book.ts';
import { daysOf, isWithin, rowOn } from './calendar.ts';
import { bookContract, contractDay, contractOn, contractPart, isHome } from './contract-by-day.ts';
import { canBeAbsent, chargeDisposal, drainedInto } from './disposal-by-day.ts';
import { metersInMonth } from './meters-by-day.ts';
import { awayOn, personsOn, personsRow, registeredOn } from './persons-by-day.ts';
import type { Needs } from './needs-by-month.ts';
import { isBelow, minus, NOTHING, plus, ratio, times, total, type Ratio } from './ratio.ts';
import { onDay, roomInMonth, roommatesOf, type RoomMonth } from './room-by-day.ts';
import { chargeHeatingByNorm, chargeShared, isShared } from './shared-by-day.ts';
import { bookTampering } from './tampering-by-day.ts';

/** Kopecks by `account/service/line`; the skipped accounts; common-house needs by service. */
export type Charges = {
  readonly amounts: Map<string, bigint>;
  readonly skipped: Set<number>;
  readonly needs: ReadonlyMap<number, Needs>;
};

export function chargesByDay(house: HouseFacts, accounts: readonly AccountFacts[]): Charges {
  const amounts = new Map<string, bigint>();
  const skipped = new Set<number>();
  const water = new Map<number, Waters>();
  const needs = new Map<number, Needs>();
  for (const account of accounts) {
    const own = new Map<string, bigint>();
    const ofAccount: Waters = new Map();
    try {
      for (const service of ownServices(house)) {
        const days = daysOf(house.month).filter((day) => isDrawn(account, service, day));
        if (days.length === 0) continue;
        const at = { house, account, service, days, book: own };
        if (!chargeOrSkip(at, accounts, ofAccount)) skipped.add(account.personalAccountId);
      }
      for (const [key, value] of own) amounts.set(key, value);
      water.set(account.personalAccountId, ofAccount);
    } catch (error) {
      if (!(error instanceof Skip)) throw error;
      skipped.add(account.personalAccountId);
    }
  }
  for (const service of house.services.filter(isShared)) {
    const shared = new Map<string, bigint>();
    const after = new Map<number, Needs>();
    try {
      chargeShared(house, service, accounts, water, shared, after);
      for (const [key, value] of shared) amounts.set(key, value);
      for (const [id, left] of after) needs.set(id, left);
    } catch (error) {
      if (!(error instanceof Skip)) throw error;
      for (const id of water.keys()) skipped.add(id);
    }
  }
  for (const id of takeBack(house, accounts, amounts)) skipped.add(id);
  return { amounts, skipped, needs };
}

/** Whether the service could be charged; throws what prevents the whole account from being charged. */
function chargeOrSkip(at: Context, accounts: readonly AccountFacts[], water: Waters): boolean {
  const owner = ownerOfMeter(at, accounts);
  try {
    if (owner !== undefined) throw new ServiceSkip('a meter of the room');
    chargeOwn(at, accounts, water);
    return true;
  } catch (error) {
    const isElsewhere = at.days.every((day) => !isPaid(at, day));
    if (!(error instanceof ServiceSkip) && !(error instanceof Skip && isElsewhere)) throw error;
    const isHere =
      owner !== undefined &&
      owner !== at.account &&
      at.days.every((day) => isThere(owner, at.service, day));
    water.set(at.service.code, { countedBy: isHere ? owner : null });
    return isElsewhere;
  }
}

/** For a service by meter: the account of the room that has a meter, if the account itself has none. */
function ownerOfMeter(
  { account, service, days }: Context,
  accounts: readonly AccountFacts[],
): AccountFacts | undefined {
  const isMetered = (one: AccountFacts, ofRoom = false): boolean =>
    one.meters.some(
      (meter) =>
        meter.houseServiceId === service.houseServiceId &&
        meter.ofRoom === ofRoom &&
        meter.previous !== null &&
        days.some(
          (day) => isWithin(day, meter.installedOn, meter.removedOn) && isThere(one, service, day),
        ),
    );
  if (service.method !== 'meter') return undefined;
  if (isMetered(account) && !isMetered(account, true)) return undefined;
  return accounts.find((one) => one.roomNumber === account.roomNumber && isMetered(one));
}

function ownServices({ services }: HouseFacts): readonly ServiceFacts[] {
  const own = services.filter((service) => !isShared(service));
  const isLast = ({ code, method }: ServiceFacts): boolean =>
    method === 'water-disposal' || services.some(({ drainsInto }) => drainsInto === code);
  return [...own.filter((one) => !isLast(one)), ...own.filter(isLast)];
}

function chargeOwn(at: Context, accounts: readonly AccountFacts[], water: Waters): void {
  const { house, service, account } = at;
  const inMonth = ratio(1, house.month.daysInMonth);
  const area = areaOf(account);
  if (service.method === 'area') {
    bookLine(at, 0, at.days, () => times(area, inMonth));
  } else if (service.method === 'area-norm') {
    if (isHome(at)) {
      const norm = (day: number): Ratio =>
        times(area, normOf(service, day, differs(account, service, day)?.normGroup), inMonth);
      bookLine(at, 0, at.days, norm, (day) => String(personalRow(at, day)));
    } else bookContract(at);
  } else if (service.method === 'fixed') {
    const group = (day: number) => differs(account, service, day)?.tariffGroup;
    const priced = at.days.filter((day) => rowOn(service.tariffs, null, day, group(day)) >= 0);
    bookLine(at, 0, priced, () => inMonth);
  } else if (service.method === 'per-person') {
    const persons = (day: number): number => registeredOn(account, day);
    const there = at.days.filter((day) => persons(day) > 0);
    bookLine(
      at,
      0,
      there,
      (day) => times(ratio(persons(day)), inMonth),
      (day) => String(personsRow(account, day)),
    );
  } else if (service.method === 'calculated-volume') {
    const isAny = at.days.some((day) => contractOn(at, day) !== undefined);
    if (isAny || !isHome(at)) bookContract(at);
  } else if (service.method === 'heating') {
    chargeHeatingByNorm(at);
  } else if (service.method === 'water-disposal') {
    chargeDisposal(at, water, { normRowOn: personalRow, byNorm: chargeUnmetered });
  } else {
    const of =
      service.method === 'meter'
        ? chargeWithActs(at, accounts)
        : chargeUnmetered(at, canBeAbsent(drainedInto(at, water)));
    water.set(service.code, of);
  }
}

/** The index of the norm that applies to the account, or −1. */
function personalRow({ account, service }: Context, day: number): number {
  return normRow(service, day, differs(account, service, day)?.normGroup);
}

/** N for one of the residents. */
function personalNorm(at: Context, day: number): Ratio {
  const { valueE6, byPersons } = given(at.service.norms[personalRow(at, day)]);
  const persons = personsOn(at.account, day);
  const of = byPersons.findLast((row) => row.persons <= persons);
  return ratio(of?.valueE6 ?? valueE6, 1_000_000);
}

/** The charged part of a volume. */
function paidOf(at: Context, days: readonly number[], volume: (day: number) => Ratio): Ratio {
  return total(days.filter((day) => isPaid(at, day)).map(volume));
}

/** n × N for one day. */
function normDay(at: Context, day: number): Ratio {
  return times(
    ratio(personsOn(at.account, day)),
    personalNorm(at, day),
    ratio(1, at.house.month.daysInMonth),
  );
}

function normPart(at: Context, day: number): string {
  return `${personalRow(at, day)}/${personsRow(at.account, day)}`;
}

/** For a day without a meter. */
function otherDay(at: Context, day: number): Ratio {
  return (isHome(at) ? normDay : contractDay)(at, day);
}

function otherPart(at: Context, day: number): string {
  return (isHome(at) ? normPart : contractPart)(at, day);
}

/** n × N for some days: the water, the heat in it, and what K adds. */
function bookNorm(at: Context, raised: readonly number[]): { drawn: Ratio; filled: Ratio } {
  const volume = (day: number): Ratio => normDay(at, day);
  const part = (day: number): string => normPart(at, day);
  bookWithHeat(at, [0, 2], at.days, volume, part);
  const filled = paidOf(at, at.days, volume);
  const excess = bookExcess({ ...at, filled }, raised);
  return { drawn: total(at.days.map(volume)), filled: plus(filled, excess) };
}

/** The charged part of what K adds. */
function bookExcess(at: Context, days: readonly number[]): Ratio {
  const { service } = at;
  const withK = days.filter((day) => coefficient(service, day) !== undefined);
  if (withK.length === 0) return NOTHING;
  const volume = (day: number): Ratio =>
    times(normDay(at, day), minus(coefficient(service, day) ?? ratio(1), ratio(1)));
  bookLine(
    at,
    1,
    withK,
    volume,
    (day) => `${normPart(at, day)}/${String(coefficient(service, day))}`,
  );
  return paidOf(at, withK, volume);
}

/** The days on which K applies without a meter: not those of an act that none can be installed. */
function raisedDays({ account, service }: Context, days: readonly number[]): readonly number[] {
  if (!service.coefficientApplies) return [];
  return days.filter(
    (day) =>
      coefficient(service, day) !== undefined &&
      differs(account, service, day)?.coefficientApplies !== false,
  );
}

/** @param isEverSpared whether absences can change anything */
function chargeUnmetered(at: Context, isEverSpared = true): Water {
  const { house, account, service, days } = at;
  if (!isHome(at)) return bookContract(at);
  const raised = raisedDays(at, days);
  const { drawn, filled } = bookNorm(at, raised);
  const follows = service.followsAbsence && isEverSpared;
  const spared = follows ? days.filter((day) => !raised.includes(day)) : [];
  const away = (day: number): Ratio => {
    const persons = Math.min(awayOn(account, day), personsOn(account, day));
    return times(ratio(-persons, house.month.daysInMonth), personalNorm(at, day));
  };
  bookWithHeat({ ...at, filled }, [5, 6], spared, away, (day) => normPart(at, day));
  return { drawn, late: NOTHING, absent: total(spared.map(away)), metered: [], filled };
}

/** Books nothing for the service if an act cannot be charged. */
function chargeWithActs(at: Context, accounts: readonly AccountFacts[]): Water {
  const apart = { ...at, book: new Map<string, bigint>() };
  const of = chargeMetered(apart, accounts);
  const normOn = (_: Context, day: number): Ratio | undefined =>
    personalRow(at, day) < 0 ? undefined : personalNorm(at, day);
  const tampered = bookTampering(apart, accounts, of, { personsOn, normOn });
  for (const [key, kopecks] of apart.book) at.book.set(key, kopecks);
  return tampered === undefined ? of : { ...of, tampered };
}

function chargeMetered(at: Context, accounts: readonly AccountFacts[]): Water {
  const { house, account, service, days } = at;
  const room = roomInMonth(at, roommatesOf(house, service, account, accounts), personsOn);
  if (room !== undefined) return chargeRoom(at, room);
  const meters = account.meters.filter(
    (meter) => meter.houseServiceId === service.houseServiceId && !meter.ofRoom,
  );
  const found = metersInMonth(service, meters, house.month, days, isHome(at) ? 3 : 2);
  if (found === undefined) throw new Skip('a reading went back');
  if (found.by === 'none') return chargeUnmetered(at);
  if (found.by === 'norm') {
    refuseAbsurd(at, times(found.takenBack, ratio(-1)));
    const of = bookInstead(at, found.withK);
    return bookBack(at, of, found.days, found.takenBack, () => ratio(1, found.days.length));
  }
  refuseAbsurd(at, found.volume);
  refuseAbsurd(at, times(found.takenBack, ratio(-1)));
  const others = days.filter((day) => !found.days.includes(day));
  const share = ratio(1, found.days.length);
  const volume = (day: number): Ratio =>
    found.days.includes(day) ? times(found.volume, share) : otherDay(at, day);
  const part = (day: number): string => (found.days.includes(day) ? 'meter' : otherPart(at, day));
  const drawn = total(days.map(volume));
  bookWithHeat(at, [0, 2], days, volume, part);
  const own = paidOf(at, days, volume);
  const filled = plus(
    own,
    bookExcess({ ...at, filled: own }, isHome(at) ? raisedDays(at, others) : []),
  );
  bookWithHeat(
    { ...at, filled },
    [3, 4],
    found.days,
    () => times(found.takenBack, share),
    () => 'meter',
  );
  return {
    drawn,
    late: found.takenBack,
    absent: NOTHING,
    metered: found.days,
    filled,
  };
}

/** A month in which a meter has fallen to the norm. */
function bookInstead(at: Context, withK: boolean): Water {
  if (!isHome(at)) return { ...bookContract(at), isInstead: true };
  const { drawn, filled } = bookNorm(at, withK ? at.days : []);
  return { drawn, late: NOTHING, absent: NOTHING, metered: [], filled, isInstead: true };
}

/** What earlier months have paid too much for another meter. */
function bookBack(
  at: Context,
  of: Water,
  days: readonly number[],
  takenBack: Ratio,
  partOn: (day: number) => Ratio,
  part: (day: number) => string = () => 'meter',
): Water {
  if (!isBelow(takenBack, NOTHING)) return of;
  const volume = (day: number): Ratio => times(takenBack, partOn(day));
  bookWithHeat({ ...at, filled: of.filled ?? NOTHING }, [3, 4], days, volume, part);
  return { ...of, late: takenBack };
}

/** The account's part of the volume of its room's meters. */
function chargeRoom(at: Context, room: RoomMonth): Water {
  const { days } = at;
  if (room.by === 'norm') {
    const { back } = room;
    if (back === undefined) return bookInstead(at, room.withK);
    refuseAbsurd(at, times(back.takenBack, ratio(-1)));
    const of = bookInstead(at, room.withK);
    return bookBack(
      at,
      of,
      back.days,
      back.takenBack,
      (day) => onDay(back, ratio(1), day),
      (day) => `room ${back.shareOn(day).join('/')}`,
    );
  }
  const others = days.filter((day) => !room.days.includes(day));
  refuseAbsurd(at, room.volume);
  refuseAbsurd(at, times(room.takenBack, ratio(-1)));
  const isMetered = (day: number): boolean => room.days.includes(day);
  const volume = (day: number): Ratio =>
    isMetered(day) ? onDay(room, room.volume, day) : otherDay(at, day);
  const part = (day: number): string => `room ${room.shareOn(day).join('/')}`;
  const drawn = total(days.map(volume));
  bookWithHeat(at, [0, 2], days, volume, (day) =>
    isMetered(day) ? part(day) : otherPart(at, day),
  );
  const own = paidOf(at, days, volume);
  const filled = plus(
    own,
    bookExcess({ ...at, filled: own }, isHome(at) ? raisedDays(at, others) : []),
  );
  const takenBack = (day: number): Ratio => onDay(room, room.takenBack, day);
  bookWithHeat({ ...at, filled }, [3, 4], room.days, takenBack, part);
  return {
    drawn,
    late: room.takenBack,
    absent: NOTHING,
    metered: room.days,
    filled,
  };
}

function refuseAbsurd(at: Context, volume: Ratio): void {
  const {
    account,
    service,
    days: [first = 0],
  } = at;
  if (isBelow(ratio(1_000_000), volume)) throw new Skip('more than a million');
  if (account.roomKind !== 'residential') return;
  const row = service.norms[personalRow(at, first)];
  const entry = account.registeredPersons[personsRow(account, first)];
  if (row === undefined || entry === undefined) return;
  const most = times(ratio(100 * personsOn(account, first)), personalNorm(at, first));
  if (most[0] > 0n && isBelow(most, volume)) throw new Skip('a hundred norms');
}

function coefficient({ coefficients }: ServiceFacts, day: number): Ratio | undefined {
  const known = coefficients.find(({ validFrom, validTo }) => isWithin(day, validFrom, validTo));
  return known && ratio(known.valueE2, 100);
}
