// Verifications of single months on request: callers waiting for the same month share one, and a caller that stops waiting can
// read the result later.
import { setTimeout } from 'node:timers/promises';
import { createMonthReaders } from '../month-readers.ts';
import type { OwnCycle } from '../cycles/cycles.repository.ts';
import type { Db } from '../../tables.ts';
import {
  findVerification,
  upsertVerification,
  type SealVerification,
} from './seal-verifications.repository.ts';

export type SealVerifications = {
  /** Starts a verification when needed, which waits for its turn and continues even when nobody waits for it any more. */
  readonly ask: (db: Db, cycle: OwnCycle, asked: AskedVerification) => Promise<void>;
};

export type AskedVerification = {
  /** A verification that began at this time or later is recent enough. */
  readonly since: Date;
  /** How long to wait for its end; undefined to wait until it ends. */
  readonly withinMs: number | undefined;
  readonly verify: () => Promise<Omit<SealVerification, 'startedAt'>>;
};

type Run = { readonly startedAt: Date; readonly ended: Promise<void> };

export function createSealVerifications(now: () => Date): SealVerifications {
  const readers = createMonthReaders<void>('seals');
  /**
   * The last verification of each month begun in this process, until it is stored; a failed one reports its error to the next
   * caller.
   */
  const runs = new Map<string, Run>();

  async function begin(cycle: OwnCycle, work: (startedAt: Date) => Promise<void>): Promise<void> {
    const name = nameOf(cycle);
    return readers.together(cycle.organizationId, String(cycle.cycleId), async () => {
      const startedAt = now();
      const ended = work(startedAt);
      runs.set(name, { startedAt, ended });
      await ended;
      if (runs.get(name)?.ended === ended) runs.delete(name);
    });
  }

  /** @throws the error it failed with, once */
  async function join(name: string, { ended }: Run): Promise<void> {
    try {
      await ended;
    } catch (error) {
      runs.delete(name);
      throw error;
    }
  }

  return {
    ask: async (db, cycle, { since, withinMs, verify }) => {
      const last = await findVerification(db, cycle);
      if (last !== undefined && last.startedAt >= since) return;
      const name = nameOf(cycle);
      const run = runs.get(name);
      const ended =
        run !== undefined && run.startedAt >= since
          ? join(name, run)
          : begin(cycle, async (startedAt) =>
              upsertVerification(db, cycle, { startedAt, ...(await verify()) }),
            );
      await (withinMs === undefined ? ended : Promise.race([ended, setTimeout(withinMs)]));
    },
  };
}

function nameOf({ organizationId, cycleId }: OwnCycle): string {
  return `${organizationId} ${cycleId}`;
}
