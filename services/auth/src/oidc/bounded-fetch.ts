// Requests to the provider: no redirect is followed, and the length of responses is limited.

const MAX_BYTES = 262_144;
const WITHOUT_BODY = [101, 204, 205, 304];

/** A response is too long to be a provider's. */
class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/** @param init with a signal that aborts it, however slowly the response arrives */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const { status, headers } = response;
  const body = await readBounded(response);
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers });
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop cancels the rest.
    if (size > MAX_BYTES) throw new AnswerTooLongError(`longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
