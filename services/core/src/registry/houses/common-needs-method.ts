// How a house's common needs are found, and whether that means that they are capped at their norm: one word, and what older
// clients know of it.
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';

export type AskedMethod = {
  readonly commonNeedsMethod?: CommonNeedsMethod | null | undefined;
  readonly odnCapped?: boolean | null | undefined;
};

/** Null where nobody has settled it. */
export function isCapped(method: CommonNeedsMethod | null): boolean | null {
  return method === null ? null : method === 'capped';
}

/** Whether both are named and say different things. */
export function isContradiction({ commonNeedsMethod: method, odnCapped }: AskedMethod): boolean {
  return method !== undefined && odnCapped !== undefined && odnCapped !== isCapped(method);
}

/**
 * The method that is meant. Whoever says only that needs are not capped keeps a method that does not cap them; of a house
 * that has none they are charged as the meter says.
 */
export function settledMethod(
  { commonNeedsMethod: method, odnCapped }: AskedMethod,
  before: CommonNeedsMethod | null,
): CommonNeedsMethod | null {
  if (method !== undefined) return method;
  if (odnCapped === undefined || odnCapped === null) return null;
  if (odnCapped) return 'capped';
  return before === null || before === 'capped' ? 'actual' : before;
}
