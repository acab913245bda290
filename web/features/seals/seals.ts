// Seals of closed months, the log of all of them, and proofs of single accounts.
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import {
  getCheckpoint,
  getMonthSeal,
  getReceiptProof,
  getSealsKey,
  type MonthSeal,
} from '@kvartplata/contracts/billing/seals.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { figuresOf } from '../../lib/days.ts';
import { download } from '../../lib/download.ts';
import { read } from '../../lib/reads.ts';

/** Enough for a small company's books; for larger ones the page shows the last result meanwhile. */
const AT_ONCE_MS = 200;
const LOOK_EVERY_MS = 700;

/** The seal as last verified, and again when the verification started by this call has ended. */
export async function* verifySeal(cycleId: number): AsyncGenerator<MonthSeal> {
  const params = { cycleId };
  const first = await call(getMonthSeal, { params, query: { withinMs: AT_ONCE_MS } });
  yield first;
  const since = first.askedAt;
  for (let seal = first; !isVerifiedSince(seal, since);) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    seal = await call(getMonthSeal, { params, query: { withinMs: AT_ONCE_MS, since } });
    if (isVerifiedSince(seal, since)) yield seal;
  }
}

/** Whether it was verified then or later. */
export function isVerifiedSince({ verifiedAt }: MonthSeal, since: string): boolean {
  return verifiedAt !== null && Date.parse(verifiedAt) >= Date.parse(since);
}

/** The number of seals in the log, its fingerprint, and the key that signs it. */
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

/** The month's cycle if it is closed, otherwise undefined. */
export function closedCycleOf(organizationId: number, period: string) {
  const { year, month } = figuresOf(period);
  return queryOptions({
    ...read(listCycles, { query: { organizationId, year } }),
    select: ({ items }) =>
      items.find((cycle) => cycle.month === month && cycle.closedAt !== null) ?? null,
  });
}

/** Downloads the file with which anyone can verify the account's month without us. */
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
