// A person with a browser, or a program without one: keeps cookies and sends them.
import { getCsrfToken } from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser, registerUser } from '@kvartplata/contracts/auth/users.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { ORIGIN } from './auth-app.ts';

type Headers = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** The `Set-Cookie` lines. */
  readonly setCookies: readonly string[];
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
};

export type TestClient = {
  readonly cookies: Map<string, string>;
  readonly get: (url: string, headers?: Headers) => Promise<Answer>;
  readonly post: (url: string, body?: Body, headers?: Headers) => Promise<Answer>;
  readonly put: (url: string, body?: Body, headers?: Headers) => Promise<Answer>;
  readonly delete: (url: string, headers?: Headers) => Promise<Answer>;
  /** A fresh CSRF token. */
  readonly csrfToken: () => Promise<string>;
};

export const PASSWORD = 'верный конь 42';

/** @param address from which its requests come */
export function createTestClient(app: HttpServer, address = '127.0.0.1'): TestClient {
  const cookies = new Map<string, string>();

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    headers: Headers,
    payload?: Body,
  ): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const setCookies = [response.headers['set-cookie'] ?? []].flat();
    for (const line of setCookies) keep(cookies, line);
    return {
      status: response.statusCode,
      headers: response.headers,
      setCookies,
      text: response.body,
      json: response.body === '' ? {} : (response.json() as Readonly<Record<string, unknown>>),
    };
  }

  const get: TestClient['get'] = async (url, headers = {}) => send('GET', url, headers);
  return {
    cookies,
    get,
    post: async (url, body, headers = {}) => send('POST', url, headers, body),
    put: async (url, body, headers = {}) => send('PUT', url, headers, body),
    delete: async (url, headers = {}) => send('DELETE', url, headers),
    csrfToken: async () => String((await get(getCsrfToken.path)).json['csrfToken']),
  };
}

/** The headers that a page of our own origin sends. */
export function fromPage(csrfToken?: string): Headers {
  return { origin: ORIGIN, ...(csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }) };
}

export function personNamed(username: string): Record<string, unknown> {
  return {
    firstName: 'Иван',
    lastName: 'Петров',
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
  };
}

/** Registers a person and signs them in, as a program without a browser. */
export async function signIn(app: HttpServer, username: string): Promise<TestClient> {
  const client = createTestClient(app);
  await register(client, personNamed(username));
  const answer = await client.post(startSession.path, { username, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`login answered ${answer.text}`);
  return client;
}

export async function register(client: TestClient, person: Body): Promise<Answer> {
  return client.post(registerUser.path, person, { 'x-csrf-token': await client.csrfToken() });
}

/** A user's roles, as the user sees them after signing in. */
export async function rolesAfterLogin(app: HttpServer, username: string): Promise<unknown> {
  const client = createTestClient(app);
  await client.post(startSession.path, { username, password: PASSWORD });
  return (await client.get(getCurrentUser.path)).json['roles'];
}

/** All items of a long list, page by page. @param url that already has a query */
export async function listAllPages<Item>(client: TestClient, url: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const answer = await client.get(cursor === '' ? url : `${url}&cursor=${cursor}`);
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.text}`);
    const page = answer.json as { readonly items: Item[]; readonly nextCursor: string | null };
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

/** Everything by which a stranger could tell two responses apart, without the request id. */
export function seenByStranger(answer: Answer | undefined): string {
  const { date: _date, 'x-request-id': _id, ...headers } = answer?.headers ?? {};
  return JSON.stringify([headers, withoutRequestId(answer)]);
}

/** The body of a response without the request id, which differs every time. */
export function withoutRequestId(answer: Answer | undefined): string {
  return String(answer?.text).replace(/"requestId":"[^"]+"/, '');
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (name === undefined || value === undefined) return;
  if (/Max-Age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
