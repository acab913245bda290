// A queue for tests that are not about jobs and need not wait for a real one to open: enqueuing throws.
import type { JobQueue } from '../jobs/job-queue.ts';

export const NO_QUEUE: JobQueue = {
  enqueue: async () => {
    throw new Error('there is no queue here');
  },
  enqueueMany: async () => {
    throw new Error('there is no queue here');
  },
  work: async () => {},
  workSolo: async () => {},
  giveUp: async () => {},
  ensure: async () => {
    throw new Error('there is no queue here');
  },
  schedule: async () => {},
  onRun: () => () => undefined,
  figures: async () => [],
  stop: async () => {},
};
