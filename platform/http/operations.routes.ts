// GET /health, /ready, /metrics and /openapi.json: what an operator and a load balancer ask.
import { fileAnswer } from '@kvartplata/contracts/file-answer.ts';
import {
  Health,
  Readiness,
  type BuildInfo,
  type DependencyState,
} from '@kvartplata/contracts/health.ts';
import { createGauges, type Metrics } from './metrics.ts';
import { Refusal } from './refusal.ts';
import type { HttpServer } from './server.ts';

/** One thing the service stands on. */
export type Dependency = {
  readonly name: string;
  /** Throws when it is away; a DependencyFault when it answers and is of no use. */
  readonly probe: () => Promise<void>;
  /** What its absence makes of the service: `down` takes it out of rotation, `degraded` only shows. */
  readonly whenAway: 'down' | 'degraded';
  /** True while it is of no use, as far as was last seen: nothing is answered then. */
  readonly keepsOut?: () => boolean;
};

export class DependencyFault extends Error {
  override readonly name = 'DependencyFault';
  readonly state: DependencyState;

  /** @param reason one line for an operator */
  constructor(state: DependencyState, reason: string) {
    super(reason);
    this.state = state;
  }
}

export type Operations = {
  readonly buildInfo: BuildInfo;
  readonly dependencies: readonly Dependency[];
  readonly metrics: Metrics;
  /** True once the process has been told to stop. */
  readonly isStopping: () => boolean;
};

const PROBE_TIMEOUT_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;
/** What an operator asks is answered whatever is wrong. */
export const OPERATOR_PATHS = ['/health', '/ready', '/metrics'];

/** To be added before the first route. */
export function refuseWhileKeptOut(app: HttpServer, dependencies: readonly Dependency[]): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isKeptOut =
      !OPERATOR_PATHS.includes(request.url) &&
      dependencies.some(({ keepsOut }) => keepsOut?.() === true);
    if (isKeptOut)
      done(
        new Refusal('dependency-unavailable', 'The service waits for its database to be ready', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        }),
      );
    else done();
  });
}

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
      const seen = await Promise.all(operations.dependencies.map(look));
      const ready = !operations.isStopping() && seen.every(({ state }) => isEnough(state));
      const reasons = seen.flatMap(({ name, reason }) =>
        reason === undefined ? [] : [[name, reason] as const],
      );
      return reply.code(ready ? 200 : 503).send({
        status: ready ? 'ready' : 'not-ready',
        dependencies: Object.fromEntries(seen.map(({ name, state }) => [name, state])),
        ...(reasons.length === 0 ? {} : { reasons: Object.fromEntries(reasons) }),
      });
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
    'Whether what the service stands on answers and is of use: 1 or 0',
    ['dependency'],
    async () =>
      Promise.all(
        dependencies.map(async (dependency) => ({
          labels: { dependency: dependency.name },
          value: (await look(dependency)).state === 'up' ? 1 : 0,
        })),
      ),
  );
}

function isEnough(state: DependencyState): boolean {
  return state === 'up' || state === 'degraded';
}

type Seen = {
  readonly name: string;
  readonly state: DependencyState;
  readonly reason?: string;
};

async function look({ name, probe, whenAway }: Dependency): Promise<Seen> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${name} did not answer`)), PROBE_TIMEOUT_MS);
  try {
    await Promise.race([probe(), timeout]);
    return { name, state: 'up' };
  } catch (error) {
    return error instanceof DependencyFault
      ? { name, state: error.state, reason: error.message }
      : { name, state: whenAway };
  } finally {
    clearTimeout(timer);
  }
}
