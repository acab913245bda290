// A typed client of the three services: a call takes an operation of the contracts with its arguments, and returns the response
// body. It takes care of sessions, CSRF tokens, idempotency keys and retries.
import { addressOfAny } from '@kvartplata/contracts/address.ts';
import { getCsrfToken, refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import type {
  AnswerOf,
  AnswersOf,
  AnythingAsked,
  Asked,
  Endpoint,
  Last,
  ServiceName,
} from '@kvartplata/contracts/endpoint.ts';
import { pause, pauseMs } from './patience.ts';
import { failureOf, isRefused, RequestFailure } from './request-failure.ts';
import { byBrowser, type Transport } from './transport.ts';

export type ClientOptions = {
  readonly urls: Readonly<Partial<Record<ServiceName, string>>>;
  /** The browser's by default; a program signs in `withCookies()`. */
  readonly transport?: Transport;
  /** An access token, used instead of cookies. */
  readonly bearer?: string;
  /** How long a call keeps retrying what may be retried, 10 s by default; 0 tries once. */
  readonly patienceMs?: number;
  /** Called when the session has ended and cannot be refreshed: once it resolves, the waiting requests are sent again. */
  readonly onSessionOver?: (refusal: RequestFailure) => Promise<void>;
  /** Called when the second factor has to be proved again: once it resolves, the waiting request is sent again. */
  readonly onStepUp?: (refusal: RequestFailure) => Promise<void>;
};

type Options = { readonly signal?: AbortSignal | undefined };
/** The arguments of a call. */
export type Told<E extends Endpoint> = Last<Asked<E> & Options>;

/** A response with its status, and the headers that say more about it. */
export type Whole<E extends Endpoint> = {
  [Status in keyof AnswersOf<E>]: {
    readonly status: Status;
    readonly answer: AnswersOf<E>[Status];
    readonly headers: Headers;
    /** The version of the record. */
    readonly etag: string | undefined;
  };
}[keyof AnswersOf<E>];

export type Client = {
  /** Resolves to the body of a successful response. @throws RequestFailure */
  readonly call: <E extends Endpoint>(endpoint: E, ...told: Told<E>) => Promise<AnswerOf<E>>;
  /** The same with status and headers. @throws RequestFailure */
  readonly callWhole: <E extends Endpoint>(endpoint: E, ...told: Told<E>) => Promise<Whole<E>>;
  /** For a file or a stream of events: a response whose body is not read yet. @throws RequestFailure */
  readonly callFile: <E extends Endpoint>(endpoint: E, ...told: Told<E>) => Promise<Response>;
};

/** The body of a file is left unread. */
type Anything = AnythingAsked & Options & { readonly isFile?: true };

const PATIENCE_MS = 10_000;
const KEY_BYTES = 16;

export function createClient(options: ClientOptions): Client {
  const { urls, transport = byBrowser, bearer, patienceMs = PATIENCE_MS } = options;
  const csrf = createCsrfToken(async () => read(send(getCsrfToken, {})));
  const renewals = createRenewals(renewSession);

  async function send(endpoint: Endpoint, asked: Anything): Promise<Response> {
    const url = urlOf(urls, endpoint) + addressOfAny(endpoint, asked);
    const { method, access } = endpoint;
    const { signal, isFile } = asked;
    const headers = headersOf(asked);
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
    if (method !== 'GET' && (bearer === undefined || access === 'csrf'))
      headers.set('x-csrf-token', await csrf.current());
    const isRepeatable = method === 'GET' || asked.idempotencyKey !== undefined;
    const init = { method, headers, ...bodyOf(asked), ...(signal === undefined ? {} : { signal }) };
    return tryAgain({ patienceMs, isRepeatable, signal }, async () => {
      const answer = await transport(url, init);
      return isFile ? answer : whole(answer);
    });
  }

  /** By a refresh, or else by having the user sign in. */
  async function renewSession(): Promise<void> {
    const { onSessionOver } = options;
    try {
      // Another tab may have invalidated our token.
      csrf.forget();
      csrf.keepFrom(refreshSession, await read(send(refreshSession, {})));
    } catch (error) {
      const isOver = error instanceof RequestFailure && [401, 403].includes(error.status);
      if (!isOver || onSessionOver === undefined) throw error;
      await onSessionOver(error);
    }
  }

  async function sendWithProof(endpoint: Endpoint, asked?: Anything): Promise<Response> {
    const told = withKey(endpoint, asked);
    return withProof(options.onStepUp, async () => sendWithSession(endpoint, told));
  }

  async function sendWithSession(endpoint: Endpoint, told: Anything): Promise<Response> {
    const before = renewals.count();
    try {
      return await send(endpoint, told);
    } catch (error) {
      if (isRefused(error, 'csrf-token-invalid')) csrf.forget();
      else if (isRefused(error, 'not-signed-in') && bearer === undefined && needsSession(endpoint))
        await renewals.after(before);
      else throw error;
      return send(endpoint, told);
    }
  }

  async function callWhole(endpoint: Endpoint, asked?: Anything) {
    const response = await sendWithProof(endpoint, asked);
    const answer = await readText(response);
    csrf.keepFrom(endpoint, answer);
    const { status, headers } = response;
    return { status, answer, headers, etag: headers.get('etag') ?? undefined };
  }

  return {
    call: async <E extends Endpoint>(endpoint: E, ...[asked]: Told<E>) =>
      (await callWhole(endpoint, asked)).answer as AnswerOf<E>,
    callWhole: async <E extends Endpoint>(endpoint: E, ...[asked]: Told<E>) =>
      (await callWhole(endpoint, asked)) as Whole<E>,
    callFile: async <E extends Endpoint>(endpoint: E, ...[asked]: Told<E>) =>
      sendWithProof(endpoint, { ...asked, isFile: true }),
  };
}

/** Reads the body: a connection lost within it counts as no answer. */
async function whole(answer: Response): Promise<Response> {
  const { status, headers } = answer;
  const body = await answer.text();
  return new Response(body === '' ? null : body, { status, headers });
}

/** A retried write keeps its key, so that it counts as the same write. */
function withKey(endpoint: Endpoint, asked: Anything = {}): Anything {
  const { idempotencyKey = newKey() } = asked;
  return endpoint.idempotent ? { ...asked, idempotencyKey } : asked;
}

/** Sends again once the second factor is proved, if somebody can be asked for it. */
async function withProof(
  prove: ClientOptions['onStepUp'],
  ask: () => Promise<Response>,
): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    if (prove === undefined || !isRefused(error, 'step-up-needed')) throw error;
    await prove(error);
    return ask();
  }
}

