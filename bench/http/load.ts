// Sends HTTP requests as fast as possible with as little work of its own as possible: keep-alive connections, the bytes of one
// request repeated, and only the head of each response parsed.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Target = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** Sends requests one after another on one connection; responses must have a Content-Length. */
export type Line = {
  /** Returns status and head of the response; POSTs a body if given. @throws when the connection breaks before its end */
  readonly ask: (body?: string) => Promise<HeadOfAnswer>;
  readonly close: () => void;
};

export type HeadOfAnswer = { readonly status: number; readonly head: string };

const END_OF_HEAD = '\r\n\r\n';

export async function openLine({ url, headers }: Target): Promise<Line> {
  const { hostname, port, pathname, search, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const address = `${pathname}${search} HTTP/1.1\r\n${lines.join('')}`;
  const request = Buffer.from(`GET ${address}\r\n`);
  const post = (body: string): Buffer =>
    Buffer.from(
      `POST ${address}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  await once(socket, 'connect');
  let waiting: PromiseWithResolvers<HeadOfAnswer> | undefined;
  let answer: Pick<HeadOfAnswer, 'status' | 'head'> | undefined;
  let missing = 0;
  let rest = '';

  socket.on('error', () => undefined);
  socket.on('close', () => waiting?.reject(new Error('the connection broke')));
  socket.on('data', (piece: Buffer) => {
    if (answer === undefined) {
      rest += piece.toString('latin1');
      const end = rest.indexOf(END_OF_HEAD);
      if (end === -1) return;
      const head = rest.slice(0, end);
      answer = { status: Number(head.slice(9, 12)), head };
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? '0';
      missing = Number(length) - (rest.length - end - END_OF_HEAD.length);
    } else missing -= piece.length;
    if (missing > 0) return;
    const whole = answer;
    [answer, rest] = [undefined, ''];
    waiting?.resolve(whole);
  });
  return {
    ask: async (body) => {
      if (isOver(socket)) throw new Error('the connection is over');
      waiting = Promise.withResolvers<HeadOfAnswer>();
      socket.write(body === undefined ? request : post(body));
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

function isOver(socket: Socket): boolean {
  return socket.destroyed || socket.readyState !== 'open';
}

/** Milliseconds for so many requests on so many connections. @throws when a response is not 200 */
export async function askAll(
  target: Target,
  requests: number,
  connections: number,
): Promise<number> {
  const lines = await Promise.all(
    Array.from({ length: connections }, async () => openLine(target)),
  );
  let left = requests;
  const startedAt = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      while (left > 0) {
        left -= 1;
        const { status } = await line.ask();
        if (status !== 200) throw new Error(`${target.url} answered ${status}`);
      }
    }),
  );
  const tookMs = performance.now() - startedAt;
  for (const line of lines) line.close();
  return tookMs;
}
