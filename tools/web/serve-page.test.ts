import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { servePage, type PageServer } from './serve-page.ts';

const SERVICES = {
  auth: 'http://localhost:8001',
  core: 'http://localhost:8002',
  billing: 'https://billing.example.org/path',
};
let folder: string;
let server: PageServer;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'page-test-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<meta name="services" content="%SERVICES%" />');
  writeFileSync(path.join(folder, 'assets/main-1a2b.js'), 'let page;'.repeat(100));
  server = await servePage(folder, SERVICES, { host: '127.0.0.1', port: 0 });
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function get(address: string, init: RequestInit = {}): Promise<Response> {
  return fetch(server.url.replace('localhost', '127.0.0.1') + address, init);
}

for (const address of ['/', '/houses/1', '/accounts/7?period=2026-10'])
  test(`${address} is the page, with the addresses of the services, and is revalidated each time`, async () => {
    const answer = await get(address);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /&quot;core&quot;:&quot;http:\/\/localhost:8002&quot;/);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.match(
      policy,
      /connect-src 'self' http:\S+8001 http:\S+8002 https:\/\/billing.example.org;/,
    );
  });

test('a file with a hash in its name is compressed and cached for ever', async () => {
  const answer = await get('/assets/main-1a2b.js');
  assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.ok(['br', 'gzip'].includes(answer.headers.get('content-encoding') ?? ''));
  assert.equal(await answer.text(), 'let page;'.repeat(100));
});

for (const address of [
  '/assets/gone.js',
  '/favicon.ico',
  '/assets/../package.json',
  '/%2e%2e/x.js',
])
  test(`${address} is a 404, not the page`, async () => {
    const answer = await get(address);
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  });

test('a POST is refused', async () => {
  assert.equal((await get('/', { method: 'POST', body: '{}' })).status, 405);
});
