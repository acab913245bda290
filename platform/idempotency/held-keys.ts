// The keys of one transaction: which of them may run, and which have been answered already.
import type { RawBuilder } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import {
  deleteExpired,
  listAnswers,
  tryLockKeys,
  upsertAnswers,
  type KeptAnswer,
} from './idempotency.repository.ts';

/** Identifies a request with the header `Idempotency-Key`. */
export type RequestKey = {
  readonly key: string;
  /** Hash of its method, URL and content. */
  readonly requestHash: string;
};

/**
 * The answer stored for a key; undefined when its request has not run yet. It throws Refusal idempotency-key-in-use,
 * idempotency-key-reused.
 */
export type AnswerUnder = (asked: RequestKey) => { readonly answer: unknown } | undefined;

/** Statements that lock the keys until the transaction ends, and read their answers; pass their rows to `answersUnder`. */
export function holdKeys(
  organizationId: number,
  asked: readonly RequestKey[],
): readonly [RawBuilder<{ readonly key: string }>, RawBuilder<KeptAnswer>] {
  const keys = asked.map(({ key }) => key);
  return [tryLockKeys(organizationId, keys), listAnswers(organizationId, keys)];
}

/** @returns a lookup of answers by key */
export function answersUnder(
  held: readonly { readonly key: string }[],
  answers: readonly KeptAnswer[],
): AnswerUnder {
  const heldKeys = new Set(held.map(({ key }) => key));
  const answerOf = new Map(answers.map((answer) => [answer.key, answer]));
  return ({ key, requestHash }) => {
    if (!heldKeys.has(key)) throw new Refusal('idempotency-key-in-use');
    const kept = answerOf.get(key);
    if (kept !== undefined && kept.requestHash !== requestHash)
      throw new Refusal('idempotency-key-reused');
    return kept;
  };
}

/** Statements that store answers for keys that the transaction has locked. An answer has to survive JSON. */
export function keepAnswers(
  organizationId: number,
  answers: readonly KeptAnswer[],
): readonly RawBuilder<unknown>[] {
  return answers.length === 0
    ? []
    : [upsertAnswers(organizationId, answers), deleteExpired(organizationId)];
}
