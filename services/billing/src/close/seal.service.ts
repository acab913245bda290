// Seals a month as it is closed, and shows later whether its books are still what they were.
import type { MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../access/access.service.ts';
import { getCycle } from '../cycles/cycles.service.ts';
import { findChainFaults } from '../ledger/ledger-chain.service.ts';
import type { Trx } from '../tables.ts';
import * as seals from './seal.repository.ts';

/** In the transaction that closes the month, when nobody can book in it any more. */
export async function sealMonth(
  trx: Trx,
  cycleId: number,
  organizationId: number,
): Promise<{ readonly turnoverHash: string; readonly chainHash: string }> {
  const hashes = await seals.hashBooks(trx, cycleId);
  await seals.insertSeal(trx, { cycleId, organizationId, ...hashes });
  return hexOf(hashes);
}

/** @throws Refusal not-found, also for a month that is not closed */
export async function verifySeal(caller: Caller, cycleId: number): Promise<MonthSeal> {
  const cycle = await getCycle(caller, cycleId);
  const seal = await seals.findSeal(caller.db, cycleId);
  if (seal === undefined)
    throw new Refusal('not-found', `Cycle ${cycleId} is not closed: it has no seal`);
  const period = `${cycle.year}-${String(cycle.month).padStart(2, '0')}`;
  const found = hexOf(await seals.hashBooks(caller.db, cycleId));
  const houseIds = await seals.listBookedHouses(caller.db, cycleId);
  const chainFaults = await findChainFaults(caller.db, houseIds, `${period}-01`);
  const sealed = hexOf(seal);
  return {
    billingCycleId: cycleId,
    period,
    sealedAt: seal.created_at.toISOString(),
    houses: seal.houses,
    accounts: seal.accounts,
    ...sealed,
    isValid:
      chainFaults.length === 0 &&
      found.turnoverHash === sealed.turnoverHash &&
      found.chainHash === sealed.chainHash,
    found,
    chainFaults: [...chainFaults],
  };
}

function hexOf({
  turnover_hash: turnover,
  chain_hash: chain,
}: Pick<seals.SealHashes, 'turnover_hash' | 'chain_hash'>): {
  readonly turnoverHash: string;
  readonly chainHash: string;
} {
  return { turnoverHash: turnover.toString('hex'), chainHash: chain.toString('hex') };
}
