// Builds the HTTP server that all services share: strict bodies, problem documents, request ids, security
// headers, logs, metrics and the OpenAPI page. A service adds its routes and nothing else.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Catalogue } from '@kvartplata/contracts/catalogue.ts';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import Fastify, { LogController, type FastifyServerOptions } from 'fastify';
import Type from 'typebox';
import { compileOnUse, compileSerializer } from './compile-on-use.ts';
import { corsHeaders, EXPOSED_HEADERS } from './cors-headers.ts';
import { shedLoad } from './load-shedding.ts';
import { LOG_STREAM } from './log-stream.ts';
import { countRefusals, registerMetrics, type Metrics } from './metrics.ts';
import { requireOneHost } from './one-host.ts';
import { registerOpenApi } from './openapi.ts';
import { refuseWhileKeptOut, type Dependency } from './operations.routes.ts';
import { answerError, problemOf } from './problem-document.ts';
import { invalidField, Refusal } from './refusal.ts';
import { closeAfterRest } from './rest-of-request.ts';
import { securityHeaders } from './security-headers.ts';
import type { HttpServer } from './server.ts';
import { statusWords } from './status-words.ts';
import { parseStrictJson, StrictJsonError } from './strict-json.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';
import { compileValidator, type CodecTypeProvider } from './validation.ts';

export type ServerOptions = {
  /** What it answers, and under which name it logs. */
  readonly catalogue: Catalogue;
  readonly version: string;
  readonly corsOrigin: string;
  readonly useHttps: boolean;
  /** Whose `X-Forwarded-For` tells the client's address; from anybody else it is only words. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  readonly metrics: Metrics;
  /** How long a request may take to arrive whole. */
  readonly requestTimeoutMs?: number;
  /** How many requests are answered at once, 2,000 unless given; others get a 503. */
  readonly requestsAtOnce?: number;
  /** What it stands on: while one keeps it from working nothing is answered. */
  readonly dependencies: readonly Dependency[];
  /** Adds hooks that must stand before the first route. */
  readonly prepare: (app: HttpServer) => void;
};

const BODY_LIMIT_BYTES = 1_048_576;
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** As long as a request may wait for its head to be read. */
const LATELY_MS = HEADERS_TIMEOUT_MS;
const CONNECTIONS_CHECK_MS = 1_000;
/** A thousand people who press the same button are all answered; ten thousand would each wait for seconds. */
const REQUESTS_AT_ONCE = 2_000;
const MAX_EVENT_LOOP_DELAY_MS = 2_000;
/** One that began before the service was ready, and one that ended after. */
const LOOKS_OF_START = 2;
/** PostgreSQL repeats the rows and values that it refuses: a log must not. */
export const DATA_IN_ERRORS: string[] = ['err.detail', 'err.where', 'err.parameters'];
/** What a caller is told of Node's reasons to give up on a request. */
const UNREADABLE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The address and the headers are too long',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time',
};
const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

export async function createServer(options: ServerOptions): Promise<HttpServer> {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, requestsAtOnce = REQUESTS_AT_ONCE } = options;
  let overloadedAtMs = Number.NEGATIVE_INFINITY;
  const app = Fastify({
    logger: {
      level: options.logLevel,
      stream: LOG_STREAM,
      base: { service: options.catalogue.service },
      redact: { paths: DATA_IN_ERRORS, remove: true },
    },
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    // Given here and not later, or else Fastify would load its own, for which alone the factories are typed.
    schemaController: {
      compilersFactory: {
        buildValidator: (() => compileOnUse(compileValidator)) as never,
        buildSerializer: (() => compileSerializer) as never,
      },
    },
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(CONNECTIONS_CHECK_MS, requestTimeoutMs),
      // Node would answer with an empty 400, without a problem document and a request id.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // What still comes on a kept connection is answered: everything that it needs is there until the last answer.
    return503OnClosing: false,
    genReqId: (request) => saneRequestId(request.headers['x-request-id']),
    ...answersBeforeHooks(options.corsOrigin, () => performance.now() - overloadedAtMs < LATELY_MS),
  }).withTypeProvider<CodecTypeProvider>();

  const count = countRefusals(options.metrics);
  const countRefusal = (error: unknown): void => {
    if (error instanceof Refusal && error.code === 'overloaded') overloadedAtMs = performance.now();
    count(error);
  };
  app.setErrorHandler((error, request, reply) => {
    countRefusal(error);
    return answerError(error, request, reply);
  });
  shedLoad(app, {
    most: requestsAtOnce,
    corsOrigin: options.corsOrigin,
    onRefused: countRefusal,
  });
  closeAfterRest(app);
  warnOfUntrustedProxy(app);
  acceptOnlyStrictJson(app);
  refuseUndeclaredInput(app);

  ignoreExpectations(app);

  const guarding = securityHeaders(options.useHttps);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(guarding).header('x-request-id', request.id);
    done();
  });
  logAnswers(app);

  // Before all that may refuse: the page has to be shown why.
  await allowOrigin(app, options.corsOrigin);
  requireOneHost(app);
  refuseWhileKeptOut(app, options.dependencies);
  refuseUnknownRoutes(app);
  await app.register(cookie);
  await refuseUnderPressure(app);
  registerMetrics(app, options.metrics);
  options.prepare(app);
  await registerOpenApi(app, options);
  return app;
}

