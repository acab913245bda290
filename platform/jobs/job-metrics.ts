// Metrics of the background work for operators: how much is waiting, for how long, and what was given up.
import { createGauges, type Metrics } from '../http/metrics.ts';
import type { JobQueue } from './job-queue.ts';

export function measureJobs(metrics: Metrics, queues: Pick<JobQueue, 'figures'>): void {
  createGauges(
    metrics,
    'job_queue_jobs',
    'Jobs of the background work by state; what failed is kept for some days',
    ['queue', 'state'],
    async () =>
      (await queues.figures()).flatMap(({ queue, waiting, running, failed }) => [
        { labels: { queue, state: 'waiting' }, value: waiting },
        { labels: { queue, state: 'running' }, value: running },
        { labels: { queue, state: 'failed' }, value: failed },
      ]),
  );
  createGauges(
    metrics,
    'job_queue_oldest_seconds',
    'How long a waiting job could have been taken and was not; 0 when none waits',
    ['queue'],
    async () =>
      (await queues.figures()).map(({ queue, oldestSeconds }) => ({
        labels: { queue },
        value: oldestSeconds,
      })),
  );
}
