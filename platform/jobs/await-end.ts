// Waits a little for a job's end, so that who asks for a small one is answered with what came of it.
import type { JobQueue } from './job-queue.ts';

/** So long an answer waits; a small job has ended by then. */
const WAIT_MS = 3_000;
/** What another process runs is not heard here. */
const LOOK_EVERY_MS = 500;

/** One that is being taken back has ended before, and will again. */
type Ending = { readonly finishedAt: Date | null; readonly status: string };

/**
 * @param look reads the job: at once, each time that this process has run it, and now and then
 * @returns the job when it has ended, or as it is when the answer can wait no longer
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
    // Before it is looked at, so that an end in between is heard.
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
