// Sends a request byte for byte as it was drafted, and stops waiting for a response that does not come.
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { AS_COOKIE } from './header-changes.ts';
import { addressOf, bytesOf, type Draft } from './draft.ts';

export type Received = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
};

/** No response takes this long, however busy the machine. */
const PATIENCE_MS = 60_000;
const TRIES = 5;

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** The headers of a valid request; the draft's own headers override them. */
export type GoodHeaders = Readonly<Record<string, string>>;

/**
 * Retries while the service is overloaded, as a patient client would, and where it closed an idle connection at the moment when
 * that was used again.
 */
export async function send(origin: string, draft: Draft, good: GoodHeaders): Promise<Received> {
  for (let tried = 1; ; tried += 1) {
    const received = await sendOnce(origin, draft, good);
    if (tried === TRIES && received === 'closed') throw new Error('each connection was closed');
    if (received === 'closed') continue;
    if (received.status !== 503 || tried === TRIES) return received;
    await delay(500);
  }
}

async function sendOnce(
  origin: string,
  draft: Draft,
  good: GoodHeaders,
): Promise<Received | 'closed'> {
  const bytes = bytesOf(draft);
  const headers = headersOf(draft, bytes, good);
  const { promise, resolve, reject } = Promise.withResolvers<Received | 'closed'>();
  const { hostname, port } = new URL(origin);
  const asked = request(
    {
      hostname,
      port,
      path: addressOf(draft),
      method: draft.method,
      headers,
      agent,
      setHost: !('host' in headers),
    },
    (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        // The stream of a job's progress ends with the job, or never.
        if (answer.headers['content-type']?.startsWith('text/event-stream') === true)
          answer.destroy();
      });
      answer.on('close', () => {
        resolve({
          status: answer.statusCode ?? 0,
          headers: new Headers(
            Object.entries(answer.headers).map(([name, value]): [string, string] => [
              name,
              String(value),
            ]),
          ),
          bytes: Buffer.concat(chunks),
        });
      });
    },
  );
  asked.setTimeout(PATIENCE_MS, () => asked.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
  asked.on('error', (error: NodeJS.ErrnoException) => {
    if (asked.reusedSocket && error.code === 'ECONNRESET') resolve('closed');
    else reject(error);
  });
  asked.end(bytes);
  return promise;
}

function headersOf(
  draft: Draft,
  bytes: Buffer | undefined,
  good: GoodHeaders,
): Record<string, string> {
  const length = bytes === undefined ? {} : { 'content-length': String(bytes.length) };
  const type = bytes === undefined ? {} : { 'content-type': 'application/json' };
  const all: Record<string, string | undefined> = { ...good, ...length, ...type, ...draft.headers };
  if (all['authorization'] === AS_COOKIE) {
    all['cookie'] = `access_token=${(good['authorization'] ?? '').replace('Bearer ', '')}`;
    all['authorization'] = undefined;
  }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
