// Nothing is sent to an address of this network, whatever its name resolves to, and no receiver can block a sender.
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { isIP } from 'node:net';
import { isPublic, type Address } from './public-address.ts';
import { createReceivers, type UrlFault } from './receivers.ts';

const MESSAGE = { headers: { 'webhook-id': 'msg_1' }, body: '{"type":"webhook.test"}' };
const addressOf = (address: string): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 });

const opened: Server[] = [];
after(() => opened.forEach((server) => server.closeAllConnections() ?? server.close()));

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

describe('an address of the public internet', () => {
  for (const address of [
    '8.8.8.8',
    '93.184.215.14',
    '172.32.0.1',
    '2606:4700::1111',
    '2a02:6b8::1',
  ])
    test(`is ${address}`, () => assert.equal(isPublic(addressOf(address)), true));

  for (const [address, why] of [
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback too'],
    ['0.0.0.0', 'this host'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['100.64.0.1', 'shared'],
    ['169.254.169.254', 'link-local, where clouds keep secrets'],
    ['192.0.2.1', 'documentation'],
    ['198.18.0.1', 'benchmarks'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'this host'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback, mapped'],
    ['::ffff:8.8.8.8', 'mapped at all'],
    ['64:ff9b::7f00:1', 'loopback behind NAT64'],
    ['fe80::1', 'link-local'],
    ['fc00::1', 'private'],
    ['fd12:3456::1', 'private'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', 'loopback through 6to4'],
    ['2001:0:7f00:1::', 'Teredo'],
  ] as const)
    test(`is not ${address}: ${why}`, () => assert.equal(isPublic(addressOf(address)), false));
});

describe('a webhook’s address', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    'good.example': ['8.8.8.8', '2606:4700::1111'],
    'inner.example': ['10.0.0.1'],
    'mixed.example': ['8.8.8.8', '127.0.0.1'],
    'nobody.example': [],
  };
  const { judge } = createReceivers({
    allowPrivate: false,
    resolve: async (host) => {
      const literal = host.replace(/^\[(.*)\]$/, '$1');
      return (isIP(literal) === 0 ? (names[host] ?? []) : [literal]).map(addressOf);
    },
  });

  const CASES: readonly (readonly [string, UrlFault | undefined])[] = [
    ['https://good.example/hook?x=1', undefined],
    ['https://8.8.8.8/', undefined],
    ['http://good.example/hook', 'not-https'],
    ['https://inner.example/', 'private-address'],
    ['https://mixed.example/', 'private-address'],
    ['https://nobody.example/', 'no-address'],
    ['https://127.0.0.1/', 'private-address'],
    ['https://2130706433/', 'private-address'],
    ['https://0x7f.1/', 'private-address'],
    ['https://017700000001/', 'private-address'],
    ['https://[::1]/', 'private-address'],
    ['https://[::ffff:127.0.0.1]/', 'private-address'],
    ['https://user:pass@good.example/', 'wrong-form'],
    ['https://good.example/#part', 'wrong-form'],
    ['ftp://good.example/', 'wrong-form'],
    ['file:///etc/passwd', 'wrong-form'],
    ['good.example', 'wrong-form'],
    [' https://good.example/', 'wrong-form'],
    ['https://good.example/\nhook', 'wrong-form'],
    ['https://good.example/a b', 'wrong-form'],
    ['', 'wrong-form'],
  ];
  for (const [url, fault] of CASES)
    test(`${url} is ${fault ?? 'taken'}`, async () => assert.equal(await judge(url), fault));
});

describe('a message', () => {
  const { send } = createReceivers({ allowPrivate: true });
  const hurried = createReceivers({ allowPrivate: true, timeoutMs: 300 });

  test('is sent in full, and its answer is returned', async () => {
    const got = Promise.withResolvers<object>();
    const url = await listen((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += String(piece)));
      request.on('end', () => {
        got.resolve({ method: request.method, id: request.headers['webhook-id'], body });
        response.writeHead(204).end();
      });
    });
    assert.deepEqual(await send(url, MESSAGE), { answered: 204, failure: null });
    assert.deepEqual(await got.promise, { method: 'POST', id: 'msg_1', body: MESSAGE.body });
  });

  for (const [status, failure] of [
    [302, 'redirected'],
    [307, 'redirected'],
    [400, 'refused'],
    [410, 'gone'],
    [500, 'refused'],
  ] as const)
    test(`is not delivered by a ${status}`, async () => {
      let asked = 0;
      const inner = await listen((_, response) => {
        asked += 1;
        response.end();
      });
      const url = await listen((_, response) => {
        response.writeHead(status, { location: inner }).end();
      });
      assert.deepEqual(await send(url, MESSAGE), { answered: status, failure });
      assert.equal(asked, 0, 'no redirect is followed');
    });

  for (const [answer, failure] of [
    ['101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x', 'no-connection'],
    ['099 Low\r\ncontent-length: 0', 'refused'],
    ['000 None\r\ncontent-length: 0', 'refused'],
  ] as const)
    test(`is not delivered by what is no response: ${answer.slice(0, 3)}`, async () => {
      const url = await listen(({ socket }) => socket.write(`HTTP/1.1 ${answer}\r\n\r\n`));
      assert.deepEqual(await send(url, MESSAGE), { answered: null, failure });
    });

  test('does not wait for a receiver that never answers', async () => {
    const url = await listen(() => undefined);
    assert.deepEqual(await hurried.send(url, MESSAGE), { answered: null, failure: 'too-slow' });
  });

  test('does not wait for a name that is never resolved', async () => {
    const lost = createReceivers({
      allowPrivate: false,
      timeoutMs: 300,
      resolve: async () => new Promise(() => undefined),
    });
    const sent = await lost.send('https://lost.example/', MESSAGE);
    assert.deepEqual(sent, { answered: null, failure: 'too-slow' });
    assert.equal(await lost.judge('https://lost.example/'), 'no-address');
  });

  test('does not read an endless answer', async () => {
    const url = await listen((_, response) => {
      response.writeHead(200);
      const filling = setInterval(() => response.write('x'.repeat(1_000_000)), 1);
      response.on('close', () => clearInterval(filling));
    });
    assert.deepEqual(await send(url, MESSAGE), { answered: 200, failure: null });
  });

  test('is not sent without a connection', async () => {
    const sent = await send('http://127.0.0.1:9/', MESSAGE);
    assert.deepEqual(sent, { answered: null, failure: 'no-connection' });
  });

  test('is not sent if its name resolves to a private address after the check', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const careful = createReceivers({
      allowPrivate: false,
      resolve: async () => (answers.shift() ?? []).map(addressOf),
    });
    assert.equal(await careful.judge('https://rebinding.example/'), undefined);
    const sent = await careful.send('https://rebinding.example/', MESSAGE);
    assert.deepEqual(sent, { answered: null, failure: 'private-address' });
    assert.equal(answers.length, 0, 'it is looked up once for a message');
  });
});
