// A signed-in user of the public HTTP interface: cookies, the CSRF token, and problem documents as errors.
import { setTimeout } from 'node:timers/promises';

const POLL_MS = 50;
const DEADLINE_MS = 60_000;

export type Api = {
  readonly get: <T>(url: string) => Promise<T>;
  /** An answer that is no JSON. */
  readonly getBytes: (url: string) => Promise<Buffer>;
  /** A form is sent as it is, anything else as JSON. */
  readonly post: <T>(url: string, body?: unknown) => Promise<T>;
  readonly put: <T>(
    url: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<T>;
  readonly delete: (url: string) => Promise<void>;
  /** The token that unsafe requests carry from now on. */
  readonly useCsrfToken: (token: string) => void;
};

/** A refusal, with the problem document's own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, detail: string) {
    super(`${status} ${code}: ${detail}`);
    this.status = status;
    this.code = code;
  }
}

/** Behaves as the page would: from its origin, with cookies and a CSRF token. */
export function createApi(origin: string): Api {
  const cookies = new Map<string, string>();
  let csrfToken: string | undefined;

  async function request<T>(
    method: string,
    url: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const response = await send(method, url, body, headers);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  /** @throws ApiError */
  async function send(
    method: string,
    url: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const isForm = body instanceof FormData;
    const response = await fetch(url, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method === 'GET'
          ? {}
          : { origin, ...(csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }) }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    if (response.ok) return response;
    const problem = (await response.json()) as { code?: string; detail?: string };
    throw new ApiError(response.status, problem.code ?? 'unknown', problem.detail ?? '');
  }

  return {
    get: async (url) => request('GET', url),
    getBytes: async (url) => Buffer.from(await (await send('GET', url)).arrayBuffer()),
    post: async (url, body) => request('POST', url, body),
    put: async (url, body, headers) => request('PUT', url, body, headers),
    delete: async (url) => request('DELETE', url),
    useCsrfToken: (token) => {
      csrfToken = token;
    },
  };
}

/** Asks until what is told has ended. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T>,
  hasEnded: (told: T) => boolean,
): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    const told = await ask();
    if (hasEnded(told)) return told;
    await setTimeout(POLL_MS);
  }
  throw new Error(`${what} is not done after ${DEADLINE_MS / 1000} s`);
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';', 1);
  const at = pair.indexOf('=');
  const value = pair.slice(at + 1);
  if (value === '') cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), value);
}
