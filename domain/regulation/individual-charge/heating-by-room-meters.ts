// Heating of a house with a house-wide heat meter in which some or all rooms have heat meters of their own.
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
import { sumBy } from '../../money/sums.ts';

/** Weights are area × share × days, in the same unit. */
export type HeatedRoom = {
  /** Gigacalories counted by its meters, on the days on which they count. */
  readonly counted: Fraction;
  /** The weight of these days. */
  readonly metered: bigint;
  /** The weight of the days on which the house heats it and no meter counts. */
  readonly unmetered: bigint;
  /** The weight of all days; those on which it heats itself are in neither of the above. */
  readonly all: bigint;
};

export type RoomShares = {
  /** Units of 10^-precision, for each room. */
  readonly own: readonly bigint[];
  /** The room's part of the volume not used by the rooms. */
  readonly common: readonly bigint[];
};

const ZERO = fraction(0n);

/**
 * V_i + S_i × (V − ΣV_i) / S: a room uses what its meters have counted; a room without a meter uses as much per square metre as
 * those with meters on average; what the rooms have not used is shared by the area of all. The part of rooms without an account
 * is charged to nobody, and all parts sum to the house's volume. If the rooms would use more than the house, the difference
 * lowers what each bears and is included in its own volume.
 * @param whole weight of all rooms, including those without an account
 * @returns undefined when somebody's charge would be below zero
 * @throws RangeError when no meter counts, or the rooms have more area than the house
 * Source: Government Decree 354 of 2011-05-06, p. 42(1), appendix 2, formulas 3(1)–3(3), in the edition of Decree 1708 of
 * 2018-12-28.
 */
export function shareHeatingByRoomMeters(
  houseVolume: Fraction,
  precision: number,
  rooms: readonly HeatedRoom[],
  whole: bigint,
): RoomShares | undefined {
  const metered = sumBy(rooms, (room) => room.metered);
  const vacant = whole - sumBy(rooms, (room) => room.all);
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

/** Shares out by weights that are fractions. */
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
