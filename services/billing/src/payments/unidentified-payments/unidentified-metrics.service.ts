// Metrics of unidentified payments for operators.
import { createGauge, type Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { Db } from '../../tables.ts';
import { sumUpWaiting } from './unidentified-payments.repository.ts';

/** @param db sees the registries of all organizations */
export function measureUnidentified(metrics: Metrics, db: Db): void {
  createGauge(
    metrics,
    'unidentified_payments_waiting',
    'Rows of registries that wait for a person to say whose payment they are',
    async () => (await sumUpWaiting(db)).count,
  );
  createGauge(
    metrics,
    'unidentified_payments_oldest_seconds',
    'How long the oldest of them has waited; 0 when none does',
    async () => (await sumUpWaiting(db)).oldestSeconds,
  );
}