function headersOf({ body, ifMatch, idempotencyKey }: Anything): Headers {
  const headers = new Headers();
  if (body !== undefined && !(body instanceof FormData))
    headers.set('content-type', 'application/json');
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  return headers;
}

function bodyOf({ body }: Anything): Pick<RequestInit, 'body'> {
  if (body === undefined) return {};
  return { body: body instanceof FormData ? body : JSON.stringify(body) };
}

/** A successful response, perhaps only to a later try. */
async function tryAgain(
  {
    patienceMs,
    isRepeatable,
    signal,
  }: {
    readonly patienceMs: number;
    readonly isRepeatable: boolean;
    readonly signal: AbortSignal | undefined;
  },
  sendOnce: () => Promise<Response>,
): Promise<Response> {
  const deadline = performance.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    const answer = await sendOnce().catch((cause: unknown) => {
      signal?.throwIfAborted();
      if (cause instanceof RequestFailure) return cause;
      return new RequestFailure('unreachable', 0, { cause });
    });
    if (answer instanceof Response && answer.ok) return answer;
    const failure = answer instanceof Response ? await failureOf(answer) : answer;
    const ms = pauseMs(failure, tries, isRepeatable);
    if (ms === undefined || performance.now() + ms > deadline) throw failure;
    await pause(ms, signal);
  }
}

/** All calls sent before a renewal of the session share it, even one whose refusal arrives afterwards. */
function createRenewals(renew: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let count = 0;
  return {
    count: (): number => count,
    /** @param before the count when the call was sent */
    after: async (before: number): Promise<void> => {
      if (count > before) return;
      running ??= renew()
        .then(() => void (count += 1))
        .finally(() => {
          running = undefined;
        });
      await running;
    },
  };
}

/** The token needed by writes that authenticate by cookies. */
function createCsrfToken(askFor: () => Promise<unknown>) {
  let token: Promise<string> | undefined;
  return {
    /** Requested once, unless the cached one was refused. */
    current: async (): Promise<string> => {
      token ??= askFor().then((answer) => (answer as { readonly csrfToken: string }).csrfToken);
      try {
        return await token;
      } catch (error) {
        token = undefined;
        throw error;
      }
    },
    forget: (): void => {
      token = undefined;
    },
    /** Signing in and refreshing return the session's token; any other write to auth may end its session. */
    keepFrom: ({ service, method }: Endpoint, answer: unknown): void => {
      if (service !== 'auth' || method === 'GET') return;
      const { csrfToken } = (answer ?? {}) as { readonly csrfToken?: string };
      token = csrfToken === undefined ? undefined : Promise.resolve(csrfToken);
    },
  };
}

/** Not operations that begin or end a session, or need none: for them, an ended session is no reason to sign in. */
function needsSession({ access }: Endpoint): boolean {
  return access !== 'public' && access !== 'csrf';
}

function urlOf(urls: ClientOptions['urls'], { id, service }: Endpoint): string {
  const url = urls[service];
  if (url === undefined)
    throw new Error(`${id} is asked of the ${service}-service, whose URL is unknown`);
  return url;
}

async function read(sent: Promise<Response>): Promise<unknown> {
  return readText(await sent);
}

async function readText(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RequestFailure('internal-error', answer.status, { cause });
  }
}

/** An idempotency key: a write sent again with the same key happens once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
