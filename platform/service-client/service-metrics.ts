// Counts how often another of our services gave no usable response.
import { createCounter, type Metrics } from '../http/metrics.ts';

/** @returns counts a failure of the named service */
export function countServiceFailures(metrics: Metrics): (service: string) => void {
  const failures = createCounter(
    metrics,
    'service_failures_total',
    'Questions to another service that got no usable answer, by who was asked',
    ['asked'],
  );
  return (service) => failures.inc({ asked: service });
}
