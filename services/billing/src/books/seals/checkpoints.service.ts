// The heads of the log of seals: signed at every start and closing, recorded, and public. A head that is not a continuation of
// the last recorded one is not signed.
import { setTimeout } from 'node:timers/promises';
import type { Checkpoint, SealsKey } from '@kvartplata/contracts/billing/seals.ts';
import {
  consistencyPath,
  inclusionPath,
  leafHash,
  treeRoot,
  type Hash,
} from '@kvartplata/platform/proof/merkle-tree.ts';
import {
  checkpointText,
  readCheckpoint,
  type NoteSigner,
} from '@kvartplata/platform/proof/signed-note.ts';
import { createGauge, createGauges, type Metrics } from '@kvartplata/platform/http/metrics.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Logger } from 'pino';
import type { Db } from '../../tables.ts';
import {
  findCheckpoint,
  findLastCheckpoint,
  insertCheckpoint,
  listCosignatures,
  listLeaves,
} from './seal-log.repository.ts';

const SIGNED_WITHIN_MS = 2_000;

/** The number of seals in the log, and its root hash at that size, in base64. */
export type LogHead = { readonly size: number; readonly root: string };

export type Checkpoints = {
  readonly key: SealsKey;
  /** Signs the head of the log, unless it is already signed or empty. Never throws, so that it cannot prevent a closing. */
  readonly publish: () => Promise<void>;
  /** The last signed head, for printing on documents; undefined while no month is closed. */
  readonly last: () => Promise<LogHead | undefined>;
  /**
   * The last head, or the one of `size`, with a proof that it continues the earlier one of size `since` (by default itself).
   * @throws Refusal not-found when the log never had that size or has not reached it; an Error when the log was forked
   */
  readonly read: (of?: {
    readonly since?: number | undefined;
    readonly size?: number | undefined;
  }) => Promise<Checkpoint>;
  /** Whether the log has the line at this index and continues the last signed head. */
  readonly has: (index: number, line: string) => Promise<boolean>;
  /** Proves that the log has the seal at this index, against the head that `read` returns. @throws the same */
  readonly prove: (
    index: number,
    since?: number,
  ) => Promise<Checkpoint & { readonly path: readonly string[] }>;
};

export type CheckpointDeps = {
  readonly db: Db;
  readonly signer: NoteSigner;
  /** The verifier keys that signed earlier heads. */
  readonly pastKeys?: readonly string[];
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Called after every new head. */
  readonly onPublished: () => Promise<void>;
};

export function createCheckpoints({
  db,
  signer,
  pastKeys = [],
  log,
  onPublished,
}: CheckpointDeps): Checkpoints {
  const readLog = createLogReader(db);

  function sign(leaves: readonly Hash[]): string {
    const head = { origin: signer.name, size: leaves.length, root: treeRoot(leaves) };
    return signer.sign(checkpointText(head));
  }

  async function readGrown(): Promise<readonly Hash[]> {
    const { last, leaves } = await readLog();
    if (last !== undefined && !goesOnFrom(leaves, last))
      throw new Error(`the log of seals was forked: it does not go on from\n${last}`);
    return leaves;
  }

  async function headOf(leaves: readonly Hash[], since: number): Promise<Checkpoint> {
    requireSize(leaves, since);
    const cosignatures = await listCosignatures(db, leaves.length);
    return {
      checkpoint: [sign(leaves), ...cosignatures].join(''),
      consistency: {
        checkpoint: sign(leaves.slice(0, since)),
        path: inBase64(consistencyPath(leaves, since)),
      },
    };
  }

  return {
    key: { origin: signer.name, key: signer.verifierKey, pastKeys: [...pastKeys] },
    publish: async () => {
      try {
        const leaves = await readGrown();
        // An empty log says nothing, and a key that is set before the first closing would contradict its recorded head.
        if (leaves.length === 0) return;
        const note = sign(leaves);
        if ((await findCheckpoint(db, leaves.length)) === undefined)
          await insertCheckpoint(db, leaves.length, note);
        log.info({ checkpoint: note }, `the log of seals has ${leaves.length} seals`);
        await onPublished();
      } catch (error) {
        log.error({ err: error }, 'the head of the log of seals was not signed');
      }
    },
    last: async () => {
      const head = readCheckpoint((await findLastCheckpoint(db)) ?? '');
      return head && { size: head.size, root: head.root.toString('base64') };
    },
    read: async ({ since, size } = {}) => {
      const grown = await readGrown();
      requireSize(grown, size ?? 0);
      const leaves = grown.slice(0, size);
      return headOf(leaves, since ?? leaves.length);
    },
    has: async (index, line) => {
      const { last, leaves } = await readLog();
      const isThere = leaves[index]?.equals(leafHash(line)) === true;
      return isThere && (last === undefined || goesOnFrom(leaves, last));
    },
    prove: async (index, since) => {
      const leaves = await readGrown();
      const head = await headOf(leaves, since ?? index + 1);
      return { ...head, path: inBase64(inclusionPath(leaves, index)) };
    },
  };
}

/** @throws Refusal not-found */
function requireSize(leaves: readonly Hash[], size: number): void {
  if (size > leaves.length)
    throw new Refusal('not-found', `The log of seals has ${leaves.length} seals, not ${size}`);
}

type Log = {
  readonly leaves: readonly Hash[];
  /** The last signed head; undefined before the first. */
  readonly last: string | undefined;
};

/** Reads only the leaves that were added since the last time, since leaves never change. */
function createLogReader(db: Db): () => Promise<Log> {
  let known: readonly Hash[] = [];
  return async () => {
    // Before the leaves: a head signed after they were read would seem to be of another log.
    const last = await findLastCheckpoint(db);
    const from = known;
    const more = await listLeaves(db, from.length);
    const leaves = [...from, ...more.map(leafHash)];
    if (leaves.length > known.length) known = leaves;
    return { leaves, last };
  };
}

/** Whether the log had the head's root at the head's size. */
function goesOnFrom(leaves: readonly Hash[], note: string): boolean {
  const head = readCheckpoint(note);
  return (
    head !== undefined &&
    head.size <= leaves.length &&
    treeRoot(leaves.slice(0, head.size)).equals(head.root)
  );
}

/** Whether the head of that size is recorded: it is signed a moment after the closing. */
export async function isHeadSigned(db: Db, size: number): Promise<boolean> {
  if (size === 0 || (await findCheckpoint(db, size)) !== undefined) return true;
  await setTimeout(SIGNED_WITHIN_MS);
  return (await findCheckpoint(db, size)) !== undefined;
}

export function inBase64(hashes: readonly Hash[]): string[] {
  return hashes.map((hash) => hash.toString('base64'));
}

/** Metrics for operators: the log grows by a seal with each closing and never shrinks; stored metrics are a record of heads. */
export function measureSealLog(metrics: Metrics, db: Db): void {
  const readHead = async () => readCheckpoint((await findLastCheckpoint(db)) ?? '');
  createGauge(
    metrics,
    'seal_log_size',
    'Seals in the last head of the log that was signed; 0 before the first',
    async () => (await readHead())?.size ?? 0,
  );
  createGauges(
    metrics,
    'seal_log_head_info',
    'The last head of the log that was signed: its size and its root in base64',
    ['size', 'root'],
    async () => {
      const head = await readHead();
      if (head === undefined) return [];
      const labels = { size: String(head.size), root: head.root.toString('base64') };
      return [{ labels, value: 1 }];
    },
  );
}
