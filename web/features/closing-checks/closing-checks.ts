// The closing checks of a month and their acceptances.
import {
  acceptCheck as accept,
  listCheckRows,
  listClosingChecks,
  type AcceptCheck,
  type CheckCode,
  type ClosingCheck,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { read, readPages } from '../../lib/reads.ts';

export function checksOf(cycleId: number) {
  return queryOptions({
    ...read(listClosingChecks, { params: { cycleId } }),
    select: ({ items }) => items,
  });
}

/** All remarks of a check. */
export function checkRowsOf(cycleId: number, { code: check }: ClosingCheck) {
  return readPages(listCheckRows, { params: { cycleId, check } });
}

export async function acceptCheck(
  cycleId: number,
  check: CheckCode,
  body: AcceptCheck,
  idempotencyKey: string,
): Promise<ClosingCheck> {
  return call(accept, { params: { cycleId, check }, body, idempotencyKey });
}
