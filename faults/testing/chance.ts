// Repeatable random numbers: the same seed gives the same numbers.

export type Chance = {
  /** From 0 up to but not including 1. */
  readonly share: () => number;
  readonly pick: <const T>(from: readonly [T, ...T[]]) => T;
};

/** Mulberry32: small, and random enough to choose what breaks next. */
export function chanceOf(seed: number): Chance {
  let state = Math.trunc(seed);
  const share = (): number => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    share,
    pick: (from) => from[Math.floor(share() * from.length)] ?? from[0],
  };
}
