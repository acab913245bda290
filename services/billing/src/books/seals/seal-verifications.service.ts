// Verifications of single months at the request of people: whoever waits for the same month shares one, and whoever does not
// wait to its end finds out later what it has found.
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
  /** A verification that is begun by it waits for its turn, and goes on when nobody waits any more. */
  readonly ask: (db: Db, cycle: OwnCycle, asked: AskedVerification) => Promise<void>;
};

export type AskedVerification = {
  /** One that began at that time or later is enough. */
  readonly since: Date;
  /** How long to wait for its end; undefined is to the end. */
  readonly withinMs: number | undefined;
  readonly verify: () => Promise<Omit<SealVerification, 'startedAt'>>;
};

type Run = { readonly startedAt: Date; readonly ended: Promise<void> };

export function createSealVerifications(now: () => Date): SealVerifications {
  const readers = createMonthReaders<void>('seals');
  /** The last one of each month that has begun here, until it is stored: one that has failed says so to the next who asks. */
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

  /** @throws what it has failed with, once */
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
