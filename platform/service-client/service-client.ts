// Calls another of our services over HTTP: with a service token, request id, deadlines, retries of repeatable requests, and a
// circuit breaker that stops calling a service that is down.
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
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
import { addressOfAny } from '@kvartplata/contracts/address.ts';
import { isSchema } from '@kvartplata/contracts/catalogue.ts';
import type {
  AnswerOf,
  AnythingAsked,
  Asked,
  Endpoint,
  ServiceName,
} from '@kvartplata/contracts/endpoint.ts';
import { fitsSchema } from '../http/fits-schema.ts';
import { Refusal } from '../http/refusal.ts';
import type { KeyRing } from '../identity/keys.ts';
import { signServiceToken } from '../identity/service-token.ts';
import type { Tracing } from '../tracing/tracing.ts';

export type ServiceClientOptions = {
  /** The calling service, e.g. `billing`. */
  readonly caller: string;
  /** The called service, e.g. `core`: the audience of the service token. */
  readonly service: ServiceName;
  readonly baseUrl: string;
  readonly key: KeyRing;
  readonly now: () => Date;
  readonly limits?: Partial<Limits>;
  /** Called when there was no usable response even after retries, or the breaker was open. */
  readonly onFailure?: () => void;
  /** Undefined when tracing is off. */
  readonly tracing?: Tracing | undefined;
};

type Limits = {
  /** For a complete JSON response, which is then given up, and for the headers of a long one, which is then retried. */
  readonly answerMs: number;
  /** For a response that the service has to work out first. */
  readonly slowAnswerMs: number;
  /** For the next piece of a long response. */
  readonly stallMs: number;
  /** The limit of a long response, which is held in memory. */
  readonly mostBytes: number;
  /** How long the breaker stays open. */
  readonly breakMs: number;
};

export type ServiceClient = {
  /**
   * The response of an operation for services, checked by its schema; undefined on a 404 that its contract names. It is retried,
   * since it changes nothing, even when it is a POST because the question does not fit into a URL.
   * @throws Refusal dependency-unavailable; an Error when the service refuses the question
   */
  readonly call: <E extends Endpoint>(
    endpoint: E,
    asked: Asked<E>,
    requestId: string,
  ) => Promise<AnswerOf<E> | Missing<E>>;
  /** The same for what the service works out when it is asked for the first time: that may take it half a minute. */
  readonly callSlowly: ServiceClient['call'];
  /**
   * All bytes of a long response; undefined on 404. It is retried when it breaks off.
   * @throws Refusal dependency-unavailable; an Error when the service refuses the question; the reason of `signal` when the
   *   caller has given up
   */
  readonly callBytes: <E extends Endpoint>(
    endpoint: E,
    asked: Asked<E>,
    requestId: string,
    signal?: AbortSignal,
  ) => Promise<Uint8Array<ArrayBuffer> | undefined>;
};

type Missing<E extends Endpoint> = 'not-found' extends E['refusals'][number] ? undefined : never;

const LIMITS: Limits = {
  answerMs: 5_000,
  slowAnswerMs: 30_000,
  stallMs: 30_000,
  mostBytes: 256 * 1024 * 1024,
  breakMs: 3_000,
};
const RETRIES = 2;
const FIRST_RETRY_MS = 50;
const BREAK_AFTER_FAILURES = 5;
/** The statuses of a 4xx that a later attempt may not get: too slow, too early, too many. */
const MAY_PASS = new Set([408, 425, 429]);

/** The other service did not give a usable response; a retry may help. */
class ServiceAnswerError extends Error {
  override readonly name: string = 'ServiceAnswerError';
}

/**
 * It refused the question, and would refuse it again: a bug of the asking service, which says nothing about the health of the
 * asked one and must not cut off everybody else.
 */
class RefusedQuestionError extends Error {
  override readonly name = 'RefusedQuestionError';
}

/** It does not accept who asks, since the two do not have the same secret now: no retry helps. */
class UnknownCallerError extends Error {
  override readonly name = 'UnknownCallerError';
}

/** It said nothing for as long as a response may take: asking again would make the caller wait as long again. */
class SilentServiceError extends ServiceAnswerError {
  override readonly name = 'SilentServiceError';
}

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { service, baseUrl } = options;
  const send = createSender(baseUrl);
  const asking = options.tracing?.asking ?? untraced;
  const limits = { ...LIMITS, ...options.limits };
  const guards = createGuards(options, limits);
  const sign = createSigner(options);

  async function ask(
    path: string,
    requestId: string,
    deadline: Deadline,
    {
      question,
      signal,
    }: { readonly question?: object; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<IncomingMessage | undefined> {
    const token = await sign();
    return asking(service, async (trace) => {
      const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestId, ...trace };
      const answer = await send(new URL(`${baseUrl}${path}`), {
        headers,
        question,
        deadline,
        signal,
      });
      const { statusCode } = answer;
      if (statusCode === 200) return answer;
      answer.destroy();
      if (statusCode === 404) return undefined;
      throw unusable(service, statusCode);
    });
  }

  const callWithin =
    (guard: Guard): ServiceClient['call'] =>
    async (endpoint, asked, requestId) => {
      const path = addressOfAny(endpoint, asked);
      const question = (asked as AnythingAsked).body as object | undefined;
      const answer = await guard(async (deadline) => {
        const told = await ask(path, requestId, deadline, question && { question });
        return told === undefined ? undefined : readJson(told, service);
      });
      return checked(endpoint, answer);
    };

  return {
    call: callWithin(guards.short),
    callSlowly: callWithin(guards.slow),
    callBytes: async (endpoint, asked, requestId, signal) =>
      guards.long(async (deadline) => {
        const answer = await ask(addressOfAny(endpoint, asked), requestId, deadline, { signal });
        return answer === undefined
          ? undefined
          : readBytes(answer, service, { deadline, limits, signal });
      }),
  };
}

