// Idempotency keys: a write requested twice with one key happens once, and both callers get the same answer. A key belongs to the
// organization whose books are written: the same key of two of its accountants is one key, of two organizations it never is. Key
// and effect are stored in one transaction, so that neither exists without the other.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Executor } from '../database/executor.ts';
import { answersUnder, holdKeys, keepAnswers, type RequestKey } from './held-keys.ts';

/**
 * Runs the work in the given transaction, or returns the stored answer if it was done under this request's key.
 * Without a key it just runs the work. The answer has to survive JSON.
 * @param organizationId whose books are written; the caller's rights have been checked
 * @throws Refusal idempotency-key-reused, idempotency-key-in-use, and what the work throws: then nothing is stored
 */
export type Once = <T>(trx: Executor, organizationId: number, work: () => Promise<T>) => Promise<T>;

/**
 * Reads the header `Idempotency-Key`, whose format the route's schema has checked.
 * @param content the request's content, for a body that is not JSON: the hash of a file
 */
export function onceOf(
  request: FastifyRequest,
  reply: FastifyReply,
  content: unknown = request.body,
): Once {
  const asked = requestKeyOf(request, content);
  if (asked === undefined) return async (_trx, _organizationId, work) => work();
  return async (trx, organizationId, work) => {
    const [hold, read] = holdKeys(organizationId, [asked]);
    const { rows: held } = await hold.execute(trx);
    const { rows: answers } = await read.execute(trx);
    const kept = answersUnder(held, answers)(asked);
    if (kept !== undefined) {
      markReplayed(reply);
      return kept.answer as Awaited<ReturnType<typeof work>>;
    }
    const answer = await work();
    for (const statement of keepAnswers(organizationId, [{ ...asked, answer }]))
      await statement.execute(trx);
    return answer;
  };
}

/** The request's key; undefined when it has none. */
export function requestKeyOf(
  request: FastifyRequest,
  content: unknown = request.body,
): RequestKey | undefined {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? { key, requestHash: hashOf(request, content) } : undefined;
}

/** Marks the answer as a repetition of the first one. */
export function markReplayed(reply: FastifyReply): void {
  void reply.header('idempotency-replayed', 'true');
}

/** Hash of method, URL and content; the order of a body's fields does not matter. */
function hashOf({ method, url }: FastifyRequest, content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, content ?? null], inOrder))
    .digest('base64url');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
