// The remarks of all checks of a month, and accepting some of them.
import {
  acceptRemarks as accept,
  exportRemarks,
  listRemarks,
  type AcceptRemarks,
  type CheckCode,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read } from '../../lib/reads.ts';

/** All of them, unless filtered by check or house. */
export function remarksOf(cycleId: number, query: RemarksFilter = {}) {
  return read(listRemarks, { params: { cycleId }, query });
}

export type RemarksFilter = {
  readonly check?: CheckCode | undefined;
  readonly houseId?: number | undefined;
  readonly isOpen?: boolean | undefined;
};

export function remarksFileOf(cycleId: number, filter: RemarksFilter): FileOf {
  return async (options) =>
    callFile(exportRemarks, {
      params: { cycleId },
      query: { ...filter, format: 'xlsx' },
      ...options,
    });
}

/** @returns how many were accepted */
export async function acceptRemarks(
  cycleId: number,
  body: AcceptRemarks,
  idempotencyKey: string,
): Promise<number> {
  const { accepted } = await call(accept, { params: { cycleId }, body, idempotencyKey });
  return accepted;
}
