// Waits briefly for a job's end, so that the request for a small job is answered with its result.
import type { JobQueue } from './job-queue.ts';

/** How long the response is delayed; small jobs have ended by then. */
const WAIT_MS = 3_000;
/** There are no notifications about jobs that other processes run. */
const LOOK_EVERY_MS = 500;

/** A job that is being undone has ended before, and will end again. */
type Ending = { readonly finishedAt: Date | null; readonly status: string };

/**
 * @param look reads the job: at once, each time this process has run it, and at intervals
 * @returns the job when it has ended, or as it is when the time is up
 */
export async function awaitEnd<Job extends Ending>(
  queue: Pick<JobQueue, 'onRun'>,
  line: string,
  reference: number,
  look: () => Promise<Job>,
): Promise<Job> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const { promise: again, resolve } = Promise.withResolvers<void>();
    // Listen before reading, so that an end in between is noticed.
    const stopListening = queue.onRun(line, reference, resolve);
    try {
      const job = await look();
      const leftMs = deadline - performance.now();
      const hasEnded = job.finishedAt !== null && job.status !== 'UNDOING';
      if (hasEnded || leftMs <= 0) return job;
      const timer = setTimeout(resolve, Math.min(leftMs, LOOK_EVERY_MS));
      await again;
      clearTimeout(timer);
    } finally {
      stopListening();
    }
  }
}
