import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { bodyOf, sendRaw } from '../testing/raw-http.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** More than what the buffers on the way hold. */
const MUCH = 'x'.repeat(8_388_608);
const CLOSE = 'Connection: close\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const TOLD = `Content-Length: ${MUCH.length}\r\n`;

let service: TestApp;

before(async () => {
  service = await openTestApp(
    (app) => void app.post('/things', { config: { access: 'public' } }, async () => ({})),
  );
});
after(async () => service.close());

const refused = [
  { path: '/things', headers: JSON_TYPE + TOLD, code: 'body-too-large', why: 'its length is told' },
  {
    path: '/things',
    headers: `${JSON_TYPE}Transfer-Encoding: chunked\r\n`,
    body: `${MUCH.length.toString(16)}\r\n${MUCH}\r\n0\r\n\r\n`,
    code: 'body-too-large',
    why: 'its length is not told',
  },
  {
    path: '/things',
    headers: `Content-Type: text/plain\r\n${TOLD}`,
    code: 'unsupported-media-type',
    why: 'its type is not read',
  },
  {
    path: '/nothing',
    headers: JSON_TYPE + TOLD,
    code: 'route-not-found',
    why: 'nobody reads it there',
  },
];
for (const { path, headers, body = MUCH, code, why } of refused) {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}`;

  test(`a client that sends everything before reading gets ${code}, and the end: ${why}`, async () => {
    const answer = await sendRaw(service.port, `${head}${CLOSE}\r\n${body}`);
    assert.match(answer, /^HTTP\/1\.1 4/);
    assert.equal((bodyOf(answer) as Problem).code, code);
  });

  test(`a client that goes on after a refused body is answered: ${code}, ${why}`, async () => {
    const next = `GET /health HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`;
    const answers = await sendRaw(service.port, `${head}\r\n${body}${next}`);
    const [first = '', second = ''] = answers.split(/(?=HTTP\/1\.1 )/);
    assert.equal((bodyOf(first) as Problem).code, code);
    assert.match(second, /^HTTP\/1\.1 200 /);
  });
}
