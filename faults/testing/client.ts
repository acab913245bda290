// A user who sends requests while things break: retries without a response and with the same key, and records every response that
// nobody should ever get.
import { setTimeout } from 'node:timers/promises';
import type { AnswerOf, Endpoint, ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { sendOnce, type Answered, type Sent } from '@kvartplata/platform/testing/answered.ts';
import { signIn } from '@kvartplata/platform/testing/people.ts';

export type Client = {
  /** One attempt; undefined when no response came. */
  readonly askOnce: <E extends Endpoint>(
    endpoint: E,
    sent?: Sent,
  ) => Promise<Answered<E> | undefined>;
  /** The body of a successful response, however long it takes. @throws when it is refused, or never comes */
  readonly ask: <E extends Endpoint>(endpoint: E, sent?: Sent) => Promise<AnswerOf<E>>;
  /** Responses that are neither a success, nor a refusal, nor a 503 with the time of the next attempt. */
  readonly strange: readonly string[];
};

const PATIENCE_MS = 90_000;
const ANSWER_MS = 30_000;
const PAUSE_MS = 50;
const TOKEN_GOOD_MS = 5 * 60_000;
/** A load balancer's statuses for no response; the services never use them. */
const FROM_BALANCER = [502, 504];
/** Another attempt of the same request is still running. */
const NOT_YET = ['idempotency-key-in-use', 'job-under-way'];

/** A 503 of an overloaded machine, independent of any replica being replaced. */
export function isBusy(answer: Answered<Endpoint> | undefined): boolean {
  return (
    answer?.status === 503 && ['overloaded', 'dependency-unavailable'].includes(answer.problem.code)
  );
}

/** @param username already registered */
export function openClient(urls: Readonly<Record<ServiceName, string>>, username: string): Client {
  const strange: string[] = [];
  let authorization = '';
  let signedInAtMs = Number.NEGATIVE_INFINITY;
  let signingIn: Promise<void> | undefined;

  async function renew(): Promise<void> {
    authorization = await signIn(urls.auth, username);
    signedInAtMs = performance.now();
  }

  async function askOnce<E extends Endpoint>(
    endpoint: E,
    sent: Sent = {},
  ): Promise<Answered<E> | undefined> {
    try {
      if (performance.now() - signedInAtMs > TOKEN_GOOD_MS)
        await (signingIn ??= renew().finally(() => (signingIn = undefined)));
      const answer = await sendOnce(
        async (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) }),
        urls[endpoint.service],
        authorization,
        endpoint,
        sent,
      );
      const { status, headers, text } = answer;
      if (FROM_BALANCER.includes(status)) return undefined;
      const isKind = status === 503 && headers.has('retry-after');
      if (status >= 500 && !isKind) strange.push(`${endpoint.id}: ${status} ${text}`);
      return answer;
    } catch {
      // Interrupted, refused, or too late: all the same to the caller.
      return undefined;
    }
  }

  return {
    strange,
    askOnce,
    ask: async (endpoint, sent) => {
      const deadline = performance.now() + PATIENCE_MS;
      let last: Answered<typeof endpoint> | undefined;
      while (performance.now() < deadline) {
        last = await askOnce(endpoint, sent);
        if (last !== undefined && last.status < 300) return last.body;
        const isRefused = last !== undefined && last.status < 500;
        if (isRefused && !NOT_YET.includes(last?.problem.code ?? '')) break;
        await setTimeout(PAUSE_MS);
      }
      throw new Error(`${endpoint.id}: ${last?.status} ${last?.text}`);
    },
  };
}
