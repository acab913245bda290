// Asks another of our services over HTTP: service token, request id, deadlines, a retry for what may be
// repeated, and a breaker that stops asking a service that is down.
import {
  CircuitBreakerPolicy,
  ConsecutiveBreaker,
  ExponentialBackoff,
  circuitBreaker,
  handleType,
  isBrokenCircuitError,
  retry,
  wrap,
  type RetryPolicy,
} from 'cockatiel';
import { Refusal } from '../http/refusal.ts';
import type { Key } from '../identity/keys.ts';
import { signServiceToken } from '../identity/service-token.ts';

export type ServiceClientOptions = {
  /** Who asks, e.g. `billing`. */
  readonly caller: string;
  /** Whom, e.g. `core`: the audience of the service token. */
  readonly service: string;
  readonly baseUrl: string;
  readonly key: Key;
  readonly now: () => Date;
};

export type ServiceClient = {
  /** The JSON answer of a GET; undefined on 404. @throws Refusal dependency-unavailable */
  readonly get: (path: string, requestId: string) => Promise<unknown>;
  /** The lines of a streamed NDJSON answer; undefined on 404. @throws Refusal dependency-unavailable */
  readonly getLines: (
    path: string,
    requestId: string,
    signal?: AbortSignal,
  ) => Promise<AsyncIterable<unknown> | undefined>;
};

const ANSWER_TIMEOUT_MS = 5_000;
const RETRIES = 2;
const FIRST_RETRY_MS = 50;
const BREAK_AFTER_FAILURES = 5;
const BREAK_MS = 3_000;

/** The other service did not give a usable answer; asking again may help. */
export class ServiceAnswerError extends Error {
  override readonly name = 'ServiceAnswerError';
}

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const policy = wrap(retryPolicy(), breakerPolicy());

  async function ask(
    path: string,
    requestId: string,
    signal: AbortSignal | undefined,
    timeoutMs: number,
  ): Promise<Response | undefined> {
    const token = await signServiceToken(
      options.key,
      options.caller,
      options.service,
      options.now(),
    );
    const response = await fetchOnce(
      `${options.baseUrl}${path}`,
      { authorization: `Bearer ${token}`, 'x-request-id': requestId },
      signal,
      timeoutMs,
    );
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404) return undefined;
    throw new ServiceAnswerError(`the ${options.service}-service answered ${response.status}`);
  }

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await policy.execute(work);
    } catch (error) {
      if (error instanceof ServiceAnswerError || isBrokenCircuitError(error)) {
        throw new Refusal(
          'dependency-unavailable',
          `The ${options.service}-service is not available now`,
          { cause: error },
        );
      }
      throw error;
    }
  }

  return {
    get: async (path, requestId) =>
      guarded(async () => {
        const response = await ask(path, requestId, undefined, ANSWER_TIMEOUT_MS);
        return response === undefined ? undefined : readJson(response, options.service);
      }),
    getLines: async (path, requestId, signal) =>
      guarded(async () => {
        const response = await ask(path, requestId, signal, ANSWER_TIMEOUT_MS);
        return response === undefined ? undefined : readLines(response, options.service);
      }),
  };
}

function retryPolicy(): RetryPolicy {
  return retry(handleType(ServiceAnswerError), {
    maxAttempts: RETRIES,
    backoff: new ExponentialBackoff({ initialDelay: FIRST_RETRY_MS }),
  });
}

function breakerPolicy(): CircuitBreakerPolicy {
  return circuitBreaker(handleType(ServiceAnswerError), {
    halfOpenAfter: BREAK_MS,
    breaker: new ConsecutiveBreaker(BREAK_AFTER_FAILURES),
  });
}

/** The deadline is for the head of the answer: a stream may then take its time. */
async function fetchOnce(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
  timeoutMs: number,
): Promise<Response> {
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(new Error(`no answer in ${timeoutMs} ms`)),
    timeoutMs,
  );
  const signals = signal === undefined ? [deadline.signal] : [deadline.signal, signal];
  try {
    return await fetch(url, { headers, redirect: 'error', signal: AbortSignal.any(signals) });
  } catch (error) {
    throw new ServiceAnswerError(`${new URL(url).origin} did not answer`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function readJson(response: Response, service: string): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new ServiceAnswerError(`the ${service}-service answered something other than JSON`, {
      cause: error,
    });
  }
}

async function* readLines(response: Response, service: string): AsyncGenerator {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  try {
    for await (const chunk of response.body ?? []) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  } catch (error) {
    throw new ServiceAnswerError(`the answer of the ${service}-service broke off`, {
      cause: error,
    });
  }
  if (rest !== '')
    throw new ServiceAnswerError(`the answer of the ${service}-service broke off in a line`);
}
