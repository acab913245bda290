// Tests call an operation, validly or not, and look at the whole response: its status, its headers, and its typed body or problem
// document.
import type { Transport } from '@kvartplata/client/transport.ts';
import { addressOfAny } from '@kvartplata/contracts/address.ts';
import type { AnswerOf, AnythingAsked, Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';

/** What a test sends, which need not fit the operation; a body that is a text or bytes is sent as it is. */
export type Sent = AnythingAsked & { readonly headers?: Readonly<Record<string, string>> };

export type Answered<E extends Endpoint> = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body of a file response. */
  readonly bytes: Buffer;
  /** The body of a successful response. @throws with the text when it is a refusal */
  readonly body: AnswerOf<E>;
  /** The problem document of a refusal. @throws with the text when it is a successful response */
  readonly problem: Problem;
};

/**
 * Sends one request over the given transport.
 * @param baseUrl of the service, as `http://127.0.0.1:4001`
 * @param authorization undefined: the request has none
 */
export async function sendOnce<E extends Endpoint>(
  transport: Transport,
  baseUrl: string,
  authorization: string | undefined,
  endpoint: E,
  sent: Sent = {},
): Promise<Answered<E>> {
  const { body, ifMatch, idempotencyKey } = sent;
  const headers = new Headers(authorization === undefined ? {} : { authorization });
  if (body !== undefined && !(body instanceof FormData))
    headers.set('content-type', 'application/json');
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value);
  const { method } = endpoint;
  const answer = await transport(baseUrl + addressOfAny(endpoint, sent), {
    method,
    headers,
    ...(body === undefined ? {} : { body: bodyOf(body) }),
  });
  const asked = `${method} ${answer.url || endpoint.path}`;
  return answered(asked, endpoint, answer, await answer.arrayBuffer());
}

function answered<E extends Endpoint>(
  asked: string,
  { answers }: E,
  { status, ok, headers }: Response,
  bytes: ArrayBuffer,
): Answered<E> {
  const text = new TextDecoder().decode(bytes);
  // Not being ready is a documented response, though no success.
  const isAnswer = ok || status in answers;
  const parsed = (isWanted: boolean): unknown => {
    if (!isWanted) throw new Error(`${asked}: ${status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    status,
    headers,
    text,
    bytes: Buffer.from(bytes),
    get body() {
      return parsed(isAnswer) as AnswerOf<E>;
    },
    get problem() {
      return parsed(!isAnswer) as Problem;
    },
  };
}

function bodyOf(body: unknown): string | FormData | Uint8Array<ArrayBuffer> {
  const isSentAsIs =
    typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
  return isSentAsIs ? (body as string | FormData | Uint8Array<ArrayBuffer>) : JSON.stringify(body);
}
