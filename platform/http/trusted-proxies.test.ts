import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../testing/test-app.ts';

const FORGED = '198.51.100.9';
const cases = [
  { trusted: [], peer: '10.0.0.7', sees: '10.0.0.7', why: 'nobody is trusted' },
  { trusted: ['10.0.0.8'], peer: '10.0.0.7', sees: '10.0.0.7', why: 'a neighbour is trusted' },
  { trusted: ['10.0.0.7'], peer: '10.0.0.7', sees: FORGED, why: 'the proxy itself is' },
  { trusted: ['10.0.0.0/24'], peer: '10.0.0.7', sees: FORGED, why: 'its network is' },
  {
    trusted: ['10.0.0.7'],
    peer: '::ffff:10.0.0.7',
    sees: FORGED,
    why: 'it comes by a mapped address',
  },
  { trusted: ['fd00::/8'], peer: 'fd00::7', sees: FORGED, why: 'its IPv6 network is' },
];
for (const { trusted, peer, sees, why } of cases) {
  test(`X-Forwarded-For from ${peer} makes the client ${sees}: ${why}`, async () => {
    assert.equal(await addressSeen(trusted, peer, FORGED), sees);
  });
}

test('what a client writes before the address added by the proxy has no effect', async () => {
  const forwarded = `${FORGED}, 203.0.113.5`;
  assert.equal(await addressSeen(['10.0.0.7'], '10.0.0.7', forwarded), '203.0.113.5');
});

for (const { trusted, headers, warnings, why } of [
  { trusted: [], headers: { 'x-forwarded-for': FORGED }, warnings: 1, why: 'nobody is trusted' },
  { trusted: ['10.0.0.8'], headers: { 'x-forwarded-for': FORGED }, warnings: 1, why: 'another is' },
  { trusted: ['10.0.0.7'], headers: { 'x-forwarded-for': FORGED }, warnings: 0, why: 'it is' },
  { trusted: [], headers: {}, warnings: 0, why: 'it forwards for nobody' },
])
  test(`three requests from a proxy cause ${warnings} warnings: ${why}`, async () => {
    const logged: unknown[] = [];
    const app = await createTestApp(
      (server) => {
        server.setChildLoggerFactory((logger) =>
          Object.assign(Object.create(logger) as typeof logger, {
            warn: (...line: unknown[]) => void logged.push(line),
          }),
        );
        server.get('/ip', { config: { access: 'public' } }, async ({ ip }) => ({ ip }));
      },
      { trustedProxies: trusted },
    );
    for (let nth = 0; nth < 3; nth += 1)
      await app.inject({ url: '/ip', remoteAddress: '10.0.0.7', headers });
    await app.close();
    assert.equal(logged.length, warnings, JSON.stringify(logged));
    if (warnings > 0) assert.match(JSON.stringify(logged), /10\.0\.0\.7.*TRUSTED_PROXIES/);
  });

async function addressSeen(
  trustedProxies: readonly string[],
  remoteAddress: string,
  forwardedFor: string,
): Promise<string> {
  const app = await createTestApp(
    (server) => server.get('/ip', { config: { access: 'public' } }, async ({ ip }) => ({ ip })),
    { trustedProxies },
  );
  const headers = { 'x-forwarded-for': forwardedFor };
  const response = await app.inject({ url: '/ip', remoteAddress, headers });
  await app.close();
  return response.json<{ ip: string }>().ip;
}
