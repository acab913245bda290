// The store in which limits are counted: if Redis is unavailable, each process counts by itself, so that an attacker gains nothing
// from it and nobody is turned away.
import type { Logger } from 'pino';
import { createCounter, type Metrics } from '../http/metrics.ts';
import type { KeyValueStore } from './key-value-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { withFallback } from './with-fallback.ts';

export type LimitStoreDeps = {
  readonly keyValue: KeyValueStore;
  readonly metrics: Metrics;
  readonly now: () => Date;
};

/** Once for each process: it adds a metric. */
export function createLimitStore(
  { keyValue, metrics, now }: LimitStoreDeps,
  log: Pick<Logger, 'warn' | 'info'>,
): KeyValueStore {
  const falls = createCounter(
    metrics,
    'key_value_fallbacks_total',
    'How often the key-value store was found away and memory took its place',
  );
  return withFallback(
    keyValue,
    createMemoryStore(() => now().getTime()),
    {
      onChange: (reason) => {
        if (reason === undefined) {
          log.info('the key-value store is back: limits are counted for all processes together');
          return;
        }
        falls.inc();
        log.warn(
          { reason: reason.message },
          'the key-value store is unavailable: limits count in memory',
        );
      },
    },
  );
}
