// How the page calls the three services: the client's calls, as long as the browser's session belongs to this page's user.
import { createClient, type Client, type Told } from '@kvartplata/client/client.ts';
import type { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { byBrowser, type Transport } from '@kvartplata/client/transport.ts';
import type { AnswerOf, Endpoint, EndpointFacts } from '@kvartplata/contracts/endpoint.ts';
import { isStillOurs } from './own-storage.ts';
import { reloadBilling } from './queries.ts';
import { SERVICES } from './services.ts';
import { watched } from './waiting.ts';

/** Resolves once the user has signed in again. */
export type SignInAgain = () => Promise<void>;

/** Resolves once the user has proved their second factor. @throws the refusal if they decline */
export type ProveAgain = (refusal: RequestFailure) => Promise<void>;

let signInAgain: SignInAgain | undefined;
let proveAgain: ProveAgain | undefined;

/** @param whoAsks asks the user to sign in again; undefined while nobody is signed in */
export function whenSessionEnds(whoAsks: SignInAgain | undefined): void {
  signInAgain = whoAsks;
}

/** @param whoAsks asks the user for a code; undefined while nobody is signed in */
export function whenProofIsNeeded(whoAsks: ProveAgain | undefined): void {
  proveAgain = whoAsks;
}

const send = watched(byBrowser);

/** The cookies may belong to another user by now: this page must not send anything with them. */
const asOurUser: Transport = async (url, init) => {
  if (!isStillOurs()) await leaveForGood();
  return send(url, init);
};

/** Never resolves: the page is being reloaded. */
async function leaveForGood(): Promise<never> {
  location.reload();
  return Promise.withResolvers<never>().promise;
}

/** `queries.ts` retries reads and shows that they wait; writes are retried by the user. */
const client = createClient({
  urls: SERVICES,
  transport: asOurUser,
  patienceMs: 0,
  onSessionOver: async (refusal) => {
    if (signInAgain === undefined) throw refusal;
    await signInAgain();
  },
  onStepUp: async (refusal) => {
    if (proveAgain === undefined) throw refusal;
    await proveAgain(refusal);
  },
});

export const { callFile } = client;

export const call: Client['call'] = async (endpoint, ...told) => {
  const answer = await client.call(endpoint, ...told);
  noteWrite(endpoint);
  return answer;
};

/** What a month lacks, or would be charged differently, follows from any record of core. */
function noteWrite({ service, method }: EndpointFacts): void {
  if (service === 'core' && method !== 'GET') void reloadBilling();
}

/** A record with the version that was read. */
export type Versioned<T> = { readonly record: T; readonly etag: string | undefined };

/** The body of a successful response with its version. */
export async function callVersioned<E extends Endpoint>(
  endpoint: E,
  ...told: Told<E>
): Promise<Versioned<AnswerOf<E>>> {
  const { answer, etag } = await client.callWhole(endpoint, ...told);
  noteWrite(endpoint);
  return { record: answer, etag };
}
