// Witnesses: programs run by others that sign a head of the log after checking that it continues the one they signed before (C2SP
// tlog-witness). A forked log finds no witness for its second branch.
import { consistencyPath, leafHash } from '@kvartplata/platform/proof/merkle-tree.ts';
import {
  isSignedBy,
  readCheckpoint,
  type VerifierKey,
} from '@kvartplata/platform/proof/signed-note.ts';
import { createGauges, type Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { JobQueue, SoloQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Logger } from 'pino';
import type { Db } from '../../tables.ts';
import { inBase64 } from './checkpoints.service.ts';
import {
  findLastCheckpoint,
  findWitnessedSize,
  insertCosignature,
  listLeaves,
} from './seal-log.repository.ts';

export type Witness = {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: VerifierKey;
};

export const WITNESS_QUEUE: SoloQueue = {
  name: 'seal-witnesses',
  retries: 20,
  firstRetrySeconds: 60,
  maxRetrySeconds: 3600,
};

export type WitnessDeps = {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly witnesses: readonly Witness[];
  readonly log: Pick<Logger, 'warn' | 'info'>;
};

const TIMEOUT_MS = 10_000;
const MOST_ANSWERED = 10_000;

/** Any job number will do: only the last head is ever signed. */
export async function askWitnesses(queue: JobQueue): Promise<void> {
  await queue.ensure(WITNESS_QUEUE.name, 1);
}

export async function workWitnesses({ db, queue, witnesses, log }: WitnessDeps): Promise<void> {
  await queue.workSolo(WITNESS_QUEUE.name, async () => {
    const faults: string[] = [];
    for (const witness of witnesses) {
      const { name } = witness.key;
      try {
        await askWitness(db, witness);
        log.info({ witness: name }, 'a witness has signed the head of the log of seals');
      } catch (error) {
        log.warn({ witness: name, err: error }, 'a witness has not signed the log of seals');
        faults.push(`${name}: ${(error as Error).message}`);
      }
    }
    if (faults.length > 0) throw new Error(faults.join('; '));
  });
}

/** @throws an Error with the witness's answer, or saying that its signature is invalid */
export async function askWitness(db: Db, { url, key }: Witness): Promise<void> {
  const note = await findLastCheckpoint(db);
  const head = readCheckpoint(note ?? '');
  if (note === undefined || head === undefined) return;
  const leaves = (await listLeaves(db, 0)).slice(0, head.size).map(leafHash);
  let known = await findWitnessedSize(db, key.name);
  if (known === head.size) return;
  for (let tries = 1; ; tries += 1) {
    const path = inBase64(consistencyPath(leaves, known));
    const { status, text } = await post(
      `${url}/add-checkpoint`,
      `old ${known}\n${path.map((hash) => `${hash}\n`).join('')}\n${note}`,
    );
    if (status === 200) {
      const line = text.split('\n').find((found) => found.startsWith(`— ${key.name} `));
      if (line === undefined || !isSignedBy(`${note}${line}\n`, key))
        throw new Error('its cosignature is not of its key');
      await insertCosignature(db, { size: head.size, witness: key.name, line: `${line}\n` });
      return;
    }
    const theirs = status === 409 && /^\d{1,12}\n$/.test(text) ? Number(text) : undefined;
    if (theirs === undefined || tries > 1) throw new Error(refusalOf(status));
    if (theirs > head.size)
      throw new Error(`it has signed a head of ${theirs} seals, and the log has ${head.size}`);
    known = theirs;
  }
}

function refusalOf(status: number): string {
  switch (status) {
    case 409:
      return 'it has signed another head of this size: the log was forked, or it lies';
    case 422:
      return 'it finds that the log does not go on from the head that it signed: the log was forked, or it lies';
    case 403:
      return 'it does not know the key of the log';
    case 404:
      return 'it does not know the log';
    default:
      return `it answered ${status}`;
  }
}

async function post(url: string, body: string): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(url, { method: 'POST', body, signal, redirect: 'error' });
  const text = (await answer.text()).slice(0, MOST_ANSWERED);
  return { status: answer.status, text };
}

/** Reports how far behind each witness is. */
export function measureWitnesses(metrics: Metrics, db: Db, witnesses: readonly Witness[]): void {
  createGauges(
    metrics,
    'seal_log_witnessed_size',
    'Seals in the last head of the log that the witness has signed',
    ['witness'],
    async () =>
      Promise.all(
        witnesses.map(async ({ key: { name } }) => ({
          labels: { witness: name },
          value: await findWitnessedSize(db, name),
        })),
      ),
  );
}
