// People who use the three services over HTTP, as programs do: with a bearer token.
import assert from 'node:assert/strict';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import type { ThreeServices } from './three-services.ts';

export type Person = {
  readonly userId: number;
  readonly username: string;
  readonly authorization: string;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
};

/** One sign-in, as a browser holds it. */
export type OpenSession = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly csrfToken: string;
  /** All of them, as a request carries them. */
  readonly cookies: string;
};

export const PASSWORD = 'Северный-Ветер-27';

/** Registers a person and signs them in; whoever is first is the platform's admin. */
export async function signUp(
  { urls }: Pick<ThreeServices, 'urls'>,
  username: string,
): Promise<Person> {
  const token = await askAgain(async () => fetch(`${urls.auth}/api/auth/csrf-token`));
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  const registered = await askAgain(async () =>
    fetch(`${urls.auth}/api/auth/register`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': csrfToken,
        cookie: cookiesOf(token),
      },
      body: JSON.stringify({
        firstName: 'Пётр',
        lastName: 'Сидоров',
        username,
        email: `${username}@example.org`,
        password: PASSWORD,
      }),
    }),
  );
  assert.equal(registered.status, 201, await registered.clone().text());
  const { id } = (await registered.json()) as { id: number };
  return { userId: id, username, authorization: await signIn(urls.auth, username) };
}

/** A new session's bearer header. */
export async function signIn(authUrl: string, username: string): Promise<string> {
  return `Bearer ${(await openSession(authUrl, username)).accessToken}`;
}

/** A sign-in with everything that came with it. */
export async function openSession(authUrl: string, username: string): Promise<OpenSession> {
  const answer = await askAgain(async () =>
    fetch(`${authUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD }),
    }),
  );
  assert.equal(answer.status, 200, await answer.clone().text());
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const cookies = cookiesOf(answer);
  return {
    accessToken: cookieIn(cookies, 'access_token'),
    refreshToken: cookieIn(cookies, 'refresh_token'),
    csrfToken,
    cookies,
  };
}

/** The value of a cookie, whatever its prefix; an empty text for none. */
export function cookieIn(cookies: string, name: string): string {
  return new RegExp(`(?:^|; |__Secure-)${name}=([^;]+)`).exec(cookies)?.[1] ?? '';
}

/**
 * Asks again what is refused for load.
 * @param authorization undefined asks as nobody
 * @param body a form is sent as it is, anything else as JSON
 */
export async function ask(
  authorization: string | undefined,
  method: string,
  url: string,
  body?: unknown,
): Promise<Answer> {
  return askAgain(async () => askOnce(authorization, method, url, body));
}

/** The same for who is after a refusal. */
export async function askOnce(
  authorization: string | undefined,
  method: string,
  url: string,
  body?: unknown,
): Promise<Answer> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const answer = await fetch(url, {
    method,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: parse(text) };
}

/** The body of an answer that has to be a success. */
export async function get<T>(person: Person, method: string, url: string, body?: unknown) {
  const answer = await ask(person.authorization, method, url, body);
  assert.ok(
    answer.status < 300,
    `${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`,
  );
  return answer.body as T;
}

/** Invites the person and accepts for them. */
export async function bringIn(
  { urls }: Pick<ThreeServices, 'urls'>,
  owner: Person,
  person: Person,
  { organizationId, role }: { readonly organizationId: number; readonly role: OrganizationRole },
): Promise<void> {
  const invitations = `${urls.core}/api/organizations/${organizationId}/invitations`;
  const body = { username: person.username, role };
  const { id } = await get<{ id: number }>(owner, 'POST', invitations, body);
  await get(person, 'POST', `${urls.core}/api/invitations/${id}/accept`);
}

export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
