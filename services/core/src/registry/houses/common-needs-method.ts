// The method of a house's common needs, and the `odnCapped` flag that older clients use instead of it.
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';

export type AskedMethod = {
  readonly commonNeedsMethod?: CommonNeedsMethod | null | undefined;
  readonly odnCapped?: boolean | null | undefined;
};

/** Null where no method is set. */
export function isCapped(method: CommonNeedsMethod | null): boolean | null {
  return method === null ? null : method === 'capped';
}

/** Whether both are given and contradict each other. */
export function isContradiction({ commonNeedsMethod: method, odnCapped }: AskedMethod): boolean {
  return method !== undefined && odnCapped !== undefined && odnCapped !== isCapped(method);
}

/**
 * The requested method. A client that only says that needs are not capped keeps a method without a cap; a house without a method
 * then becomes `actual`.
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
