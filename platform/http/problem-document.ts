// The one place where whatever was thrown becomes a problem document.
import {
  PROBLEMS,
  type NamedPart,
  type FieldProblem,
  type Problem,
  type ProblemCode,
} from '@kvartplata/contracts/problem.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { absenceOf } from '../database/absence.ts';
import { refusalOfDatabaseError } from '../database/database-errors.ts';
import { Refusal } from './refusal.ts';

const DEFAULT_RETRY_AFTER_SECONDS = 5;

const FRAMEWORK_CODES: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed-request',
  FST_ERR_BAD_URL: 'malformed-request',
  FST_UNDER_PRESSURE: 'overloaded',
};

/** Fastify's error handler. A refusal is answered; anything unknown is logged whole and answered as a bare 500. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error);
  // Of many who are refused for being many the metrics tell: a line for each would be more of what is too much.
  if (refusal.status >= 500 && refusal.code !== 'overloaded') logFailure(error, request);
  return answerRefusal(refusal, request, reply);
}

/** What is away is known by its name, and its stack hides the one that somebody looks for. */
function logFailure(error: unknown, request: FastifyRequest): void {
  const reason = awayOf(error);
  if (reason === undefined) request.log.error({ err: error }, 'request failed');
  else request.log.warn({ reason }, 'request failed');
}

function awayOf(error: unknown): string | undefined {
  if (!(error instanceof Refusal) || error.code !== 'dependency-unavailable')
    return absenceOf(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function answerRefusal(
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (refusal.status === 429 || refusal.status === 503) {
    void reply.header(
      'retry-after',
      String(refusal.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS),
    );
  }
  // Fastify answers an address it cannot read before any hook has run.
  void reply.header('x-request-id', request.id);
  void reply.header('x-content-type-options', 'nosniff');
  // What is not there for one may be there for another, or in a moment.
  void reply.header('cache-control', 'no-store');
  return reply
    .code(refusal.status)
    .type('application/problem+json; charset=utf-8')
    .serializer((body) => JSON.stringify(body))
    .send(problemOf(refusal, request.id, request.url.split('?', 1)[0] ?? '/'));
}

export function problemOf(refusal: Refusal, requestId: string, instance: string): Problem {
  const { status, title } = PROBLEMS[refusal.code];
  return {
    type: `urn:problem:${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    instance,
    code: refusal.code,
    requestId,
    ...(refusal.errors === undefined ? {} : { errors: refusal.errors.map(toFieldProblem) }),
    ...(refusal.months === undefined ? {} : { months: [...refusal.months] }),
  };
}

function toFieldProblem({ path, message, reason }: NamedPart): FieldProblem {
  return { path, message, ...reason };
}

/** The refusal that anything thrown stands for; `internal-error` for what nobody expected. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const known = refusalOfDatabaseError(error);
  if (known !== undefined) return known;
  const framework = error as Partial<FastifyError>;
  const code = FRAMEWORK_CODES[framework.code ?? ''];
  if (code !== undefined) return new Refusal(code, undefined, { cause: error });
  if (
    framework.statusCode !== undefined &&
    framework.statusCode >= 400 &&
    framework.statusCode < 500
  ) {
    return new Refusal('malformed-request', undefined, { cause: error });
  }
  return new Refusal('internal-error', undefined, { cause: error });
}
