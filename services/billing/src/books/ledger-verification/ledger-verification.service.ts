// Checks the whole ledger for what must never happen: balances that are not the sums of their entries, entries without documents
// and documents without entries, wrong sums and charges of months, and anything that differs from what was booked, sealed or
// logged.
import { randomInt } from 'node:crypto';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { allowLongStatements } from '@kvartplata/platform/database/long-statements.ts';
import { raiseWorkMemory } from '@kvartplata/platform/database/work-memory.ts';
import { leafHash, rootsOfPrefixes, type Hash } from '@kvartplata/platform/proof/merkle-tree.ts';
import {
  isSignedBy,
  readCheckpoint,
  readVerifierKey,
} from '@kvartplata/platform/proof/signed-note.ts';
import type { Drift } from '../account-balances/account-balances.repository.ts';
import { findDrift } from '../account-balances/account-balances.service.ts';
import { findChainFaults, type ChainFault } from '../ledger-entries/ledger-chain.service.ts';
import { isHeadSigned } from '../seals/checkpoints.service.ts';
import { hashChains, hashPapers } from '../seals/seals.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { listAuditFaults, type AuditFault } from './audit-chain.repository.ts';
import {
  listDoubtfulMonths,
  readAsTheyLie,
  type DoubtfulMonth,
} from './doubtful-months.repository.ts';
import {
  listBookedHouses,
  listStrayPayments,
  listWrongMoves,
  type StrayPayment,
  type WrongSums,
} from './ledger-verification.repository.ts';
import {
  listCheckpoints,
  listIndexedLeaves,
  listSealFaults,
  listSealedOrganizations,
  listSeals,
  type SealFault,
} from './seal-faults.repository.ts';
import {
  listStrayCharges,
  listStrayDocuments,
  listStrayStornos,
  listWrongMonths,
  type StrayDocument,
  type WrongMonth,
} from './stray-documents.repository.ts';

/** A head of the log that does not match it, has a wrong signature or is missing; or a leaf without a seal. */
export type LogFault = {
  /** The head's size, or the leaf's index. */
  readonly at: number;
  readonly fault: 'forked' | 'signature' | 'leaf' | 'unsigned';
};

/** Everything that is wrong; empty lists mean a consistent ledger. */
export type LedgerFaults = {
  readonly drift: readonly Drift[];
  readonly strayPayments: readonly StrayPayment[];
  readonly wrongSums: readonly WrongSums[];
  readonly chainFaults: readonly ChainFault[];
  readonly strayDocuments: readonly StrayDocument[];
  readonly wrongMonths: readonly WrongMonth[];
  readonly sealFaults: readonly (SealFault | LogFault)[];
  readonly auditFaults: readonly AuditFault[];
};

export const IN_ORDER: LedgerFaults = {
  drift: [],
  strayPayments: [],
  wrongSums: [],
  chainFaults: [],
  strayDocuments: [],
  wrongMonths: [],
  sealFaults: [],
  auditFaults: [],
};

/** The most houses in one statement, which holds their entries in memory. */
const HOUSES_AT_ONCE = 25;
const MAX_SEED = 2 ** 47;
/** Stands for what belongs to no organization: the log of seals, and parts of the audit log. */
const OF_NOBODY = 0;

/** What is known about the log of seals outside the database. */
export type KnownOfLog = {
  /** The verifier keys that have signed it, including past ones; without any, signatures are not checked. */
  readonly keys?: readonly string[];
  /** A head that was recorded elsewhere: in a backup, a proof, on paper. */
  readonly head?: string | undefined;
};

/**
 * @param db has to see every organization's books
 * @param lanes how many statements run in parallel, each on its own connection
 */
export async function verifyLedger(
  db: Db,
  known: KnownOfLog = {},
  lanes = 1,
): Promise<LedgerFaults> {
  let faults = IN_ORDER;
  for (const booked of await listBookedHouses(db))
    faults = addFaults(faults, await verifyOrganization(db, booked, lanes));
  return addFaults(faults, await verifyLog(db, known));
}

export async function verifyOrganization(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  lanes = 1,
): Promise<LedgerFaults> {
  const checks: readonly Check[] = [
    async (trx) => ({ drift: await findDrift(trx, organizationId) }),
    async (trx) => ({ strayPayments: await listStrayPayments(trx, organizationId) }),
    async (trx) => ({ wrongSums: await listWrongMoves(trx, organizationId) }),
    async (trx) => ({ sealFaults: await findSealFaults(trx, organizationId) }),
    async (trx) => ({ auditFaults: await listAuditFaults(trx, organizationId) }),
  ];
  const found = await inLanes<Partial<LedgerFaults>>(lanes, [
    ...checks.map((check) => async () => within(db, raiseWorkMemory, check)),
    ...[...inChunks(houseIds, HOUSES_AT_ONCE)].map(
      (houses) => async () => verifyHouses(db, { organizationId, houseIds: houses }),
    ),
  ]);
  return found.reduce<LedgerFaults>(
    (all, one) => addFaults(all, { ...IN_ORDER, ...one }),
    IN_ORDER,
  );
}

type Check = (db: Db) => Promise<Partial<LedgerFaults>>;

/** In a prepared transaction; if the caller already has one, in that one as it is. */
async function within<Found>(
  db: Db,
  prepare: (trx: Trx) => Promise<void>,
  work: (db: Db) => Promise<Found>,
): Promise<Found> {
  if (db.isTransaction) return work(db);
  return inTransaction(db, async (trx) => {
    await prepare(trx);
    await allowLongStatements(trx);
    return work(trx);
  });
}

