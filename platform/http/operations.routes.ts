// GET /health, /ready, /metrics and /openapi.json: what an operator and a load balancer ask.
import { fileAnswer } from '@kvartplata/contracts/file-answer.ts';
import {
  Health,
  Readiness,
  type BuildInfo,
  type DependencyState,
} from '@kvartplata/contracts/health.ts';
import { createGauges, type Metrics } from './metrics.ts';
import type { HttpServer } from './server.ts';

/** One thing the service stands on. `probe` throws when it is away. */
export type Dependency = {
  readonly name: string;
  readonly probe: () => Promise<void>;
  /** What its absence makes of the service: `down` takes it out of rotation, `degraded` only shows. */
  readonly whenAway: Exclude<DependencyState, 'up'>;
};

export type Operations = {
  readonly buildInfo: BuildInfo;
  readonly dependencies: readonly Dependency[];
  readonly metrics: Metrics;
  /** True once the process has been told to stop. */
  readonly isStopping: () => boolean;
};

const PROBE_TIMEOUT_MS = 2_000;

export function operationsRoutes(app: HttpServer, operations: Operations): void {
  const publicRoute = { access: 'public' } as const;
  const described = { tags: ['operations'], security: [] };
  tellDependencies(operations);

  app.get(
    '/health',
    {
      config: publicRoute,
      schema: { ...described, summary: 'The running build', response: { 200: Health } },
    },
    async () => ({
      status: 'ok' as const,
      ...operations.buildInfo,
    }),
  );

  app.get(
    '/ready',
    {
      config: publicRoute,
      schema: {
        ...described,
        summary: 'Whether it can do its work, and what it stands on',
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const states = await Promise.all(operations.dependencies.map(stateOf));
      const ready = !operations.isStopping() && !states.includes('down');
      const dependencies = Object.fromEntries(
        operations.dependencies.map(({ name }, index) => [name, states[index] ?? 'down']),
      );
      return reply
        .code(ready ? 200 : 503)
        .send({ status: ready ? 'ready' : 'not-ready', dependencies });
    },
  );

  app.get(
    '/metrics',
    {
      config: publicRoute,
      schema: {
        ...described,
        summary: 'Prometheus metrics',
        response: { 200: fileAnswer(operations.metrics.registry.contentType) },
      },
    },
    async (_request, reply) =>
      reply
        .type(operations.metrics.registry.contentType)
        .send(await operations.metrics.registry.metrics()),
  );

  app.get('/openapi.json', { config: publicRoute, schema: { hide: true } }, async () =>
    app.swagger(),
  );
}

function tellDependencies({ metrics, dependencies }: Operations): void {
  createGauges(
    metrics,
    'dependency_up',
    'Whether what the service stands on answers: 1 or 0',
    ['dependency'],
    async () =>
      Promise.all(
        dependencies.map(async (dependency) => ({
          labels: { dependency: dependency.name },
          value: (await stateOf(dependency)) === 'up' ? 1 : 0,
        })),
      ),
  );
}

async function stateOf(dependency: Dependency): Promise<DependencyState> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${dependency.name} did not answer`)),
    PROBE_TIMEOUT_MS,
  );
  try {
    await Promise.race([dependency.probe(), timeout]);
    return 'up';
  } catch {
    return dependency.whenAway;
  } finally {
    clearTimeout(timer);
  }
}
