// Metrics of the password hashing: how much of it waits, and how much was refused.
import { createGauge, createReadCounter, type Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { Passwords } from './passwords.service.ts';

export function registerPasswordMetrics(metrics: Metrics, { queue }: Passwords): void {
  createGauge(metrics, 'auth_password_queue_length', 'Passwords that wait to be hashed', () =>
    queue.waiting(),
  );
  createReadCounter(
    metrics,
    'auth_password_refusals_total',
    'Passwords that found no place to wait, or waited too long',
    () => queue.refused(),
  );
}
