// Reports each step of a job's progress to its watchers, as server-sent events. It does not matter which process works the job:
// its row and those of its batches are polled twice a second, for all watchers of a process together.
import { Readable } from 'node:stream';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { Db } from '../../tables.ts';
import { listProgress, type JobProgress, type OwnJob } from './calculation-jobs.repository.ts';
import { getJob, readJob } from './calculation-jobs.service.ts';

export type JobEvents = {
  /**
   * A stream of the job's states: the present one at once, then one after each step, up to the last.
   * @param mayGoOn called repeatedly: the stream ends once it throws
   * @throws Refusal not-found, too-many-requests, overloaded
   */
  readonly watch: (
    caller: Caller,
    jobId: number,
    mayGoOn: () => Promise<void>,
  ) => Promise<Readable>;
  /** Ends every stream. */
  readonly close: () => void;
};

export type JobEventLimits = {
  readonly lookMs: number;
  /** A comment is sent when nothing else is, so that proxies keep the connection open. */
  readonly heartbeatMs: number;
  /** The stream ends after this; a client that still watches reconnects and is checked again. */
  readonly lastsMs: number;
  /** How often to check whether the watcher is still signed in and still a member. */
  readonly askMs: number;
  readonly streams: number;
  readonly streamsOfUser: number;
  /** How much may be buffered for a slow reader, who is disconnected beyond it. */
  readonly bytesWaiting: number;
};

const LIMITS: JobEventLimits = {
  lookMs: 500,
  heartbeatMs: 15_000,
  lastsMs: 600_000,
  askMs: 1_000,
  streams: 200,
  streamsOfUser: 10,
  bytesWaiting: 4 * 1024 * 1024,
};

type Watcher = {
  readonly job: OwnJob;
  readonly userId: number;
  readonly stream: Readable;
  readonly timers: readonly NodeJS.Timeout[];
};

/** @param db sees every job: permission to watch was checked when the stream was opened */
export function createJobEvents(db: Db, limits: JobEventLimits = LIMITS): JobEvents {
  const watchers = new Set<Watcher>();
  const seen = new Map<number, JobProgress>();
  let timer: NodeJS.Timeout | undefined;

  function tell(watcher: Watcher, job: CalculationJob): void {
    send(watcher.stream, limits, `event: progress\ndata: ${JSON.stringify(job)}\n\n`);
    if (job.finishedAt !== null) end(watcher);
  }

  function end(watcher: Watcher): void {
    forget(watcher);
    watcher.stream.push(null);
  }

  function forget(watcher: Watcher): void {
    for (const own of watcher.timers) clearTimeout(own);
    watchers.delete(watcher);
    if (![...watchers].some(({ job }) => job.id === watcher.job.id)) seen.delete(watcher.job.id);
  }

  /** Polls again some time after the last poll ended, while anybody watches. */
  function lookSoon(): void {
    timer ??= setTimeout(() => {
      void look()
        // The database is unavailable: the next poll may succeed.
        .catch(() => undefined)
        .finally(() => {
          timer = undefined;
          if (watchers.size > 0) lookSoon();
        });
    }, limits.lookMs).unref();
  }

  async function look(): Promise<void> {
    const jobs = new Map([...watchers].map(({ job }) => [job.id, job]));
    for (const progress of await listProgress(db, [...jobs.values()])) {
      if (isDeepStrictEqual(seen.get(progress.id), progress)) continue;
      const job = await readJob(db, progress);
      seen.set(progress.id, progress);
      for (const watcher of watchers) if (watcher.job.id === progress.id) tell(watcher, job);
    }
  }

  /** Checks repeatedly, each time after the previous check ended. */
  async function endWithAccess(watcher: Watcher, mayGoOn: () => Promise<void>): Promise<void> {
    while (watchers.has(watcher)) {
      await setTimeoutPromise(limits.askMs, undefined, { ref: false });
      if (watchers.has(watcher)) await mayGoOn().catch(() => end(watcher));
    }
  }

  return {
    watch: async (caller, jobId, mayGoOn) => {
      const job = await getJob(caller, jobId);
      refuseTooMany(caller, watchers, limits);
      const stream = new Readable({ read: () => undefined });
      const watcher: Watcher = {
        job,
        userId: caller.userId,
        stream,
        timers: [
          setInterval(() => send(stream, limits, ': it goes on\n\n'), limits.heartbeatMs),
          setTimeout(() => end(watcher), limits.lastsMs),
        ],
      };
      stream.once('close', () => forget(watcher));
      watchers.add(watcher);
      tell(watcher, job);
      // Changes since the job was read are reported by the first poll.
      seen.delete(jobId);
      lookSoon();
      void endWithAccess(watcher, mayGoOn);
      return stream;
    },
    close: () => {
      for (const watcher of watchers) end(watcher);
    },
  };
}

function send(stream: Readable, { bytesWaiting }: JobEventLimits, text: string): void {
  if (stream.readableLength > bytesWaiting) stream.destroy();
  else stream.push(text);
}

function refuseTooMany(
  { userId }: Caller,
  watchers: ReadonlySet<Watcher>,
  { streams, streamsOfUser }: JobEventLimits,
): void {
  if (watchers.size >= streams) throw new Refusal('overloaded');
  const own = [...watchers].filter((watcher) => watcher.userId === userId).length;
  if (own >= streamsOfUser)
    throw new Refusal('too-many-requests', 'You watch too many jobs at once');
}
