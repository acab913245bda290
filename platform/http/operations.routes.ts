// GET /health, /ready, /metrics and /openapi.json: for operators and load balancers.
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import type { BuildInfo, DependencyState } from '@kvartplata/contracts/health.ts';
import { getHealth, getMetrics, getReadiness } from '@kvartplata/contracts/operation.ts';
import { createGauges, type Metrics } from './metrics.ts';
import { Refusal } from './refusal.ts';
import { route } from './route.ts';
import type { HttpServer } from './server.ts';

/** Something that the service depends on. */
export type Dependency = {
  readonly name: string;
  /** Throws when it is unavailable; a DependencyFault when it responds but is unusable. */
  readonly probe: () => Promise<void>;
  /** How its absence affects the service: `down` takes it out of rotation, `degraded` is only reported. */
  readonly whenAway: 'down' | 'degraded';
  /** True while it was unusable when last checked: all requests are refused then. */
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
  readonly service: ServiceName;
  readonly buildInfo: BuildInfo;
  readonly dependencies: readonly Dependency[];
  readonly metrics: Metrics;
  /** True once the process has been told to stop. */
  readonly isStopping: () => boolean;
};

const PROBE_TIMEOUT_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;
const OPERATOR_PATHS = ['/health', '/ready', '/metrics'];

/** Whether it is of an operation that works whatever is wrong. @param url with its query */
export function isForOperators(url: string): boolean {
  return OPERATOR_PATHS.includes(url.split('?', 1)[0] ?? '');
}

/** Call before adding the first route. */
export function refuseWhileKeptOut(app: HttpServer, dependencies: readonly Dependency[]): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isKeptOut =
      !isForOperators(request.url) && dependencies.some(({ keepsOut }) => keepsOut?.() === true);
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
  const { service, buildInfo, dependencies, metrics, isStopping } = operations;
  measureDependencies(operations);

  route(app, getHealth(service), async () => ({ status: 'ok' as const, ...buildInfo }));

  route(app, getReadiness(service), async (_request, reply) => {
    const seen = await Promise.all(dependencies.map(look));
    const ready = !isStopping() && seen.every(({ state }) => isEnough(state));
    const reasons = seen.flatMap(({ name, reason }) =>
      reason === undefined ? [] : [[name, reason] as const],
    );
    if (!ready) void reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
    return reply.send({
      status: ready ? 'ready' : 'not-ready',
      dependencies: Object.fromEntries(seen.map(({ name, state }) => [name, state])),
      ...(reasons.length === 0 ? {} : { reasons: Object.fromEntries(reasons) }),
    });
  });

  const { contentType } = metrics.registry;
  route(app, getMetrics(service, contentType), async (_request, reply) =>
    reply.type(contentType).send(await metrics.registry.metrics()),
  );

  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  );
}

function measureDependencies({ metrics, dependencies }: Operations): void {
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
  return state === 'up' || state === 'degraded' || state === 'off';
}

type Seen = {
  readonly name: string;
  readonly state: DependencyState;
  readonly reason?: string;
};

async function look({ name, probe, whenAway }: Dependency): Promise<Seen> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const late = `no answer within ${PROBE_TIMEOUT_MS / 1_000} s`;
  const timer = setTimeout(() => reject(new DependencyFault(whenAway, late)), PROBE_TIMEOUT_MS);
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
