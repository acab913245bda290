// A queue for what is not about jobs, and need not wait for a queue to open: whoever queues one is told.
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
