// Repeatable random choices: the same seed and name give the same ones on every machine.
import { createHash } from 'node:crypto';

export type Random = {
  /** From 0 up to but not including `end`. */
  readonly below: (end: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly shuffled: <T>(list: readonly T[]) => T[];
};

export function randomOf(seed: number, name: string): Random {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE();
  /** Mulberry32. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error(`${name}: nothing to pick from`);
    return list[below(list.length)] as T;
  };
  const shuffled = <T>(list: readonly T[]): T[] => {
    const rest = [...list];
    for (let last = rest.length - 1; last > 0; last -= 1) {
      const other = below(last + 1);
      [rest[last], rest[other]] = [rest[other] as T, rest[last] as T];
    }
    return rest;
  };
  return { below, pick, shuffled };
}
