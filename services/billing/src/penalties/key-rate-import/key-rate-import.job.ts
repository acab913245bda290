// The import job of key rates: once when the service starts and every night, once for all replicas, retried with growing pauses
// while the bank gives no usable answer.
import { randomUUID } from 'node:crypto';
import type { JobQueue, SoloQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Logger } from 'pino';
import type { KeyRateImports } from './key-rate-import.service.ts';

/** Retries over some six hours; then waits for the next night. */
export const KEY_RATE_QUEUE: SoloQueue = {
  name: 'key-rate-import',
  retries: 12,
  firstRetrySeconds: 30,
  maxRetrySeconds: 3600,
};

/** Specification 1.6.2. */
const NIGHTLY = '0 4 * * *';

/**
 * Never throws: the service must start even when the import cannot.
 * @param launchedAt when this process began to start: an import by any replica since then counts for this one too
 */
export async function workKeyRateImports(
  queue: JobQueue,
  imports: KeyRateImports,
  log: Pick<Logger, 'warn' | 'error'>,
  launchedAt: Date,
): Promise<void> {
  if (!imports.isOn) {
    log.warn('the import of key rates is switched off: CBR_URL is off');
    return;
  }
  try {
    await queue.workSolo(KEY_RATE_QUEUE.name, async (askedForAt, signal) => {
      // The nightly run has no instant.
      if (askedForAt > 0 && (await imports.hasSucceededSince(new Date(askedForAt)))) return;
      await imports.run({ userId: null, requestId: randomUUID() }, signal);
    });
    await queue.schedule(KEY_RATE_QUEUE.name, NIGHTLY);
    await queue.ensure(KEY_RATE_QUEUE.name, launchedAt.getTime());
  } catch (error) {
    log.error({ err: error }, 'the import of key rates could not be started');
  }
}
