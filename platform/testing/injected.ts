// Delivers a client's requests to a service in the same process, without a socket.
import type { Transport } from '@kvartplata/client/transport.ts';
import type { HttpServer } from '../http/server.ts';

export function injectedInto(app: Pick<HttpServer, 'inject'>): Transport {
  return async (url, init) => {
    // It serializes forms, and knows the header that goes with them.
    const request = new Request(url, init);
    const { pathname, search } = new URL(url);
    const answer = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const headers = Object.entries(answer.headers).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, String(value)]),
    );
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    });
  };
}
