// Traces: one span a request, one a question to another service, and the trace's id in between by W3C's `traceparent`.
// Loaded only where somebody collects them.
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
  /** A span for each request, which what is done for it belongs to. */
  readonly register: (app: FastifyInstance) => void;
  /** A span for a question to another service; the headers carry the trace there. */
  readonly asking: <Result>(
    service: string,
    work: (headers: Readonly<Record<string, string>>) => Promise<Result>,
  ) => Promise<Result>;
  /** Sends what has not been sent yet. */
  readonly close: () => Promise<void>;
};

export type TracingOptions = {
  /** Which service this is. */
  readonly service: string;
  /** Of a collector that takes OTLP over HTTP; `/v1/traces` is added. */
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
      // A body is read in the name of its connection: what follows would belong to no request.
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

/** @returns the span's place in its trace, and what ends it */
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
