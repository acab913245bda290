// How the page asks the three services. Everything that every request needs is here: cookies, the CSRF token, a
// refreshed session, versions of records, keys of writes, and refusals as one kind of error.
import { isStillOurs } from './own-storage.ts';
import { failureOf, isRefused, RequestFailure } from './problem.ts';
import { SERVICES, type ServiceName } from './services.ts';
import { getCsrfToken, keepCsrfToken, renewSession } from './session.ts';

type QueryValue = string | number | boolean | undefined;

export type Asked = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  /** The entity tag of the version that the change is meant for. */
  readonly ifMatch?: string | undefined;
  /** Names a write: sent again under the same key it happens once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};

/** A record and the version that it was read in. */
export type Versioned<T> = { readonly record: T; readonly etag: string | undefined };

/** They begin or end a session: one that is over is no reason to ask for a sign-in. */
const OF_NOBODY = /^\/api\/auth\/(?:login|register|logout|2fa\/verify-login)$/;

/** The body of a successful answer. */
export async function ask<T>(service: ServiceName, path: string, asked: Asked = {}): Promise<T> {
  return (await askVersioned<T>(service, path, asked)).record;
}

/** The same with the version that the answer tells of. */
export async function askVersioned<T>(
  service: ServiceName,
  path: string,
  asked: Asked = {},
): Promise<Versioned<T>> {
  const answer = await sendWithSession(service, path, asked);
  const text = await answer.text();
  const etag = answer.headers.get('etag') ?? undefined;
  return { record: (text === '' ? undefined : JSON.parse(text)) as T, etag };
}

/** A file that a service makes, such as a receipt: an answer whose body is still to be read. */
export async function askFile(service: ServiceName, path: string, asked: Asked): Promise<Response> {
  return sendWithSession(service, path, asked);
}

async function sendWithSession(
  service: ServiceName,
  path: string,
  asked: Asked,
): Promise<Response> {
  try {
    return await send(service, path, asked);
  } catch (error) {
    if (isRefused(error, 'not-signed-in') && !OF_NOBODY.test(path)) await renewSession();
    else if (isRefused(error, 'csrf-token-invalid')) keepCsrfToken(undefined);
    else throw error;
    return send(service, path, asked);
  }
}

async function send(service: ServiceName, path: string, asked: Asked): Promise<Response> {
  const { method = 'GET', query, body, ifMatch, idempotencyKey, signal } = asked;
  const headers = new Headers();
  if (method !== 'GET') headers.set('x-csrf-token', await getCsrfToken());
  if (body !== undefined && !(body instanceof FormData))
    headers.set('content-type', 'application/json');
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  // The cookies may be another's by now: nothing of this page may go out with them.
  if (!isStillOurs()) await leaveForGood();
  let answer: Response;
  try {
    answer = await fetch(SERVICES[service] + path + queryText(query), {
      method,
      headers,
      credentials: 'include',
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new RequestFailure('unreachable', 0);
  }
  if (!answer.ok) throw await failureOf(answer);
  return answer;
}

/** Never resolves: the page is being loaded again. */
async function leaveForGood(): Promise<never> {
  location.reload();
  return Promise.withResolvers<never>().promise;
}

function queryText(query: Asked['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
