// A small real HTTP server that stands in for another service, and responds as a test tells it to.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Peer = {
  readonly url: string;
  /** The requests so far, in order. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Changes how it responds from now on. */
  readonly answerBy: (answer: Answer) => void;
  /** Cuts every connection and stops listening. */
  readonly close: () => Promise<void>;
};

export type Answer = (response: ServerResponse, path: string) => void;

export function json(status: number, value: unknown): Answer {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

export async function openPeer(first: Answer): Promise<Peer> {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  let answer = first;
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    answer(response, request.url ?? '');
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerBy: (next) => (answer = next),
    close: async () => {
      const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
      server.close(() => onClosed());
      server.closeAllConnections();
      await closed;
    },
  };
}