/** Tokens of the same second are identical, so one is signed per second. */
function createSigner({ key, caller, service, now }: ServiceClientOptions): () => Promise<string> {
  let last: { readonly second: number; readonly token: Promise<string> } | undefined;
  return async () => {
    const at = now();
    const second = Math.floor(at.getTime() / 1000);
    if (last?.second !== second)
      last = { second, token: signServiceToken(key, caller, service, at) };
    return last.token;
  };
}

/** Runs `work` within its deadline, with retries, until it has a result or there is no hope. */
type Guard = <T>(work: (deadline: Deadline) => Promise<T>) => Promise<T>;

/** People wait for short responses and for slow ones, jobs for long ones; all share one breaker. */
function createGuards(
  { service, onFailure }: ServiceClientOptions,
  { answerMs, slowAnswerMs, breakMs }: Limits,
): { readonly short: Guard; readonly slow: Guard; readonly long: Guard } {
  const breaker = breakerPolicy(breakMs);
  const always = retryPolicy(() => true);
  const unlessSilent = retryPolicy((error) => !(error instanceof SilentServiceError));
  const guardOf = (retries: RetryPolicy, answerWithinMs: number): Guard => {
    const policy = wrap(retries, breaker);
    return async (work) => {
      try {
        return await policy.execute(async () => withinDeadline(answerWithinMs, work));
      } catch (error) {
        if (!saysUnavailable(error)) throw error;
        onFailure?.();
        throw unavailable(service, error);
      }
    };
  };
  return {
    short: guardOf(unlessSilent, answerMs),
    slow: guardOf(unlessSilent, slowAnswerMs),
    long: guardOf(always, answerMs),
  };
}

async function withinDeadline<T>(
  answerMs: number,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const deadline = createDeadline();
  deadline.start(answerMs);
  try {
    return await work(deadline);
  } catch (error) {
    if (error instanceof ServiceAnswerError && deadline.signal.aborted)
      throw new SilentServiceError(error.message, { cause: error });
    throw error;
  } finally {
    deadline.clear();
  }
}

/** What a status other than 200 and 404 means. */
function unusable(service: ServiceName, status = 0): Error {
  const what = `the ${service}-service answered ${status}`;
  if (status === 401 || status === 403) return new UnknownCallerError(what);
  const isOurFault = status >= 400 && status < 500 && !MAY_PASS.has(status);
  return isOurFault ? new RefusedQuestionError(what) : new ServiceAnswerError(what);
}

function saysUnavailable(error: unknown): boolean {
  return (
    error instanceof ServiceAnswerError ||
    error instanceof UnknownCallerError ||
    isBrokenCircuitError(error)
  );
}

/** A response of another shape counts as none. */
function checked<E extends Endpoint>(endpoint: E, answer: unknown): AnswerOf<E> | Missing<E> {
  const { service, answers, refusals } = endpoint;
  const schema: unknown = answers[200];
  if (answer === undefined && refusals.includes('not-found')) return undefined as Missing<E>;
  if (isSchema(schema) && fitsSchema(schema, answer)) return answer as AnswerOf<E>;
  throw new Refusal(
    'dependency-unavailable',
    `The ${service}-service answered something unexpected`,
    { dependency: service },
  );
}

const untraced: Tracing['asking'] = async (_asked, work) => work({});

function retryPolicy(mayHelp: (error: ServiceAnswerError) => boolean): RetryPolicy {
  return retry(handleType(ServiceAnswerError, mayHelp), {
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

/** Aborts when its time is over; it can be restarted for the next piece of a long response. */
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

type Question = {
  readonly headers: Readonly<Record<string, string>>;
  readonly question: object | undefined;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
};

/**
 * Sends a request on a kept connection, and returns when the response's headers have come. `fetch` would cost four times as much
 * processor time.
 * @throws the reason of `signal` when the caller has given up: that is no failure of the service
 */
function createSender(baseUrl: string): (url: URL, asked: Question) => Promise<IncomingMessage> {
  const { Agent, request } = baseUrl.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true });
  return async (url, { headers, question, deadline, signal }) => {
    const body = question && JSON.stringify(question);
    const sent = request(url, {
      agent,
      signal: signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, signal]),
      ...(body === undefined
        ? { headers }
        : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }),
    });
    // Errors after the headers are seen by the reader of the response.
    sent.on('error', () => undefined);
    try {
      sent.end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      throw new ServiceAnswerError(`${url.origin} did not answer`, { cause: error });
    }
  };
}

async function readJson(answer: IncomingMessage, service: string): Promise<unknown> {
  try {
    return JSON.parse(await text(answer));
  } catch (error) {
    throw new ServiceAnswerError(`the ${service}-service answered something other than JSON`, {
      cause: error,
    });
  }
}

async function readBytes(
  answer: IncomingMessage,
  service: string,
  within: { deadline: Deadline; limits: Limits; signal: AbortSignal | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const { deadline, limits, signal } = within;
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    deadline.start(limits.stallMs);
    for await (const piece of answer as AsyncIterable<Buffer>) {
      deadline.start(limits.stallMs);
      pieces.push(piece);
      length += piece.length;
      if (length > limits.mostBytes) throw new Error(`more than ${limits.mostBytes} bytes came`);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new ServiceAnswerError(`the answer of the ${service}-service broke off`, {
      cause: error,
    });
  }
  return joined(pieces, length);
}

/** In a buffer of its own, which may be transferred to another thread. */
function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function unavailable(service: ServiceName, cause: unknown): Refusal {
  return new Refusal('dependency-unavailable', `The ${service}-service is not available now`, {
    dependency: service,
    cause,
  });
}
