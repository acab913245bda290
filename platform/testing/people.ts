// People who use the services over HTTP, as programs do: registered, signed in, with a bearer token.
import { createClient, type Client } from '@kvartplata/client/client.ts';
import { withCookies } from '@kvartplata/client/transport.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { registerUser } from '@kvartplata/contracts/auth/users.ts';
import { acceptInvitation, createInvitation } from '@kvartplata/contracts/core/invitations.ts';
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';

/** URLs of the services; auth alone is enough for a person who only signs in. */
export type Urls = Readonly<Partial<Record<ServiceName, string>> & { readonly auth: string }>;

export type Person = {
  readonly userId: number;
  readonly username: string;
  readonly authorization: string;
};

/** One sign-in, as a browser holds it. */
export type OpenSession = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly csrfToken: string;
  /** All of them, as in a request's header. */
  readonly cookies: string;
};

export const PASSWORD = 'Северный-Ветер-27';

/** Only a response that never comes takes this long. */
const PATIENCE_MS = 60_000;

/** Registers a person and signs them in; the first one is the platform's admin. */
export async function signUp({ urls }: { readonly urls: Urls }, username: string): Promise<Person> {
  const { call } = createClient({ urls, transport: withCookies(), patienceMs: PATIENCE_MS });
  const { id } = await call(registerUser, {
    body: {
      firstName: 'Пётр',
      lastName: 'Сидоров',
      username,
      email: `${username}@example.org`,
      password: PASSWORD,
    },
  });
  return { userId: id, username, authorization: await signIn(urls.auth, username) };
}

/** The bearer header of a new session. */
export async function signIn(authUrl: string, username: string): Promise<string> {
  return `Bearer ${(await openSession(authUrl, username)).accessToken}`;
}

/** Signs in and returns everything that came with the response. */
export async function openSession(authUrl: string, username: string): Promise<OpenSession> {
  const { callWhole } = createClient({
    urls: { auth: authUrl },
    transport: withCookies(),
    patienceMs: PATIENCE_MS,
  });
  const { answer, headers } = await callWhole(startSession, {
    body: { username, password: PASSWORD },
  });
  if (answer.twoFactorRequired) throw new Error(`${username} has a second factor`);
  const cookies = cookiesOf(headers);
  return {
    accessToken: cookieIn(cookies, 'access_token'),
    refreshToken: cookieIn(cookies, 'refresh_token'),
    csrfToken: answer.csrfToken,
    cookies,
  };
}

/** The typed calls of a signed-in person. */
export function clientOf(
  { urls }: { readonly urls: Partial<Urls> },
  { authorization }: Pick<Person, 'authorization'>,
): Client {
  return createClient({
    urls,
    bearer: authorization.slice('Bearer '.length),
    patienceMs: PATIENCE_MS,
  });
}

/** The value of a cookie, with any prefix; empty when it is missing. */
export function cookieIn(cookies: string, name: string): string {
  return new RegExp(`(?:^|; |__Secure-)${name}=([^;]+)`).exec(cookies)?.[1] ?? '';
}

/** The cookies that a response sets, as in a request's header. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

/** Invites the person and accepts for them. */
export async function bringIn(
  stand: { readonly urls: Partial<Urls> },
  owner: Pick<Person, 'authorization'>,
  person: Pick<Person, 'username' | 'authorization'>,
  { organizationId, role }: { readonly organizationId: number; readonly role: OrganizationRole },
): Promise<void> {
  const { id: invitationId } = await clientOf(stand, owner).call(createInvitation, {
    params: { organizationId },
    body: { username: person.username, role },
  });
  await clientOf(stand, person).call(acceptInvitation, { params: { invitationId } });
}
