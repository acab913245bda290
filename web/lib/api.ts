// How the page asks the three services: the client's calls, for as long as the browser's session is this page's user's.
import { createClient, type Told } from '@kvartplata/client/client.ts';
import type { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { byBrowser, type Transport } from '@kvartplata/client/transport.ts';
import type { AnswerOf, Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { isStillOurs } from './own-storage.ts';
import { SERVICES } from './services.ts';
import { watched } from './waiting.ts';

/** Resolves once the user has signed in again. */
export type SignInAgain = () => Promise<void>;

/** Resolves once the user has proved their second factor. @throws the refusal when they will not */
export type ProveAgain = (refusal: RequestFailure) => Promise<void>;

let signInAgain: SignInAgain | undefined;
let proveAgain: ProveAgain | undefined;

/** Who asks the user to sign in again; undefined while nobody is signed in. */
export function whenSessionEnds(whoAsks: SignInAgain | undefined): void {
  signInAgain = whoAsks;
}

/** Who asks the user for a code; undefined while nobody is signed in. */
export function whenProofIsNeeded(whoAsks: ProveAgain | undefined): void {
  proveAgain = whoAsks;
}

const send = watched(byBrowser);

/** The cookies may be another's by now: nothing of this page may go out with them. */
const asOurUser: Transport = async (url, init) => {
  if (!isStillOurs()) await leaveForGood();
  return send(url, init);
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
  onStepUp: async (refusal) => {
    if (proveAgain === undefined) throw refusal;
    await proveAgain(refusal);
  },
});

export const { call, callFile } = client;

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
