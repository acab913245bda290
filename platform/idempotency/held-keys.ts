// The keys of one transaction: which of them may work, and which have their answer already.
import type { RawBuilder } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import {
  deleteExpired,
  listAnswers,
  tryLockKeys,
  upsertAnswers,
  type KeptAnswer,
} from './idempotency.repository.ts';

/** What a request with the header `Idempotency-Key` is known by. */
export type RequestKey = {
  readonly key: string;
  /** Of its method, address and content. */
  readonly requestHash: string;
};

/** The answer that is kept under a key; undefined when its request has not been done yet. */
export type AnswerUnder = (asked: RequestKey) => { readonly answer: unknown } | undefined;

/** Statements that hold the keys until the transaction ends, and read their answers: `answerUnder` understands their rows. */
export function holdKeys(
  organizationId: number,
  asked: readonly RequestKey[],
): readonly [RawBuilder<{ readonly key: string }>, RawBuilder<KeptAnswer>] {
  const keys = asked.map(({ key }) => key);
  return [tryLockKeys(organizationId, keys), listAnswers(organizationId, keys)];
}

/** @returns what tells of a key; it throws Refusal idempotency-key-in-use, idempotency-key-reused */
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

/** Statements that keep answers under keys that the transaction holds. An answer has to survive JSON. */
export function keepAnswers(
  organizationId: number,
  answers: readonly KeptAnswer[],
): readonly RawBuilder<unknown>[] {
  return answers.length === 0
    ? []
    : [upsertAnswers(organizationId, answers), deleteExpired(organizationId)];
}
