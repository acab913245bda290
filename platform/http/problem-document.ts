// The only place where thrown errors become problem documents.
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

/** Fastify's error handler. A refusal is sent as it is; anything unknown is logged in full and returns a bare 500. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error);
  // Overload is counted by the metrics: a log line for each refusal would add to the load.
  if (refusal.status >= 500 && refusal.code !== 'overloaded') logFailure(error, request);
  return answerRefusal(refusal, request, reply);
}

/** An unavailable dependency is logged by its name only: its many stacks would hide the important ones. */
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
  // Fastify refuses an unreadable URL before any hook has run.
  void reply.header('x-request-id', request.id);
  void reply.header('x-content-type-options', 'nosniff');
  // A refusal may not apply to another caller, or in a moment.
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

/** The refusal for anything thrown; `internal-error` for what is unexpected. */
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
