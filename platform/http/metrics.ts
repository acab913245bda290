// Prometheus metrics of one process: Node's own, HTTP durations, and what slices register.
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { classOfDatabaseError } from '../database/database-errors.ts';
import { toRefusal } from './problem-document.ts';

export type Metrics = { readonly registry: Registry };

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return { registry };
}

export function registerMetrics(app: FastifyInstance, metrics: Metrics): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of answered requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [metrics.registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

/** @returns counts an error of a request: the refusal that was sent, and the class of a database error behind it */
export function countRefusals(metrics: Metrics): (error: unknown) => void {
  const refusals = createCounter(metrics, 'http_refusals_total', 'Requests refused, by code', [
    'code',
  ]);
  const faults = createCounter(
    metrics,
    'database_errors_total',
    'Errors of PostgreSQL that requests met, by class; 22 is a value that our own checks let through',
    ['class'],
  );
  // Alerts are about the growth of these: a first one that appears as 1 would not be seen to grow.
  refusals.inc({ code: 'internal-error' }, 0);
  for (const alarming of ['22', '53']) faults.inc({ class: alarming }, 0);
  return (error) => {
    refusals.inc({ code: toRefusal(error).code });
    const found = classOfDatabaseError(error);
    if (found !== undefined) faults.inc({ class: found });
  };
}

/** A counter of the service; its labels distinguish the counted things. */
export function createCounter<Label extends string = never>(
  { registry }: Metrics,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers: [registry] });
}

/**
 * A gauge, read when the metrics are requested. If reading fails, it keeps its last value, and the other metrics are still
 * served.
 */
export function createGauge(
  { registry }: Metrics,
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  const collect = async (): Promise<void> => {
    try {
      gauge.set(await read());
    } catch {
      // Keep the last value.
    }
  };
  const gauge = new Gauge({ name, help, registers: [], collect });
  registry.registerMetric(gauge);
}

export type LabelledFigure<Label extends string> = {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
};

/** The same for several labelled values. */
export function createGauges<Label extends string>(
  { registry }: Metrics,
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: () => Promise<readonly LabelledFigure<Label>[]> | readonly LabelledFigure<Label>[],
): void {
  const collect = async (): Promise<void> => {
    try {
      const figures = await read();
      gauge.reset();
      for (const { labels, value } of figures) gauge.set(labels, value);
    } catch {
      // Keep the last values.
    }
  };
  const gauge = new Gauge<Label>({ name, help, labelNames, registers: [], collect });
  registry.registerMetric(gauge);
}

/** A histogram of durations. @returns records one, in seconds */
export function createDurations(
  { registry }: Metrics,
  name: string,
  help: string,
): (seconds: number) => void {
  const histogram = new Histogram({ name, help, buckets: BUCKETS_SECONDS, registers: [registry] });
  return (seconds) => histogram.observe(seconds);
}

/** A counter that is kept elsewhere and read when the metrics are requested. */
export function createReadCounter(
  { registry }: Metrics,
  name: string,
  help: string,
  read: () => number,
): void {
  const collect = (): void => {
    counter.reset();
    counter.inc(read());
  };
  const counter = new Counter({ name, help, registers: [], collect });
  registry.registerMetric(counter);
}
