// A user who asks while things break: takes no answer for an answer, asks again with the same key, and remembers every
// answer that nobody should ever get.
import { setTimeout } from 'node:timers/promises';
import { signIn } from '@kvartplata/platform/testing/people.ts';

export type Answer<T = unknown> = { readonly status: number; readonly body: T };

export type Client = {
  /** One attempt; undefined when no answer came. */
  readonly askOnce: (
    method: string,
    url: string,
    body?: unknown,
    key?: string,
  ) => Promise<Answer | undefined>;
  /** The body of a success, however long it takes to come. @throws when it is refused, or does not come */
  readonly ask: <T>(method: string, url: string, body?: unknown, key?: string) => Promise<T>;
  /** Answers that are neither a success, nor a refusal, nor a 503 that says when to come again. */
  readonly strange: readonly string[];
};

const PATIENCE_MS = 90_000;
const ANSWER_MS = 30_000;
const PAUSE_MS = 50;
const TOKEN_GOOD_MS = 5 * 60_000;
/** A balancer's words for no answer; the services have none of them. */
const FROM_BALANCER = [502, 504];
/** Somebody else's attempt of the same is still under way. */
const NOT_YET = ['idempotency-key-in-use', 'job-under-way'];

/** A 503 of a machine that has too much to do, whoever is exchanged meanwhile. */
export function isBusy(answer: Answer | undefined): boolean {
  const { code = '' } = (answer?.body ?? {}) as { readonly code?: string };
  return answer?.status === 503 && ['overloaded', 'dependency-unavailable'].includes(code);
}

/** @param username registered already */
export function openClient(authUrl: string, username: string): Client {
  const strange: string[] = [];
  let authorization = '';
  let signedInAtMs = Number.NEGATIVE_INFINITY;
  let signingIn: Promise<void> | undefined;

  async function renew(): Promise<void> {
    authorization = await signIn(authUrl, username);
    signedInAtMs = performance.now();
  }

  async function askOnce(
    method: string,
    url: string,
    body?: unknown,
    key?: string,
  ): Promise<Answer | undefined> {
    try {
      if (performance.now() - signedInAtMs > TOKEN_GOOD_MS)
        await (signingIn ??= renew().finally(() => (signingIn = undefined)));
      const isJson = body !== undefined && !(body instanceof FormData);
      const response = await fetch(url, {
        method,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: {
          authorization,
          ...(isJson ? { 'content-type': 'application/json' } : {}),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
      });
      const text = await response.text();
      if (FROM_BALANCER.includes(response.status)) return undefined;
      const isKind = response.status === 503 && response.headers.has('retry-after');
      if (response.status >= 500 && !isKind)
        strange.push(`${method} ${url}: ${response.status} ${text}`);
      return { status: response.status, body: JSON.parse(text) as unknown };
    } catch {
      // Broken off, refused, or too late: the same to whoever asks.
      return undefined;
    }
  }

  return {
    strange,
    askOnce,
    ask: async <T>(method: string, url: string, body?: unknown, key?: string): Promise<T> => {
      const deadline = performance.now() + PATIENCE_MS;
      let last: Answer | undefined;
      while (performance.now() < deadline) {
        last = await askOnce(method, url, body, key);
        if (last !== undefined && last.status < 300) return last.body as T;
        const code = (last?.body as { code?: string } | undefined)?.code ?? '';
        if (last !== undefined && last.status < 500 && !NOT_YET.includes(code)) break;
        await setTimeout(PAUSE_MS);
      }
      throw new Error(`${method} ${url}: ${last?.status} ${JSON.stringify(last?.body)}`);
    },
  };
}
