// Which password hashes of the former application auth can check.

/** An Argon2id PHC string, version 1.3, without key id and data, with costs acceptable for a sign-in. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=(?<memory>\d{1,7}),t=(?<passes>\d{1,3}),p=(?<lanes>\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const MAX_LENGTH = 255;
/** KiB. A hash with more would let a single sign-in exhaust the machine. */
const MAX_MEMORY = 262_144;
const MAX_PASSES = 10;
const MAX_LANES = 16;

export function isUsableHash(hash: string | null): hash is string {
  const costs =
    hash !== null && hash.length <= MAX_LENGTH ? ARGON2ID.exec(hash)?.groups : undefined;
  if (costs === undefined) return false;
  const [memory, passes, lanes] = [costs['memory'], costs['passes'], costs['lanes']].map(Number);
  return (
    isWithin(lanes, 1, MAX_LANES) &&
    isWithin(passes, 1, MAX_PASSES) &&
    isWithin(memory, 8 * (lanes ?? 0), MAX_MEMORY)
  );
}

function isWithin(value: number | undefined, lowest: number, highest: number): boolean {
  return value !== undefined && value >= lowest && value <= highest;
}
