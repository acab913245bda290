// Proofs for single accounts: the account's line is in the sealed month, and the seal is in the signed log.
import type { ProofQuery, ReceiptProof } from '@kvartplata/contracts/billing/seals.ts';
import { inclusionPath, leafHash, type Hash } from '@kvartplata/platform/proof/merkle-tree.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccount } from '../../access/places.ts';
import type { Db } from '../../tables.ts';
import type { OwnCycle } from '../cycles/cycles.repository.ts';
import { getCycle } from '../cycles/cycles.service.ts';
import { inBase64, type Checkpoints as AllCheckpoints } from './checkpoints.service.ts';
import {
  findClosedCycle,
  findSeal,
  findTile,
  listTileRoots,
  TILE_LINES,
} from './sealed-months.repository.ts';
import { findLeaf } from './seal-log.repository.ts';

type Checkpoints = Pick<AllCheckpoints, 'key' | 'prove'>;

/** @throws Refusal not-found: the month, the account, its seal, its line, or a head of that size */
export async function proveReceipt(
  caller: Caller,
  cycleId: number,
  { personalAccountId, since }: ProofQuery,
  checkpoints: Checkpoints,
): Promise<ReceiptProof> {
  const cycle = await getCycle(caller, cycleId);
  const { houseId } = await requireAccount(caller, personalAccountId);
  const own = { organizationId: cycle.organizationId, cycleId };
  const proof = await proveAccount(
    caller.db,
    own,
    { houseId, personalAccountId },
    checkpoints,
    since,
  );
  if (proof === undefined)
    throw new Refusal(
      'not-found',
      `Account ${personalAccountId} has no line in a seal of ${cycle.year}-${String(cycle.month).padStart(2, '0')}`,
    );
  return proof;
}

/**
 * For a month, given by its first day. The same bytes as above; undefined where there is no proof.
 * @throws Refusal not-found when the log never had the size `since`
 */
export async function proveMonth(
  db: Db,
  {
    organizationId,
    period,
    ...account
  }: {
    readonly organizationId: number;
    readonly houseId: number;
    readonly personalAccountId: number;
    readonly period: string;
  },
  checkpoints: Checkpoints,
  since?: number,
): Promise<ReceiptProof | undefined> {
  const cycleId = await findClosedCycle(db, organizationId, period);
  return cycleId === undefined
    ? undefined
    : proveAccount(db, { organizationId, cycleId }, account, checkpoints, since);
}

/** Undefined for a month that is not closed, and for an account without a line in it. */
async function proveAccount(
  db: Db,
  cycle: OwnCycle,
  account: { readonly houseId: number; readonly personalAccountId: number },
  checkpoints: Checkpoints,
  since?: number,
): Promise<ReceiptProof | undefined> {
  const seal = await findSeal(db, cycle);
  const tile = seal && (await findTile(db, cycle, account));
  if (seal === undefined || tile === undefined) return undefined;
  const lines = tile.lines.split('\n');
  const at = lines.findIndex((line) => isOf(line, account));
  if (at === -1) return undefined;
  const roots = await listTileRoots(db, cycle);
  const { path, ...head } = await checkpoints.prove(seal.logIndex, since);
  return {
    leaf: lines[at] as string,
    index: tile.number * TILE_LINES + at,
    size: seal.accounts,
    path: inBase64(pathOf(lines.map(leafHash), at, roots, tile.number)),
    seal: { leaf: await findLeaf(db, seal.logIndex), index: seal.logIndex, path: [...path] },
    ...head,
    key: checkpoints.key.key,
  };
}

/** First within the tile, then from the tile's root up through the other tiles. */
function pathOf(
  lines: readonly Hash[],
  at: number,
  roots: readonly Hash[],
  tile: number,
): readonly Hash[] {
  return [...inclusionPath(lines, at), ...inclusionPath(roots, tile)];
}

function isOf(
  line: string,
  { houseId, personalAccountId }: { readonly houseId: number; readonly personalAccountId: number },
): boolean {
  const [, , house, account] = line.split('|');
  return house === String(houseId) && account === String(personalAccountId);
}
