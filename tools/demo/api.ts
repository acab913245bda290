// A signed-in user of the public HTTP interface, who sends requests as the page would: with its origin, cookies and a CSRF token.
import { setTimeout } from 'node:timers/promises';
import { createClient, type Client } from '@kvartplata/client/client.ts';
import { withCookies } from '@kvartplata/client/transport.ts';
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';

const POLL_MS = 50;
const DEADLINE_MS = 60_000;

export type Urls = Readonly<Record<ServiceName, string>>;

export type Api = Client;

export function createApi(origin: string, urls: Urls): Api {
  return createClient({ urls, transport: withCookies(fetch, { origin }) });
}

export async function bytesOf(file: Response): Promise<Buffer> {
  return Buffer.from(await file.arrayBuffer());
}

/** Polls until the job has ended. */
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
