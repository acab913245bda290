// Prometheus metrics of one process: Node's own, HTTP durations, and what slices register.
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

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
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
  });
}

/** What a service counts of its own; each label is one way in which the counted things differ. */
export function createCounter<Label extends string = never>(
  { registry }: Metrics,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers: [registry] });
}

/**
 * A figure that goes up and down, read when somebody asks for the metrics. One that cannot be read just then stays as
 * it was: the other figures are still worth telling.
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
      // The last figure stands.
    }
  };
  const gauge = new Gauge({ name, help, registers: [], collect });
  registry.registerMetric(gauge);
}

/** A count that somebody else keeps, read when somebody asks for the metrics. */
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