/** The results in order; each lane takes the next item when it finishes one. */
async function inLanes<Found>(
  lanes: number,
  checks: readonly (() => Promise<Found>)[],
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const left = checks.entries();
  const work = async (): Promise<void> => {
    for (const [nth, check] of left) found[nth] = await check();
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return found;
}

async function verifyHouses(db: Db, houses: HousesOf): Promise<LedgerFaults> {
  const doubtful = await within(db, readAsTheyLie, async (trx) =>
    listDoubtfulMonths(trx, houses, randomInt(MAX_SEED)),
  );
  return within(db, raiseWorkMemory, async (trx) => lookCloser(trx, houses, doubtful));
}

/** Row by row, for what is doubtful and for what has few rows. */
async function lookCloser(
  db: Db,
  houses: HousesOf,
  doubtful: readonly DoubtfulMonth[],
): Promise<LedgerFaults> {
  const among = (doubt: DoubtfulMonth['doubt']) =>
    doubtful.filter((month) => month.doubt === doubt);
  const { organizationId } = houses;
  return {
    ...IN_ORDER,
    wrongSums: among('sums').map(({ houseId, period }) => ({
      houseId,
      period: period?.slice(0, 7) ?? '',
    })),
    chainFaults: await findChainFaults(db, houses, { among: among('entries') }),
    strayDocuments: [
      ...(await listStrayDocuments(db, houses, among('openings'))),
      ...(await listStrayCharges(db, organizationId, among('charges'))),
      ...(await listStrayStornos(db, houses)),
    ],
    wrongMonths: await listWrongMonths(db, organizationId, among('computed')),
  };
}

/** The last month's hash of chains covers all earlier months; papers are hashed month by month. */
async function findSealFaults(db: Db, organizationId: number): Promise<readonly SealFault[]> {
  const faults = [...(await listSealFaults(db, organizationId))];
  const holding = (await listSeals(db, organizationId)).filter(({ holds }) => holds);
  const last = holding.at(-1)?.billingCycleId;
  for (const { billingCycleId, chainHash, papersHash, createdAt } of holding) {
    const cycle = { organizationId, cycleId: billingCycleId };
    if (billingCycleId === last && !(await hashChains(db, cycle)).equals(chainHash))
      faults.push({ billingCycleId, fault: 'chain' });
    if (!(await hashPapers(db, cycle, createdAt)).equals(papersHash))
      faults.push({ billingCycleId, fault: 'papers' });
  }
  return faults;
}

/** The log of seals, and audit entries that belong to no organization. */
export async function verifyLog(
  db: Db,
  { keys = [], head }: KnownOfLog = {},
): Promise<LedgerFaults> {
  // In this order: what is appended to the log in the meantime seems to be neither a fork nor a leaf without a seal.
  const heads = await listCheckpoints(db);
  const leaves = await listIndexedLeaves(db);
  const sealed = new Set<number>();
  for (const organizationId of await listSealedOrganizations(db))
    for (const { logIndex } of await listSeals(db, organizationId)) sealed.add(logIndex);
  const strange: LogFault[] = leaves
    .filter(({ index }, nth) => index !== nth || !sealed.has(index))
    .map(({ index }) => ({ at: index, fault: 'leaf' }));
  const roots = [...rootsOfPrefixes(leaves.map(({ leaf }) => leafHash(leaf)))];
  const verifiers = keys.map(readVerifierKey);
  const noted = head === undefined ? [] : [{ size: readCheckpoint(head)?.size ?? 0, note: head }];
  const forked: LogFault[] = [...heads, ...noted]
    .filter(({ size, note }) => !isHeadOf(roots, size, note))
    .map(({ size }) => ({ at: size, fault: 'forked' }));
  const strangers: LogFault[] = [...heads, ...noted]
    // The head of an empty log says nothing, whoever signed it.
    .filter(({ size }) => size > 0 && verifiers.length > 0)
    .filter(({ note }) => !verifiers.some((key) => isSignedBy(note, key)))
    .map(({ size }) => ({ at: size, fault: 'signature' }));
  const unsigned: LogFault[] = (await isHeadSigned(db, leaves.length))
    ? []
    : [{ at: leaves.length, fault: 'unsigned' }];
  return {
    ...IN_ORDER,
    sealFaults: [...strange, ...forked, ...strangers, ...unsigned],
    auditFaults: await listAuditFaults(db, OF_NOBODY),
  };
}

/** @param roots of the log at each size */
function isHeadOf(roots: readonly Hash[], size: number, note: string): boolean {
  const head = readCheckpoint(note);
  return head?.size === size && roots[size]?.equals(head.root) === true;
}

function addFaults(one: LedgerFaults, other: LedgerFaults): LedgerFaults {
  return {
    drift: [...one.drift, ...other.drift],
    strayPayments: [...one.strayPayments, ...other.strayPayments],
    wrongSums: [...one.wrongSums, ...other.wrongSums],
    chainFaults: [...one.chainFaults, ...other.chainFaults],
    strayDocuments: [...one.strayDocuments, ...other.strayDocuments],
    wrongMonths: [...one.wrongMonths, ...other.wrongMonths],
    sealFaults: [...one.sealFaults, ...other.sealFaults],
    auditFaults: [...one.auditFaults, ...other.auditFaults],
  };
}

export function isInOrder(faults: LedgerFaults): boolean {
  return Object.values(faults).every((list) => list.length === 0);
}
