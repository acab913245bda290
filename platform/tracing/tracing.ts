// Traces: one span per request, one per call to another service, with the trace's id passed on in W3C's `traceparent`. Loaded
// only when tracing is on.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createSpanExporter,
  type Span,
  type SpanExporter,
  type SpanKind,
} from './span-exporter.ts';

export type Tracing = {
  /** Adds a span for each request, the parent of the calls that are made for it. */
  readonly register: (app: FastifyInstance) => void;
  /** A span for a call to another service; the headers pass the trace on. */
  readonly asking: <Result>(
    service: string,
    work: (headers: Readonly<Record<string, string>>) => Promise<Result>,
  ) => Promise<Result>;
  /** Sends the remaining spans. */
  readonly close: () => Promise<void>;
};

export type TracingOptions = {
  /** The name of this service. */
  readonly service: string;
  /** A collector that accepts OTLP over HTTP; `/v1/traces` is added. */
  readonly endpoint: string;
  readonly onError: (error: Error) => void;
};

type Started = {
  readonly context: Context;
  readonly end: (attributes: Span['attributes']) => void;
};
type Context = { readonly traceId: string; readonly spanId: string };

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

export function openTracing(options: TracingOptions): Tracing {
  const { service } = options;
  const exporter = createSpanExporter(options);
  const current = new AsyncLocalStorage<Context>();
  const started = new WeakMap<FastifyRequest, Started>();

  return {
    register: (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        const [context, end] = begin(exporter, parentOf(request), request.method, 'server');
        started.set(request, {
          context,
          end: (attributes) =>
            end(
              attributes,
              reply.statusCode >= 500,
              `${request.method} ${request.routeOptions.url ?? 'none'}`,
            ),
        });
        current.run(context, done);
      });
      // Reading the body runs in the context of the connection: what follows would lose the request's trace.
      app.addHook('preValidation', (request, _reply, done) => {
        const own = started.get(request);
        if (own === undefined) done();
        else current.run(own.context, done);
      });
      app.addHook('onResponse', async (request, reply) => {
        started.get(request)?.end({
          'http.request.method': request.method,
          'http.route': request.routeOptions.url ?? 'none',
          'http.response.status_code': reply.statusCode,
          'kvartplata.request_id': request.id,
        });
      });
    },
    asking: async (asked, work) => {
      const [context, end] = begin(exporter, current.getStore(), `ask ${asked}`, 'client');
      const attributes = { 'peer.service': `${asked}-service` };
      try {
        const result = await work({ traceparent: `00-${context.traceId}-${context.spanId}-01` });
        end(attributes, false);
        return result;
      } catch (error) {
        end({ ...attributes, 'error.type': `${service} got no answer` }, true);
        throw error;
      }
    },
    close: exporter.close,
  };
}

/** @returns the span's ids, and a function that ends it */
function begin(
  exporter: SpanExporter,
  parent: Context | undefined,
  name: string,
  kind: SpanKind,
): readonly [Context, (attributes: Span['attributes'], failed: boolean, named?: string) => void] {
  const context = {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  };
  const startedAtNs = nowNs();
  return [
    context,
    (attributes, failed, named = name) =>
      exporter.add({
        ...context,
        parentSpanId: parent?.spanId,
        name: named,
        kind,
        startedAtNs,
        endedAtNs: nowNs(),
        attributes,
        failed,
      }),
  ];
}

function parentOf(request: FastifyRequest): Context | undefined {
  const header = request.headers['traceparent'];
  const [, traceId, spanId] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}

function nowNs(): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n;
}
