import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  getCoreVersion,
  getSystemVersion,
  SystemVersion,
} from '@kvartplata/contracts/core/version.ts';
import { Check } from 'typebox/value';
import { createTestApp } from '../../testing/test-app.ts';
import { findSystemVersion, readSystemVersion } from './version.service.ts';

const BUILD = {
  version: '0.1.0',
  buildTime: '2026-08-01T00:00:00Z',
  commit: 'abc1234',
  branch: 'main',
};
const UNKNOWN = { version: 'unknown', buildTime: 'unknown', commit: 'unknown', branch: 'unknown' };
const AWAY = 'http://127.0.0.1:9';

/** Runs `work` with the address of a service that has this response to /health. */
async function withHealth(
  answer: (response: ServerResponse) => void,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const server: Server = createServer((_request, response) => answer(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  try {
    await work(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function versionsOf(authServiceUrl: string, billingServiceUrl: string) {
  return findSystemVersion(
    { systemVersion: '0.1.0', buildInfo: BUILD, authServiceUrl, billingServiceUrl },
    'test',
  );
}

test('the versions of all three services are returned, those of the others as they report them', async () => {
  const other = { ...BUILD, version: '0.2.3' };
  const send = (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: 'ok', ...other }));
  };
  await withHealth(send, async (url) => {
    const versions = await versionsOf(url, url);
    assert.ok(Check(SystemVersion, versions));
    assert.deepEqual(versions, {
      system: '0.1.0',
      frontend: '0.1.0',
      services: { core: BUILD, auth: other, billing: other },
    });
  });
});

const badAnswers = [
  {
    why: 'an error',
    send: (response: ServerResponse) => void response.writeHead(503).end('{"status":"ok"}'),
  },
  { why: 'a page', send: (response: ServerResponse) => void response.end('<html></html>') },
  { why: 'other JSON', send: (response: ServerResponse) => void response.end('{"version":1}') },
  {
    why: 'a redirect',
    send: (response: ServerResponse) => void response.writeHead(302, { location: AWAY }).end(),
  },
  { why: 'nothing for ever', send: () => undefined },
];
for (const { why, send } of badAnswers) {
  test(`a service that answers ${why} is unknown within 2 seconds`, async () => {
    await withHealth(send, async (url) => {
      const startedMs = performance.now();
      const { services } = await versionsOf(url, AWAY);
      assert.ok(performance.now() - startedMs < 10_000);
      assert.deepEqual([services.auth, services.billing], [UNKNOWN, UNKNOWN]);
      assert.deepEqual(services.core, BUILD);
    });
  });
}

test('both routes are public and answer while the other services are unavailable', async () => {
  const core = await createTestApp();
  try {
    const all = await core.app.inject(addressOf(getSystemVersion));
    assert.equal(all.statusCode, 200);
    assert.deepEqual(all.json(), {
      system: '0.1.0',
      frontend: '0.1.0',
      services: { core: BUILD, auth: UNKNOWN, billing: UNKNOWN },
    });
    const own = await core.app.inject(addressOf(getCoreVersion));
    assert.equal(own.statusCode, 200);
    assert.deepEqual(own.json(), BUILD);
  } finally {
    await core.close();
  }
});

test("the system's version is the repository's", () => {
  assert.match(readSystemVersion(), /^\d+\.\d+\.\d+/);
});
