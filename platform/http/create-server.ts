// Builds the HTTP server that all services share: strict bodies, problem documents, request ids, security headers, logs, metrics
// and the OpenAPI page. A service only adds its routes.
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
  /** The operations of the service, and its name in the log. */
  readonly catalogue: Catalogue;
  readonly version: string;
  readonly corsOrigin: string;
  readonly useHttps: boolean;
  /** The proxies whose `X-Forwarded-For` is believed; from anyone else the header is ignored. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  readonly metrics: Metrics;
  /** How long a request may take to arrive completely. */
  readonly requestTimeoutMs?: number;
  /** How many requests are handled at once, 2,000 by default; others get a 503. */
  readonly requestsAtOnce?: number;
  /** What the service depends on; while one of them has `keepsOut`, all requests but the operator's are refused. */
  readonly dependencies: readonly Dependency[];
  /** Adds hooks that must come before the first route. */
  readonly prepare: (app: HttpServer) => void;
};

const BODY_LIMIT_BYTES = 1_048_576;
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** As long as a request may wait for its headers to be read. */
const LATELY_MS = HEADERS_TIMEOUT_MS;
const CONNECTIONS_CHECK_MS = 1_000;
/** A thousand people pressing the same button all get an answer; with ten thousand each would wait for seconds. */
const REQUESTS_AT_ONCE = 2_000;
const MAX_EVENT_LOOP_DELAY_MS = 2_000;
/** A measurement that began before the service was ready, and one that ended after. */
const LOOKS_OF_START = 2;
/** PostgreSQL repeats the offending rows and values in these fields, which must not be logged. */
export const DATA_IN_ERRORS: string[] = ['err.detail', 'err.where', 'err.parameters'];
/** What a caller is told when Node cannot read a request. */
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
    // Set here and not later: otherwise Fastify would load its own compilers, for which alone the factories are typed.
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
    // Requests that still arrive on open connections are answered: everything they need stays open until the last response.
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

  // Before all hooks that may refuse: the page has to be able to read why.
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

/** Only the page's origin: browsers do not let other sites call. */
async function allowOrigin(app: HttpServer, corsOrigin: string): Promise<void> {
  await app.register(cors, {
    origin: [corsOrigin],
    credentials: true,
    // An OPTIONS request that is no preflight would otherwise be refused with the library's own message.
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

/** Runs before the body is read: its faults do not matter when there is no route. */
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
 * The delay of the event loop is measured once a second. The first measurements after the start include the loading of modules,
 * which is no overload. Nor is a missing measurement after one long turn of the loop, which the library reports as an infinite
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

/** A route that declares no query or no body accepts none: input that it would ignore is refused. */
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

/** Responses sent before any hook has run: a browser's page has to be able to read these, too. */
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
 * Browsers open connections in advance. A response sent on one would be taken for the response to its first request, which the
 * page then could not read.
 */
function hasAskedNothing(error: { code?: string }, socket: Socket): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
}

/**
 * A request that Node's parser cannot read, or that does not arrive in time, never reaches Fastify; its problem document is
 * written to the socket directly. The socket is then destroyed: a client that keeps sending would hold it forever.
 * @param wasOverloaded a request that did not arrive in time may then have waited because of us
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
    // Data that arrived while the loop was busy is read in this turn, and then handled like any other request.
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
