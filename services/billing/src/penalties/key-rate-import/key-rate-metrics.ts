// The import's metrics for operators: the age of its last success, failures, and the reference's open rate.
import { createCounter, createGauge, type Metrics } from '@kvartplata/platform/http/metrics.ts';

export type KeyRateFigures = {
  /** Infinite when it never succeeded; NaN, which exceeds no threshold, when the import is off. */
  readonly secondsSinceSuccess: () => Promise<number>;
  /** Per cent; undefined when no rate is open. */
  readonly openBaseRate: () => Promise<string | undefined>;
};

export type KeyRateMetrics = {
  readonly failed: (reason: 'away' | 'fault' | 'spoiled') => void;
  readonly quarantined: () => void;
};

export function createKeyRateMetrics(metrics: Metrics, figures: KeyRateFigures): KeyRateMetrics {
  const failures = createCounter(
    metrics,
    'key_rate_import_failures_total',
    'Imports of the key rate that got no usable answer, by reason',
    ['reason'],
  );
  for (const reason of ['away', 'fault', 'spoiled'] as const) failures.inc({ reason }, 0);
  const quarantined = createCounter(
    metrics,
    'key_rate_import_quarantined_total',
    'Key rates that were not taken over because a person has to look at them',
  );
  createGauge(
    metrics,
    'key_rate_import_last_success_age_seconds',
    'Since the bank last gave a usable answer to any replica; +Inf when it never did, NaN where nobody asks it',
    figures.secondsSinceSuccess,
  );
  createGauge(
    metrics,
    'penalty_rate_open_base_percent',
    'The key rate of the open penalty rate; NaN when none is open',
    async () => Number((await figures.openBaseRate()) ?? Number.NaN),
  );
  return {
    failed: (reason) => failures.inc({ reason }),
    quarantined: () => quarantined.inc(),
  };
}
