// Seals a month as it is closed, and shows later whether its books are still what they were.
import type { CheckOutcome } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { raiseWorkMemory } from '@kvartplata/platform/database/work-memory.ts';
import { treeRoot } from '@kvartplata/platform/proof/merkle-tree.ts';
import type { Caller } from '../../access/access.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { findChainFaults } from '../ledger-entries/ledger-chain.service.ts';
import { getCycle } from '../cycles/cycles.service.ts';
import type { OwnCycle } from '../cycles/cycles.repository.ts';
import type { SharingReaders } from '../month-readers.ts';
import { listReopenings } from './reopenings.repository.ts';
import * as log from './seal-log.repository.ts';
import * as seals from './sealed-months.repository.ts';

/** In the transaction that closes the month, when nobody can book in it any more. */
export async function sealMonth(
  trx: Trx,
  cycle: OwnCycle,
  checks: readonly CheckOutcome[],
): Promise<{ readonly turnoverHash: string; readonly chainHash: string }> {
  await raiseWorkMemory(trx);
  const tiles = await seals.insertTiles(trx, cycle);
  const { chainHash } = await seals.hashChains(trx, cycle);
  const papersHash = await seals.hashPapers(trx, cycle, null);
  const logIndex = await log.holdLog(trx);
  const { accounts, turnoverHash } = sumTiles(tiles);
  const hashes = { accounts, turnoverHash, chainHash, papersHash };
  await seals.insertSeal(trx, cycle, { ...hashes, logIndex, checks });
  await log.appendSeal(trx, cycle, logIndex);
  return { turnoverHash: turnoverHash.toString('hex'), chainHash: chainHash.toString('hex') };
}

/** What the chains and the papers of a sealed month give now. */
export async function hashMonth(
  db: Db,
  cycle: OwnCycle,
  sealedAt: Date,
): Promise<Pick<seals.SealHashes, 'chainHash' | 'papersHash'>> {
  const { chainHash } = await seals.hashChains(db, cycle);
  return { chainHash, papersHash: await seals.hashPapers(db, cycle, sealedAt) };
}

/** @throws Refusal not-found, overloaded */
export async function verifySeal(
  caller: Caller,
  cycleId: number,
  readers: SharingReaders<MonthSeal>,
): Promise<MonthSeal> {
  const cycle = await getCycle(caller, cycleId);
  return readers.together(`${cycle.organizationId} ${cycleId}`, async () =>
    readSeal(caller.db, cycle),
  );
}

async function readSeal(db: Db, cycle: BillingCycle): Promise<MonthSeal> {
  const period = `${cycle.year}-${String(cycle.month).padStart(2, '0')}`;
  const own = { organizationId: cycle.organizationId, cycleId: cycle.id };
  const row = await seals.findSeal(db, own);
  const reopenings = await listReopenings(db, own);
  const { houses, ...tiles } = sumTiles(await seals.listTilesNow(db, own));
  const { houseIds, chainHash } = await seals.hashChains(db, own);
  const papersHash = await seals.hashPapers(db, own, row?.createdAt ?? null);
  const chainFaults = await findChainFaults(
    db,
    { organizationId: cycle.organizationId, houseIds },
    { since: `${period}-01` },
  );
  const found = hexOf({ ...tiles, chainHash, papersHash });
  const seal = row && hexOf(row);
  return {
    billingCycleId: cycle.id,
    period,
    sealedAt: row?.createdAt.toISOString() ?? null,
    turnoverHash: seal?.turnoverHash ?? null,
    chainHash: seal?.chainHash ?? null,
    papersHash: seal?.papersHash ?? null,
    logIndex: row?.logIndex ?? null,
    isValid:
      seal === undefined
        ? null
        : chainFaults.length === 0 &&
          found.turnoverHash === seal.turnoverHash &&
          found.chainHash === seal.chainHash &&
          found.papersHash === seal.papersHash,
    found: { houses, accounts: tiles.accounts, ...found },
    chainFaults: [...chainFaults],
    reopened: reopenings.map((reopening) => ({
      sealedAt: reopening.closedAt.toISOString(),
      turnoverHash: reopening.turnoverHash.toString('hex'),
      chainHash: reopening.chainHash.toString('hex'),
      reopenedAt: reopening.createdAt.toISOString(),
      by: reopening.reopenedBy,
      reason: reopening.reason,
    })),
    checks: row === undefined ? null : [...row.checks],
  };
}

function sumTiles(tiles: readonly seals.Tile[]) {
  return {
    accounts: tiles.reduce((sum, tile) => sum + tile.accounts, 0),
    turnoverHash: treeRoot(tiles.map(({ root }) => root)),
    houses: tiles.reduce((sum, tile) => sum + tile.newHouses, 0),
  };
}

function hexOf(hashes: Pick<seals.SealHashes, 'turnoverHash' | 'chainHash' | 'papersHash'>) {
  return {
    turnoverHash: hashes.turnoverHash.toString('hex'),
    chainHash: hashes.chainHash.toString('hex'),
    papersHash: hashes.papersHash.toString('hex'),
  };
}
