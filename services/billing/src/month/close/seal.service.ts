// Seals a month as it is closed, and shows later whether its books are still what they were.
import type { CheckOutcome } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import type { Caller } from '../../access/access.service.ts';
import { getCycle } from '../../books/cycles/cycles.service.ts';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import { findChainFaults } from '../../books/ledger-entries/ledger-chain.service.ts';
import type { Trx } from '../../tables.ts';
import type { SharingReaders } from '../month-readers.ts';
import { listReopenings } from './reopen.repository.ts';
import * as seals from './seal.repository.ts';

/** In the transaction that closes the month, when nobody can book in it any more. */
export async function sealMonth(
  trx: Trx,
  cycle: OwnCycle,
  checks: readonly CheckOutcome[],
): Promise<{ readonly turnoverHash: string; readonly chainHash: string }> {
  const hashes = await seals.hashBooks(trx, cycle);
  await seals.insertSeal(trx, cycle, hashes, checks);
  return hexOf(hashes);
}

/** @throws Refusal not-found, overloaded */
export async function verifySeal(
  caller: Caller,
  cycleId: number,
  readers: SharingReaders<MonthSeal>,
): Promise<MonthSeal> {
  const cycle = await getCycle(caller, cycleId);
  return readers.together(`${cycle.organizationId} ${cycleId}`, async () =>
    readSeal(caller, cycle),
  );
}

async function readSeal(caller: Caller, cycle: BillingCycle): Promise<MonthSeal> {
  const cycleId = cycle.id;
  const period = `${cycle.year}-${String(cycle.month).padStart(2, '0')}`;
  const own = { organizationId: cycle.organizationId, cycleId };
  const row = await seals.findSeal(caller.db, own);
  const reopenings = await listReopenings(caller.db, own);
  const hashes = await seals.hashBooks(caller.db, own);
  const houseIds = await seals.listBookedHouses(caller.db, own);
  const chainFaults = await findChainFaults(
    caller.db,
    { organizationId: cycle.organizationId, houseIds },
    `${period}-01`,
  );
  const found = hexOf(hashes);
  const seal = row && hexOf(row);
  return {
    billingCycleId: cycleId,
    period,
    sealedAt: row?.createdAt.toISOString() ?? null,
    turnoverHash: seal?.turnoverHash ?? null,
    chainHash: seal?.chainHash ?? null,
    isValid:
      seal === undefined
        ? null
        : chainFaults.length === 0 &&
          found.turnoverHash === seal.turnoverHash &&
          found.chainHash === seal.chainHash,
    found: { houses: hashes.houses, accounts: hashes.accounts, ...found },
    chainFaults: [...chainFaults],
    reopened: reopenings.map((reopening) => ({
      sealedAt: reopening.closedAt.toISOString(),
      turnoverHash: reopening.turnoverHash?.toString('hex') ?? null,
      chainHash: reopening.chainHash?.toString('hex') ?? null,
      reopenedAt: reopening.createdAt.toISOString(),
      by: reopening.reopenedBy,
      reason: reopening.reason,
    })),
    checks: row?.checks ? [...row.checks] : null,
  };
}

function hexOf({
  turnoverHash: turnover,
  chainHash: chain,
}: Pick<seals.SealHashes, 'turnoverHash' | 'chainHash'>): {
  readonly turnoverHash: string;
  readonly chainHash: string;
} {
  return { turnoverHash: turnover.toString('hex'), chainHash: chain.toString('hex') };
}
