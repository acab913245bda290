// Heating of a house that has a house-wide heat meter, and rooms with heat meters of their own: all of them, or some.
import {
  add,
  compare,
  divide,
  fraction,
  multiply,
  reduce,
  roundHalfUp,
  subtract,
  sum,
  type Fraction,
} from '../../money/fraction.ts';
import { shareOut } from '../../money/share-out.ts';

/** Weights are area × share × days, in one unit. */
export type HeatedRoom = {
  /** Gigacalories that its meters have counted, on the days on which they count. */
  readonly counted: Fraction;
  /** Of these days. */
  readonly metered: bigint;
  /** Of the days on which the house heats it and no meter counts. */
  readonly unmetered: bigint;
  /** Of all days: those on which it heats itself are of neither. */
  readonly all: bigint;
};

export type RoomShares = {
  /** Units of 10^-precision, of each room. */
  readonly own: readonly bigint[];
  /** The room's part of what the rooms have not drawn. */
  readonly common: readonly bigint[];
};

const ZERO = fraction(0n);

/**
 * V_i + S_i × (V − ΣV_i) / S: a room draws what its meters have counted, one without a meter as much a square metre as those
 * with one on the average; what the rooms have not drawn is shared by the area of all. What rooms without an account would
 * bear is charged to nobody, and all parts give the house's volume back. Where the rooms would draw more than the house, the
 * difference lowers what each bears, and stands with its own volume.
 * @param whole weight of all rooms, those without an account included
 * @returns undefined when that would charge somebody less than nothing
 * @throws RangeError when no meter counts, or the rooms hold more area than the house
 * Source: Government Decree 354 of 2011-05-06, p. 42(1), appendix 2, formulas 3(1)–3(3), in the edition of Decree 1708 of
 * 2018-12-28.
 */
export function shareHeatingByRoomMeters(
  houseVolume: Fraction,
  precision: number,
  rooms: readonly HeatedRoom[],
  whole: bigint,
): RoomShares | undefined {
  const metered = rooms.reduce((total, room) => total + room.metered, 0n);
  const vacant = whole - rooms.reduce((total, room) => total + room.all, 0n);
  if (metered <= 0n || vacant < 0n) throw new RangeError('no meter counts, or areas are wrong');
  const perWeight = divide(sum(rooms.map(({ counted }) => counted)), fraction(metered));
  const all = [...rooms, { counted: ZERO, unmetered: vacant, all: vacant }];
  const own = all.map(({ counted, unmetered }) =>
    reduce(add(counted, multiply(perWeight, fraction(unmetered)))),
  );
  const rest = subtract(houseVolume, sum(own));
  const common = all.map((room) => reduce(multiply(rest, fraction(room.all, whole))));
  const units = roundHalfUp(houseVolume, precision);
  if (compare(rest, ZERO) >= 0) {
    const shares = shareExactly(units, [...own, ...common]);
    return { own: shares.slice(0, rooms.length), common: shares.slice(all.length, -1) };
  }
  const totals = own.map((volume, index) => add(volume, common[index] ?? ZERO));
  if (totals.some((total) => compare(total, ZERO) < 0)) return undefined;
  return {
    own: shareExactly(units, totals).slice(0, rooms.length),
    common: rooms.map(() => 0n),
  };
}

/** By weights that are fractions. */
function shareExactly(units: bigint, weights: readonly Fraction[]): readonly bigint[] {
  if (units === 0n) return weights.map(() => 0n);
  const common = weights.reduce((lcm, { denominator }) => leastCommon(lcm, denominator), 1n);
  return shareOut(
    units,
    weights.map(({ numerator, denominator }) => numerator * (common / denominator)),
  );
}

function leastCommon(a: bigint, b: bigint): bigint {
  let [greatest, rest] = [a, b];
  while (rest !== 0n) [greatest, rest] = [rest, greatest % rest];
  return (a / greatest) * b;
}
