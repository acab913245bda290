// The server of one service with everything but its own routes: it includes authentication and the operator's routes.
import type { Catalogue } from '@kvartplata/contracts/catalogue.ts';
import type { BuildInfo } from '@kvartplata/contracts/health.ts';
import { registerAuthentication, type Authentication } from '../identity/authentication.ts';
import type { Metrics } from './metrics.ts';
import { operationsRoutes, type Dependency } from './operations.routes.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createServer } from './create-server.ts';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on the service is not ready, and each response closes its connection. */
    drain: () => void;
  }
}

export type ServiceAppOptions = {
  readonly catalogue: Catalogue;
  readonly buildInfo: BuildInfo;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  readonly metrics: Metrics;
  /** Undefined when tracing is off. */
  readonly tracing?: Tracing | undefined;
  readonly dependencies: readonly Dependency[];
  readonly authentication: Omit<Authentication, 'audience'>;
  /** How long a request may take to arrive completely. */
  readonly requestTimeoutMs?: number;
  /** How many requests are handled at once. */
  readonly requestsAtOnce?: number;
};

export async function createServiceApp(options: ServiceAppOptions): Promise<HttpServer> {
  const authentication: Authentication = {
    audience: options.catalogue.service,
    ...options.authentication,
  };
  const app = await createServer({
    catalogue: options.catalogue,
    version: options.buildInfo.version,
    corsOrigin: authentication.corsOrigin,
    useHttps: authentication.useHttps,
    trustedProxies: options.trustedProxies,
    logLevel: options.logLevel,
    metrics: options.metrics,
    dependencies: options.dependencies,
    ...(options.requestTimeoutMs === undefined
      ? {}
      : { requestTimeoutMs: options.requestTimeoutMs }),
    ...(options.requestsAtOnce === undefined ? {} : { requestsAtOnce: options.requestsAtOnce }),
    prepare: (server) => {
      options.tracing?.register(server);
      registerAuthentication(server, authentication);
    },
  });
  let isStopping = false;
  app.decorate('drain', () => {
    isStopping = true;
  });
  // Otherwise a kept connection could be closed just after a client has sent a request on it.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) void reply.header('connection', 'close');
    done();
  });
  operationsRoutes(app, {
    ...options,
    service: options.catalogue.service,
    isStopping: () => isStopping,
  });
  return app;
}
