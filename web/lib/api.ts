// How the page asks the three services: the client's calls, for as long as the browser's session is this page's user's.
import { createClient, type Told } from '@kvartplata/client/client.ts';
import { unlisted } from '@kvartplata/client/unlisted.ts';
import { byBrowser, type Transport } from '@kvartplata/client/transport.ts';
import type { AnswerOf, Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { isStillOurs } from './own-storage.ts';
import { SERVICES, type ServiceName } from './services.ts';

/** Resolves once the user has signed in again. */
export type SignInAgain = () => Promise<void>;

let signInAgain: SignInAgain | undefined;

/** Who asks the user to sign in again; undefined while nobody is signed in. */
export function whenSessionEnds(whoAsks: SignInAgain | undefined): void {
  signInAgain = whoAsks;
}

/** The cookies may be another's by now: nothing of this page may go out with them. */
const asOurUser: Transport = async (url, init) => {
  if (!isStillOurs()) await leaveForGood();
  return byBrowser(url, init);
};

/** Never resolves: the page is being loaded again. */
async function leaveForGood(): Promise<never> {
  location.reload();
  return Promise.withResolvers<never>().promise;
}

/** Reads are tried again by `queries.ts`, which shows that they wait; a write is its user's to try again. */
const client = createClient({
  urls: SERVICES,
  transport: asOurUser,
  patienceMs: 0,
  onSessionOver: async (refusal) => {
    if (signInAgain === undefined) throw refusal;
    await signInAgain();
  },
});

export const { call, callFile } = client;

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

/** The body of a successful answer with the version that it tells of. */
export async function callVersioned<E extends Endpoint>(
  endpoint: E,
  ...told: Told<E>
): Promise<Versioned<AnswerOf<E>>> {
  const { answer, etag } = await client.callWhole(endpoint, ...told);
  return { record: answer, etag };
}

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
  const answer = await callFile(unlisted(service, asked.method ?? 'GET', path), asked);
  const text = await answer.text();
  const record = (text === '' ? undefined : JSON.parse(text)) as T;
  return { record, etag: answer.headers.get('etag') ?? undefined };
}
