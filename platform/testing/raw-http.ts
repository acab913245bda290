// Bytes on a socket, for what no HTTP client would send.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a socket, sends `bytes`, and returns everything that comes until the other side closes the connection. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = await openSocket(port);
  socket.write(bytes);
  return readToEnd(socket);
}

export async function openSocket(port: number): Promise<Socket> {
  // Half-open: our side stays open when the other side closes, as a misbehaving client's does.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
}

export async function readToEnd(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'end'), once(socket, 'close')]);
  socket.destroy();
  return answer;
}

/** The JSON body of a raw response. */
export function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}
