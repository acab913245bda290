// A mail server that accepts everything and stores nothing, in a separate thread: it reports its port and, on request, the
// number of letters accepted.
import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';

let taken = 0;

const server = createServer((socket) => {
  // A client that disconnects early has already sent what it had to send.
  socket.on('error', () => {});
  socket.write('220 sink\r\n');
  listen(socket);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  parentPort?.postMessage(address.port, []);
});
parentPort?.on('message', () => parentPort?.postMessage(taken, []));

function listen(socket: Socket): void {
  let heard = '';
  let isContent = false;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    heard += chunk;
    for (;;) {
      const end = isContent ? '\r\n.\r\n' : '\r\n';
      const at = heard.indexOf(end);
      if (at < 0) {
        // Of a letter's content, keep only what may be the beginning of the end mark.
        if (isContent) heard = heard.slice(-end.length);
        return;
      }
      const line = heard.slice(0, at);
      heard = heard.slice(at + end.length);
      if (isContent) taken += 1;
      isContent = !isContent && line.toUpperCase() === 'DATA';
      socket.write(isContent ? '354 go on\r\n' : answerTo(line));
    }
  });
}

function answerTo(line: string): string {
  return line.toUpperCase() === 'QUIT' ? '221 bye\r\n' : '250 taken\r\n';
}