function logAnswers(app: HttpServer): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
}

/** Of the page: a browser lets no other one ask. */
async function allowOrigin(app: HttpServer, corsOrigin: string): Promise<void> {
  await app.register(cors, {
    origin: [corsOrigin],
    credentials: true,
    // An OPTIONS that asks for nothing in particular would else be refused in words of the library's own.
    strictPreflight: false,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
  });
}

/** Left alone, Node answers an Expect that it does not know with an empty 417, without a problem document. */
function ignoreExpectations(app: HttpServer): void {
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
}

/** Before a body is looked at: what is wrong with it does not matter where nobody reads it. */
function refuseUnknownRoutes(app: HttpServer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      request.is404
        ? new Refusal('route-not-found', `${request.method} is not answered here`)
        : undefined,
    );
  });
}

/**
 * The loop is looked at once a second. The first looks after the start still tell of it, when modules are loaded: that is
 * no overload. Nor is a look that found no measurement, after one long turn of the loop: the library calls it an endless
 * delay.
 */
async function refuseUnderPressure(app: HttpServer): Promise<void> {
  const slowLooks = new Set<number>();
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    pressureHandler: async (_request, _reply, _type, delayMs) => {
      if (delayMs === undefined || delayMs === Number.POSITIVE_INFINITY) return;
      if (slowLooks.size < LOOKS_OF_START) slowLooks.add(delayMs);
      if (!slowLooks.has(delayMs)) throw new Refusal('overloaded');
    },
  });
}

function saneRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && SANE_REQUEST_ID.test(header) ? header : randomUUID();
}

function acceptOnlyStrictJson(app: HttpServer): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => {
      if (body.length === 0) return undefined;
      try {
        return parseStrictJson(body);
      } catch (error) {
        if (error instanceof StrictJsonError)
          throw new Refusal('malformed-json', error.message, { cause: error });
        throw error;
      }
    },
  );
}

/** A route that declares no query or no body takes none: what it would ignore is refused. */
function refuseUndeclaredInput(app: HttpServer): void {
  const nothing = Type.Object({}, { additionalProperties: false });
  app.addHook('onRoute', (route) => {
    route.schema = { querystring: nothing, ...route.schema };
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const { body, routeOptions } = request;
    const isUnasked =
      routeOptions.schema?.body === undefined && body !== undefined && body !== null;
    const [unknown] = !isUnasked ? [] : typeof body === 'object' ? Object.keys(body) : [''];
    done(
      unknown === undefined
        ? undefined
        : invalidField(`/${unknown}`, 'is not a known field', { code: 'unknown-field' }),
    );
  });
}

/** What is answered before any hook has run: by a browser's page it has to be read all the same. */
function answersBeforeHooks(
  corsOrigin: string,
  wasOverloaded: () => boolean,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  return {
    frameworkErrors: (error, request, reply) => {
      void reply.headers(corsHeaders(corsOrigin, request.headers.origin ?? ''));
      void answerError(error, request, reply);
    },
    clientErrorHandler: (error, socket) =>
      answerUnreadableRequest(error, socket, { wasOverloaded: wasOverloaded(), corsOrigin }),
  };
}

/**
 * A browser opens connections before it needs them. An answer that waits on one is taken for that of the next request,
 * which its page then may not read.
 */
function hasAskedNothing(error: { code?: string }, socket: Socket): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
}

/**
 * What Node's parser cannot read, or what does not arrive in time, never reaches Fastify; it gets its problem
 * document straight on the socket. The socket is then destroyed: a peer that sends on for ever would hold it.
 * @param wasOverloaded a request that did not arrive in time may then have waited for us
 */
function answerUnreadableRequest(
  error: Error & { code?: string },
  socket: Socket,
  { wasOverloaded, corsOrigin }: { readonly wasOverloaded: boolean; readonly corsOrigin: string },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (hasAskedNothing(error, socket)) {
    // What came while the loop was busy is read in this turn of it, and answered like any other request.
    setImmediate(() => hasAskedNothing(error, socket) && socket.destroy());
    return;
  }
  const requestId = randomUUID();
  const isOurs = wasOverloaded && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const refusal = isOurs
    ? new Refusal('overloaded')
    : new Refusal('malformed-request', UNREADABLE[error.code ?? '']);
  const body = JSON.stringify(problemOf(refusal, requestId, '/'));
  const head = [
    `HTTP/1.1 ${refusal.status} ${statusWords(refusal.status)}`,
    ...(isOurs ? ['retry-after: 1'] : []),
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    ...Object.entries(corsHeaders(corsOrigin, undefined)).map((header) => header.join(': ')),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
