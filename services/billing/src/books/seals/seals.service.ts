// Seals a month when it is closed, and verifies later that its books are unchanged.
import type { CheckOutcome } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { MonthSeal, MonthSealQuery } from '@kvartplata/contracts/billing/seals.ts';
import { raiseWorkMemory } from '@kvartplata/platform/database/work-memory.ts';
import { treeRoot } from '@kvartplata/platform/proof/merkle-tree.ts';
import type { Caller } from '../../access/access.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { findChainFaults } from '../ledger-entries/ledger-chain.service.ts';
import { getCycle } from '../cycles/cycles.service.ts';
import type { OwnCycle } from '../cycles/cycles.repository.ts';
import type { Checkpoints } from './checkpoints.service.ts';
import { listReopenings } from './reopenings.repository.ts';
import * as log from './seal-log.repository.ts';
import {
  findLoggedLine,
  findVerification,
  type SealVerification,
} from './seal-verifications.repository.ts';
import type { SealVerifications } from './seal-verifications.service.ts';
import * as seals from './sealed-months.repository.ts';

/** Called in the transaction that closes the month, once nobody can book in it any more. */
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

/** The current hash of the chains up to the end of a sealed month. */
export async function hashChains(db: Db, cycle: OwnCycle): Promise<Buffer> {
  return (await seals.hashChains(db, cycle)).chainHash;
}

/** The current hash of the papers of a sealed month. */
export async function hashPapers(db: Db, cycle: OwnCycle, sealedAt: Date): Promise<Buffer> {
  return seals.hashPapers(db, cycle, sealedAt);
}

/** The most faults that a verification reports. */
const FAULTS = 1_000;

export type SealReaders = {
  readonly verifications: SealVerifications;
  readonly checkpoints: Pick<Checkpoints, 'has'>;
  readonly now: () => Date;
};

/** @throws Refusal not-found, overloaded */
export async function readMonthSeal(
  caller: Caller,
  cycleId: number,
  { withinMs, since }: MonthSealQuery,
  { verifications, checkpoints, now }: SealReaders,
): Promise<MonthSeal> {
  const { db } = caller;
  const askedAt = now();
  const cycle = await getCycle(caller, cycleId);
  const own = { organizationId: cycle.organizationId, cycleId };
  await verifications.ask(db, own, {
    since: since === undefined ? askedAt : new Date(since.epochMilliseconds),
    withinMs,
    verify: async () => verifySeal(db, cycle),
  });
  const row = await seals.findSeal(db, own);
  const last = await findVerification(db, own);
  // A verification of an earlier closing's seal says nothing about this one.
  const verified = last?.logIndex === (row?.logIndex ?? null) ? last : undefined;
  const seal = row && hexOf(row);
  return {
    billingCycleId: cycle.id,
    period: periodOf(cycle),
    sealedAt: row?.createdAt.toISOString() ?? null,
    turnoverHash: seal?.turnoverHash ?? null,
    chainHash: seal?.chainHash ?? null,
    papersHash: seal?.papersHash ?? null,
    logIndex: row?.logIndex ?? null,
    isLogged: row === undefined ? null : await isLogged(db, own, row, checkpoints),
    verifiedAt: verified?.startedAt.toISOString() ?? null,
    isValid: verified?.isValid ?? null,
    found: verified?.found ?? null,
    chainFaults: verified?.chainFaults ?? null,
    askedAt: askedAt.toISOString(),
    reopened: await readReopenings(db, own),
    checks: row === undefined ? null : [...row.checks],
  };
}

/** What can be checked without reading the month: the seal may be right although the entries were changed. */
async function isLogged(
  db: Db,
  cycle: OwnCycle,
  { logIndex, turnoverHash }: seals.SealRow,
  checkpoints: SealReaders['checkpoints'],
): Promise<boolean> {
  const line = await findLoggedLine(db, cycle, logIndex);
  const roots = await seals.listTileRoots(db, cycle);
  return (
    line !== undefined &&
    treeRoot(roots).equals(turnoverHash) &&
    (await checkpoints.has(logIndex, line))
  );
}

/** Reads the whole month, and what came after it. */
async function verifySeal(
  db: Db,
  cycle: BillingCycle,
): Promise<Omit<SealVerification, 'startedAt'>> {
  const own = { organizationId: cycle.organizationId, cycleId: cycle.id };
  const row = await seals.findSeal(db, own);
  const { houses, ...tiles } = sumTiles(await seals.listTilesNow(db, own));
  const { houseIds, chainHash } = await seals.hashChains(db, own);
  const papersHash = await seals.hashPapers(db, own, row?.createdAt ?? null);
  const chainFaults = await findChainFaults(
    db,
    { organizationId: cycle.organizationId, houseIds },
    { since: `${periodOf(cycle)}-01` },
  );
  const found = hexOf({ ...tiles, chainHash, papersHash });
  const seal = row && hexOf(row);
  return {
    logIndex: row?.logIndex ?? null,
    isValid:
      seal === undefined
        ? null
        : chainFaults.length === 0 &&
          found.turnoverHash === seal.turnoverHash &&
          found.chainHash === seal.chainHash &&
          found.papersHash === seal.papersHash,
    found: { houses, accounts: tiles.accounts, ...found },
    chainFaults: chainFaults.slice(0, FAULTS),
  };
}

async function readReopenings(db: Db, cycle: OwnCycle): Promise<MonthSeal['reopened']> {
  const reopenings = await listReopenings(db, cycle);
  return reopenings.map((reopening) => ({
    sealedAt: reopening.closedAt.toISOString(),
    turnoverHash: reopening.turnoverHash.toString('hex'),
    chainHash: reopening.chainHash.toString('hex'),
    reopenedAt: reopening.createdAt.toISOString(),
    by: reopening.reopenedBy,
    reason: reopening.reason,
  }));
}

function periodOf({ year, month }: BillingCycle): string {
  return `${year}-${String(month).padStart(2, '0')}`;
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
