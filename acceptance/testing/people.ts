// Calls the three services over HTTP, as programs do: with a bearer token.
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { sendOnce, type Answered, type Sent } from '@kvartplata/platform/testing/answered.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import type { ThreeServices } from './three-services.ts';

/** Calls an operation of one of the services; retries when it is refused because of load. */
export async function ask<E extends Endpoint>(
  services: Pick<ThreeServices, 'urls'>,
  authorization: string | undefined,
  endpoint: E,
  sent: Sent = {},
): Promise<Answered<E>> {
  return askAgain(async () => askOnce(services, authorization, endpoint, sent));
}

/**
 * The same for tests that expect a refusal.
 * @param authorization undefined: the request has none
 */
export async function askOnce<E extends Endpoint>(
  { urls }: Pick<ThreeServices, 'urls'>,
  authorization: string | undefined,
  endpoint: E,
  sent: Sent = {},
): Promise<Answered<E>> {
  return sendOnce(fetch, urls[endpoint.service], authorization, endpoint, sent);
}

/** The response to a request that is built from a document, or that fits no operation. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
};

/**
 * Retries when it is refused because of load.
 * @param body a form is sent as it is, anything else as JSON
 */
export async function askAt(
  authorization: string | undefined,
  method: string,
  url: string,
  body?: unknown,
): Promise<Answer> {
  return askAgain(async () => askAtOnce(authorization, method, url, body));
}

/** The same for tests that expect a refusal. */
export async function askAtOnce(
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
