// Sends one message to a receiver. Its name is resolved once, each of its addresses is checked, and the connection goes to a
// checked address: a name that resolves differently a moment later reaches nothing. Redirects are not followed, and only the
// status of the response is read.
import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { DeliveryFailure } from '@kvartplata/contracts/billing/webhooks.ts';
import { addressesOf, isPublic, type Address } from './public-address.ts';

export type Receivers = {
  /** Why an address entered by a user is not acceptable; undefined when it is. */
  readonly judge: (url: string) => Promise<UrlFault | undefined>;
  readonly send: (url: string, message: Message) => Promise<Sent>;
};

export type UrlFault = 'wrong-form' | 'not-https' | 'no-address' | 'private-address';

type NoAddress = 'no-address' | 'private-address' | 'too-slow';

export type Message = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Sent = {
  /** The HTTP status; null when there was no response. */
  readonly answered: number | null;
  /** Null when the message was delivered. */
  readonly failure: DeliveryFailure | null;
};

export type ReceiversOptions = {
  /** For development and tests: also allows `http:`, and addresses of this network. */
  readonly allowPrivate: boolean;
  /** For the lookup of the name and the answer together. */
  readonly timeoutMs?: number;
  /** Resolves a host name; by default the system's resolver. */
  readonly resolve?: (hostname: string) => Promise<readonly Address[]>;
};

const NO_BLANKS = /^[^\s\p{C}]+$/u;
const TIMEOUT_MS = 10_000;
const GONE = 410;
/** Node parses smaller numbers as a status, too. */
const LEAST_STATUS = 100;

export function createReceivers({
  allowPrivate,
  timeoutMs = TIMEOUT_MS,
  resolve = addressesOf,
}: ReceiversOptions): Receivers {
  async function findAddress(url: URL, signal: AbortSignal): Promise<Address | NoAddress> {
    // A lookup cannot be aborted, and the system's may take longer than any receiver is given.
    const found = await Promise.race([
      resolve(url.hostname).catch(() => []),
      once(signal, 'abort').then(() => undefined),
    ]);
    if (found === undefined) return 'too-slow';
    const [first] = found;
    if (first === undefined) return 'no-address';
    return allowPrivate || found.every(isPublic) ? first : 'private-address';
  }

  return {
    judge: async (text) => {
      // URL ignores spaces and line breaks, but the text itself is stored and shown.
      const url = NO_BLANKS.test(text) ? URL.parse(text) : null;
      if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'wrong-form';
      if (url.username !== '' || url.password !== '' || url.hash !== '') return 'wrong-form';
      if (url.protocol !== 'https:' && !allowPrivate) return 'not-https';
      const address = await findAddress(url, AbortSignal.timeout(timeoutMs));
      if (typeof address !== 'string') return undefined;
      return address === 'too-slow' ? 'no-address' : address;
    },
    send: async (text, message) => {
      const url = new URL(text);
      const signal = AbortSignal.timeout(timeoutMs);
      const address = await findAddress(url, signal);
      if (typeof address === 'string') return { answered: null, failure: address };
      return post(url, address, message, signal);
    },
  };
}

async function post(
  url: URL,
  address: Address,
  { headers, body }: Message,
  signal: AbortSignal,
): Promise<Sent> {
  const { promise, resolve } = Promise.withResolvers<Sent>();
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'kvartplata-webhooks',
    },
    lookup: alwaysTo(address),
    agent: false,
    signal,
  });
  request.on('response', (response) => {
    const status = response.statusCode ?? 0;
    // The rest of the response is not read.
    response.destroy();
    resolve({ answered: status < LEAST_STATUS ? null : status, failure: failureOf(status) });
  });
  request.on('error', () => undefined);
  // Also comes after a switch of protocols, which is neither a response nor an error.
  request.on('close', () =>
    resolve({ answered: null, failure: signal.aborted ? 'too-slow' : 'no-connection' }),
  );
  request.end(body);
  return promise;
}

/** Uses the checked address, whatever the name resolves to now. */
function alwaysTo({ address, family }: Address): LookupFunction {
  return (_hostname, { all }, callback) => {
    if (all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

function failureOf(status: number): DeliveryFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirected';
  return status === GONE ? 'gone' : 'refused';
}
