// nginx serves the page as our own server does: the same paths, headers and contents.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { securityHeaders } from '@kvartplata/platform/http/security-headers.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { ROOT } from '../platform/service-environment.ts';
import { pagePolicy } from '../web/page-html.ts';
import { servePage } from '../web/serve-page.ts';

const URLS = {
  auth: 'https://auth.example.org',
  core: 'https://core.example.org',
  billing: 'https://billing.example.org',
};
const template = readFileSync(path.join(ROOT, 'deploy/page/nginx.conf.template'), 'utf8');
const filled = template.replaceAll(/\$\{(\w+)_URL\}/g, (_all, name: string) => {
  const url = URLS[name.toLowerCase() as keyof typeof URLS];
  assert.ok(url, name);
  return url;
});

test('nginx sends the same content security policy as our own server', () => {
  assert.ok(filled.includes(`add_header content-security-policy "${pagePolicy(URLS)}" always;`));
});

const SAME = [
  'content-type',
  'cache-control',
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
];

async function answerOf(url: string, address: string): Promise<unknown> {
  const answer = await fetch(url + address, { headers: { 'accept-encoding': 'identity' } });
  const headers = SAME.map((name) => answer.headers.get(name));
  const body = await answer.text();
  if (answer.status !== 200)
    return { status: answer.status, kept: answer.headers.get('cache-control') };
  return { status: 200, headers, body };
}

test('nginx answers each address as our own server does', { skip: missing('nginx') }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  mkdirSync(path.join(folder, 'page/assets'), { recursive: true });
  writeFileSync(path.join(folder, 'page/index.html'), '<meta content="%SERVICES%" />');
  writeFileSync(path.join(folder, 'page/assets/main-1a2b.js'), 'let page;');
  writeFileSync(path.join(folder, 'page/icon.svg'), '<svg/>');
  const port = await freePort();
  const server = filled
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace(/root .*;/, `root ${folder}/page;`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors; events {}
     http { access_log off; ${temporary} ${server} }`,
  );
  const nginx = spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-p', folder], {
    stdio: 'inherit',
  });
  const own = await servePage(path.join(folder, 'page'), URLS, { host: '127.0.0.1', port: 0 });
  try {
    const url = `http://127.0.0.1:${port}`;
    await until('nginx answers', async () => (await fetch(url)).ok);
    const ownUrl = own.url.replace('localhost', '127.0.0.1');
    for (const address of [
      '/',
      '/index.html',
      '/houses/1',
      '/accounts/7?period=2026-10',
      '/assets/main-1a2b.js',
      '/icon.svg',
      '/assets/other.js',
      '/none.txt',
    ])
      assert.deepEqual(await answerOf(url, address), await answerOf(ownUrl, address), address);
    assert.equal((await fetch(url, { method: 'POST' })).status, 405);
    assert.equal(
      (await fetch(url)).headers.get('strict-transport-security'),
      securityHeaders(true)['strict-transport-security'],
    );
  } finally {
    const ended = once(nginx, 'close');
    nginx.kill();
    await ended;
    await own.stop();
    rmSync(folder, { recursive: true });
  }
});
