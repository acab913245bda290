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
import type { KeyRing } from '../identity/keys.ts';
import { signServiceToken } from '../identity/service-token.ts';

export type ServiceClientOptions = {
  /** Who asks, e.g. `billing`. */
  readonly caller: string;
  /** Whom, e.g. `core`: the audience of the service token. */
  readonly service: string;
  readonly baseUrl: string;
  readonly key: KeyRing;
  readonly now: () => Date;
  readonly limits?: Partial<Limits>;
};

type Limits = {
  /** For a whole JSON answer, and for the head of a streamed one. */
  readonly answerMs: number;
  /** For the next piece of a streamed answer; the reader's own time does not count. */
  readonly stallMs: number;
  /** How long a service that keeps failing is left alone. */
  readonly breakMs: number;
};

export type ServiceClient = {
  /** The JSON answer of a GET; undefined on 404. @throws Refusal dependency-unavailable */
  readonly get: (path: string, requestId: string) => Promise<unknown>;
  /**
   * The lines of a streamed NDJSON answer; undefined on 404. The stream throws too when it breaks off.
   * @throws Refusal dependency-unavailable
   */
  readonly getLines: (
    path: string,
    requestId: string,
    signal?: AbortSignal,
  ) => Promise<AsyncIterable<unknown> | undefined>;
};

const LIMITS: Limits = { answerMs: 5_000, stallMs: 30_000, breakMs: 3_000 };
const RETRIES = 2;
const FIRST_RETRY_MS = 50;
const BREAK_AFTER_FAILURES = 5;

/** The other service did not give a usable answer; asking again may help. */
class ServiceAnswerError extends Error {
  override readonly name = 'ServiceAnswerError';
}

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { service } = options;
  const limits = { ...LIMITS, ...options.limits };
  const policy = wrap(retryPolicy(), breakerPolicy(limits.breakMs));

  async function ask(
    path: string,
    requestId: string,
    deadline: Deadline,
    signal?: AbortSignal,
  ): Promise<Response | undefined> {
    const { key, caller, now } = options;
    const token = await signServiceToken(key, caller, service, now());
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestId };
    const response = await fetchOnce(`${options.baseUrl}${path}`, headers, deadline, signal);
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404) return undefined;
    throw new ServiceAnswerError(`the ${service}-service answered ${response.status}`);
  }

  /** Runs `work`, again and within its deadline, until it has an answer or there is no hope. */
  async function guarded<T>(work: (deadline: Deadline) => Promise<T>): Promise<T> {
    try {
      return await policy.execute(async () => {
        const deadline = createDeadline();
        deadline.start(limits.answerMs);
        try {
          return await work(deadline);
        } finally {
          deadline.clear();
        }
      });
    } catch (error) {
      if (error instanceof ServiceAnswerError || isBrokenCircuitError(error))
        throw unavailable(service, error);
      throw error;
    }
  }

  return {
    get: async (path, requestId) =>
      guarded(async (deadline) => {
        const response = await ask(path, requestId, deadline);
        return response === undefined ? undefined : readJson(response, service);
      }),
    getLines: async (path, requestId, signal) =>
      guarded(async (deadline) => {
        const response = await ask(path, requestId, deadline, signal);
        return response === undefined
          ? undefined
          : readLines(response, service, deadline, limits.stallMs);
      }),
  };
}

function retryPolicy(): RetryPolicy {
  return retry(handleType(ServiceAnswerError), {
    maxAttempts: RETRIES,
    backoff: new ExponentialBackoff({ initialDelay: FIRST_RETRY_MS }),
  });
}

function breakerPolicy(breakMs: number): CircuitBreakerPolicy {
  return circuitBreaker(handleType(ServiceAnswerError), {
    halfOpenAfter: breakMs,
    breaker: new ConsecutiveBreaker(BREAK_AFTER_FAILURES),
  });
}

/** Gives up waiting when its time is over; it can be started anew for the next piece of an answer. */
type Deadline = {
  readonly signal: AbortSignal;
  readonly start: (ms: number) => void;
  readonly clear: () => void;
};

function createDeadline(): Deadline {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const clear = (): void => clearTimeout(timer);
  return {
    signal: controller.signal,
    start: (ms) => {
      clear();
      timer = setTimeout(() => controller.abort(new Error(`nothing came in ${ms} ms`)), ms);
    },
    clear,
  };
}

/** @throws the reason of `signal` when the caller has given up: that is no failure of the service */
async function fetchOnce(
  url: string,
  headers: Record<string, string>,
  deadline: Deadline,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const signals = signal === undefined ? [deadline.signal] : [deadline.signal, signal];
  try {
    return await fetch(url, { headers, redirect: 'error', signal: AbortSignal.any(signals) });
  } catch (error) {
    signal?.throwIfAborted();
    throw new ServiceAnswerError(`${new URL(url).origin} did not answer`, { cause: error });
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

async function* readLines(
  response: Response,
  service: string,
  deadline: Deadline,
  stallMs: number,
): AsyncGenerator {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  try {
    deadline.start(stallMs);
    for await (const chunk of response.body ?? []) {
      deadline.clear();
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
      deadline.start(stallMs);
    }
    rest += decoder.decode();
    if (rest !== '')
      throw new ServiceAnswerError(`the answer of the ${service}-service ends within a line`);
  } catch (error) {
    throw unavailable(service, error);
  } finally {
    deadline.clear();
  }
}

function unavailable(service: string, cause: unknown): Refusal {
  return new Refusal('dependency-unavailable', `The ${service}-service is not available now`, {
    cause,
  });
}
