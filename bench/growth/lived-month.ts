// A month of a company as in operation: computed and applied over HTTP.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import {
  createCalculationJob,
  getCalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { Stand } from '../calculation/stand.ts';

const POLL_EVERY_MS = 50;

/** `YYYY-MM`, one more than requested; the last one is the last month that is over. */
export function monthsBefore(count: number): readonly string[] {
  const last = Temporal.Now.plainDateISO('UTC').toPlainYearMonth().subtract({ months: 1 });
  return Array.from({ length: count + 1 }, (_, index) =>
    last.subtract({ months: count - index }).toString(),
  );
}

export async function calculate(
  stand: Stand,
  body: {
    readonly organizationId: number;
    readonly year: number | undefined;
    readonly month: number | undefined;
  },
): Promise<void> {
  const asked = await stand.ask(createCalculationJob, { body });
  assert.ok('id' in asked);
  let job = asked;
  while (job.finishedAt === null) {
    await setTimeout(POLL_EVERY_MS);
    job = await stand.ask(getCalculationJob, { params: { jobId: job.id } });
  }
  assert.deepEqual([job.status, job.error, job.skippedCount], ['COMPLETED', null, 0]);
}

/** The cycle of the month, which the calculation has created. */
export async function findCycle({ billing }: Stand, month: string): Promise<number> {
  const { rows } = await billing.pool.query<{ id: number }>(
    `select id::float8 as id from billing_cycles where period = $1`,
    [`${month}-01`],
  );
  const id = rows[0]?.id;
  assert.ok(id !== undefined, `${month} has no cycle`);
  return id;
}

export async function apply(stand: Stand, cycleId: number): Promise<void> {
  await stand.ask(applyCycle, {
    params: { cycleId },
    body: null,
    idempotencyKey: `apply-${cycleId}`,
  });
}
