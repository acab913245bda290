// Builds the HTTP server that all services share: strict bodies, problem documents, request ids, security
// headers, logs, metrics and the OpenAPI page. A service adds its routes and nothing else.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import Type from 'typebox';
import { registerMetrics, type Metrics } from './metrics.ts';
import { registerOpenApi } from './openapi.ts';
import { answerError, answerRefusal, problemOf } from './problem-document.ts';
import { invalidField, Refusal } from './refusal.ts';
import { parseStrictJson, StrictJsonError } from './strict-json.ts';
import { compileValidator, type CodecTypeProvider } from './validation.ts';

export type HttpServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  CodecTypeProvider
>;

export type ServerOptions = {
  /** The service's name, e.g. `billing`: in logs, metrics and the OpenAPI document. */
  readonly service: string;
  readonly description: string;
  readonly version: string;
  readonly corsOrigin: string;
  readonly useHttps: boolean;
  readonly logLevel: string;
  readonly metrics: Metrics;
  /** Adds hooks that must stand before the first route. */
  readonly prepare: (app: HttpServer) => void;
};

const BODY_LIMIT_BYTES = 1_048_576;
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const CONNECTIONS_CHECK_MS = 1_000;
const MAX_EVENT_LOOP_DELAY_MS = 2_000;
/** PostgreSQL repeats the rows and values that it refuses: a log must not. */
const DATA_IN_ERRORS = ['err.detail', 'err.where', 'err.parameters'];
const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

export async function createServer(options: ServerOptions): Promise<HttpServer> {
  const app = Fastify({
    logger: {
      level: options.logLevel,
      base: { service: options.service },
      redact: { paths: DATA_IN_ERRORS, remove: true },
    },
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CONNECTIONS_CHECK_MS },
    forceCloseConnections: 'idle',
    genReqId: (request) => saneRequestId(request.headers['x-request-id']),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerUnreadableRequest,
  }).withTypeProvider<CodecTypeProvider>();

  app.setValidatorCompiler(compileValidator);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) =>
    answerRefusal(
      new Refusal('route-not-found', `${request.method} is not answered here`),
      request,
      reply,
    ),
  );
  acceptOnlyStrictJson(app);
  refuseUndeclaredInput(app);

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });

  await app.register(helmet, {
    hsts: options.useHttps,
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
  await app.register(cors, {
    origin: [options.corsOrigin],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['x-request-id', 'location', 'etag', 'retry-after'],
  });
  await app.register(cookie);
  await app.register(underPressure, { maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS });
  registerMetrics(app, options.metrics);
  options.prepare(app);
  await registerOpenApi(app, options);
  return app;
}

function saneRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && SANE_REQUEST_ID.test(header) ? header : randomUUID();
}

function acceptOnlyStrictJson(app: HttpServer): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => {
      if (body === '') return undefined;
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
  app.addHook('preValidation', async (request) => {
    if (
      request.routeOptions.schema?.body !== undefined ||
      request.body === undefined ||
      request.body === null
    )
      return;
    const [unknown] = typeof request.body === 'object' ? Object.keys(request.body) : [''];
    if (unknown !== undefined) throw invalidField(`/${unknown}`, 'is not a known field');
  });
}

/** What Node's parser cannot read never reaches Fastify; it gets its problem document straight on the socket. */
function answerUnreadableRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const body = JSON.stringify(problemOf(new Refusal('malformed-request'), randomUUID(), '/'));
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/problem+json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
