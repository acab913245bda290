// Seals of closed months, the log of all of them, and proofs of single accounts.
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import {
  getCheckpoint,
  getMonthSeal,
  getReceiptProof,
  getSealsKey,
} from '@kvartplata/contracts/billing/seals.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { read } from '../../lib/reads.ts';

export function sealOf(cycleId: number) {
  return read(getMonthSeal, { params: { cycleId } });
}

/** How many seals the log has, its fingerprint, and the key by which it is signed. */
export function sealLog() {
  return queryOptions({
    ...read(getCheckpoint, {}),
    select: ({ checkpoint }) => {
      const [, size = '', root = ''] = checkpoint.split('\n');
      return { size: Number(size), root };
    },
  });
}

export function sealsKey() {
  return read(getSealsKey, {});
}

/** The month's cycle when it is closed, else undefined. */
export function closedCycleOf(organizationId: number, period: string) {
  const [year, month] = period.split('-').map(Number);
  return queryOptions({
    ...read(listCycles, { query: { organizationId, year } }),
    select: ({ items }) =>
      items.find((cycle) => cycle.month === month && cycle.closedAt !== null) ?? null,
  });
}

/** Keeps the file by which anyone verifies the account's month without us. */
export async function downloadProof(cycleId: number, personalAccountId: number): Promise<void> {
  const proof = await call(getReceiptProof, { params: { cycleId }, query: { personalAccountId } });
  const text = `${JSON.stringify(proof, null, 2)}\n`;
  await download(
    async () => new Response(text, { headers: { 'content-type': 'application/json' } }),
    {
      fileName: `proof-${cycleId}-${personalAccountId}.json`,
    },
  );
}
