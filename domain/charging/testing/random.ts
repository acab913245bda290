// Random numbers reproducible by seed, so that a failed case can be examined.

export type Random = {
  /** A whole number from `least` to `most`, inclusive. */
  readonly whole: (least: number, most: number) => number;
  readonly oneOf: <T>(list: readonly T[]) => T;
  /** True with a probability of `often` per cent. */
  readonly percent: (often: number) => boolean;
};

export function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  // A linear congruential step followed by bit mixing: good enough to vary test cases.
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 2_246_822_519);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 3_266_489_917);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  return {
    whole,
    oneOf: <T>(list: readonly T[]): T => {
      const one = list[whole(0, list.length - 1)];
      if (one === undefined) throw new RangeError('there is nothing to choose from');
      return one;
    },
    percent: (often) => next() * 100 < often,
  };
}
