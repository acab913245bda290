// Limits the number of requests handled at once: any others get a 503 before any work is done for them, so that response times
// and memory stay bounded.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { corsHeaders } from './cors-headers.ts';
import { isForOperators } from './operations.routes.ts';
import { problemOf } from './problem-document.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives up the request's place; null while it has none. */
    leave: (() => void) | null;
  }
}

export type SheddingOptions = {
  /** How many requests are handled at once. */
  readonly most: number;
  readonly corsOrigin: string;
  readonly onRefused: (refusal: Refusal) => void;
};

const RETRY_AFTER_SECONDS = 1;

/**
 * A request takes its place once it has arrived completely, and leaves it when its response begins: slow senders and slow readers
 * keep nobody out. File uploads take no place; their routes have limits of their own.
 */
export function shedLoad(app: FastifyInstance, options: SheddingOptions): void {
  let running = 0;
  const refusal = new Refusal('overloaded', 'Too many requests at the moment', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

  function enter(request: FastifyRequest): boolean {
    if (running >= options.most) return false;
    running += 1;
    request.leave = () => {
      running -= 1;
      request.leave = null;
    };
    return true;
  }

  app.decorateRequest('leave', null);
  app.addHook('onRequest', (request, reply, done) => {
    // A browser whose preflight is refused shows the page no response at all, not even when to retry.
    if (isForOperators(request.url) || request.method === 'OPTIONS') {
      done();
      return;
    }
    reply.raw.once('close', () => request.leave?.());
    if (hasBody(request) || enter(request)) {
      done();
      return;
    }
    // Without hooks and log: the cheaper a refusal, the less a flood achieves.
    options.onRefused(refusal);
    reply.hijack();
    reply.raw
      .writeHead(refusal.status, headersFor(request, options.corsOrigin))
      .end(JSON.stringify(problemOf(refusal, request.id, pathOf(request))));
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (hasBody(request) && !isFile(request) && !enter(request)) done(refusal);
    else done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.leave?.();
    done();
  });
}

function headersFor(request: FastifyRequest, corsOrigin: string): Record<string, string | number> {
  const { origin } = request.headers;
  return {
    'content-type': 'application/problem+json; charset=utf-8',
    'retry-after': RETRY_AFTER_SECONDS,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
    ...corsHeaders(corsOrigin, origin ?? ''),
  };
}

function hasBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** By its route: anyone may send a header. */
function isFile({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.form !== undefined;
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}
