// A mail server that leaves or falls silent at any step of an attempt ends it: nothing was sent, and the next attempt may begin.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, test } from 'node:test';
import { until } from '../testing/until.ts';
import { createSmtpSender } from './smtp-sender.ts';

const LETTER = {
  messageId: '<1@example.org>',
  recipient: 'anna@example.org',
  subject: 'Привет',
  text: 'Ёлки',
  writtenAt: new Date('2026-07-01T09:00:00Z'),
};
const STEPS = ['EHLO', 'AUTH', 'MAIL'];
let server: Server;
let commands: string[] = [];
afterEach(() => server.close());

async function heard(step: string): Promise<void> {
  await until(`the server hears ${step}`, () => commands.some((said) => said.startsWith(step)));
}

/** Replies as a server does, until a command begins with this word. */
async function listenUntil(step: string, then: 'leaves' | 'falls silent'): Promise<string> {
  commands = [];
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 example.org ESMTP\r\n');
    socket.on('data', (command) => {
      const said = command.toString();
      commands.push(said);
      if (!said.startsWith(step))
        socket.write(
          said.startsWith('EHLO') ? '250-example.org\r\n250 AUTH PLAIN\r\n' : '235 Ok\r\n',
        );
      else if (then === 'leaves') socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `smtp://anna:secret@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

for (const step of STEPS)
  for (const then of ['leaves', 'falls silent'] as const)
    test(`a server ${then} at ${step}`, async () => {
      const url = await listenUntil(step, then);
      const { send } = createSmtpSender({ url, from: 'post@example.org', timeoutMs: 300 });
      const { result, isServerThere } = await send(LETTER, async () =>
        assert.fail('nothing is sent'),
      );
      assert.deepEqual({ result, isServerThere }, { result: 'not-accepted', isServerThere: false });
    });

for (const step of STEPS)
  test(`a silent server at ${step} holds no process that stops`, async () => {
    const url = await listenUntil(step, 'falls silent');
    const { send } = createSmtpSender({ url, from: 'post@example.org' });
    const stopping = new AbortController();
    const sent = send(LETTER, async () => assert.fail('nothing is sent'), stopping.signal);
    await heard(step);
    const reason = new Error('the process is stopping');
    stopping.abort(reason);
    await assert.rejects(sent, reason);
  });

test('nor one that does not even greet', async () => {
  const connected = Promise.withResolvers<void>();
  server = createServer(() => connected.resolve()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { send } = createSmtpSender({ url, from: 'post@example.org' });
  const stopping = new AbortController();
  const sent = send(LETTER, async () => assert.fail('nothing is sent'), stopping.signal);
  await connected.promise;
  const reason = new Error('the process is stopping');
  stopping.abort(reason);
  await assert.rejects(sent, reason);
});

test('nothing is sent once the process is stopping', async () => {
  const url = await listenUntil('EHLO', 'leaves');
  server.on('connection', () => assert.fail('it was connected to'));
  const { send } = createSmtpSender({ url, from: 'post@example.org' });
  const reason = new Error('the process is stopping');
  await assert.rejects(
    send(LETTER, async () => undefined, AbortSignal.abort(reason)),
    reason,
  );
});
