// Asking the three services over HTTP, as programs do: with a bearer token.
import assert from 'node:assert/strict';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Person } from '@kvartplata/platform/testing/people.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import type { ThreeServices } from './three-services.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
};

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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
