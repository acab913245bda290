// A signed-in user of the public HTTP interface, who behaves as the page would: from its origin, with cookies and a CSRF
// token.
import { setTimeout } from 'node:timers/promises';
import { createClient, type Client } from '@kvartplata/client/client.ts';
import { withCookies } from '@kvartplata/client/transport.ts';
import { unlisted } from '@kvartplata/client/unlisted.ts';
import {
  SERVICES,
  type AnythingAsked,
  type Endpoint,
  type ServiceName,
} from '@kvartplata/contracts/endpoint.ts';

const POLL_MS = 50;
const DEADLINE_MS = 60_000;

export type Urls = Readonly<Record<ServiceName, string>>;

export type Api = Client & {
  readonly get: <T>(url: string) => Promise<T>;
  /** An answer that is no JSON. */
  readonly getBytes: (url: string) => Promise<Buffer>;
  /** A form is sent as it is, anything else as JSON. */
  readonly post: <T>(url: string, body?: unknown) => Promise<T>;
  readonly put: <T>(url: string, body: unknown, ifMatch?: string) => Promise<T>;
  readonly delete: (url: string) => Promise<void>;
};

export function createApi(origin: string, urls: Urls): Api {
  const client = createClient({ urls, transport: withCookies(fetch, { origin }) });

  async function ask<T>(
    method: Endpoint['method'],
    url: string,
    asked: AnythingAsked = {},
  ): Promise<T> {
    return (await client.call(operationAt(urls, method, url), asked)) as T;
  }

  return {
    ...client,
    get: async (url) => ask('GET', url),
    getBytes: async (url) =>
      Buffer.from(await (await client.callFile(operationAt(urls, 'GET', url))).arrayBuffer()),
    post: async (url, body) => ask('POST', url, { body }),
    put: async (url, body, ifMatch) => ask('PUT', url, { body, ifMatch }),
    delete: async (url) => ask('DELETE', url),
  };
}

function operationAt(urls: Urls, method: Endpoint['method'], url: string): Endpoint {
  const service = SERVICES.find((name) => url.startsWith(`${urls[name]}/`));
  if (service === undefined) throw new Error(`${url} is at none of the services`);
  return unlisted(service, method, url.slice(urls[service].length));
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
