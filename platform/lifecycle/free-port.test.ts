import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const AT_ONCE = 300;
const FIND_MANY = `
  import { freePort } from ${JSON.stringify(import.meta.resolve('./free-port.ts'))};
  const found = await Promise.all(Array.from({ length: ${AT_ONCE} }, () => freePort()));
  console.log(JSON.stringify(found));
`;

test('no port is returned twice, by one process or by two', async () => {
  const ours = await Promise.all(Array.from({ length: AT_ONCE }, async () => freePort()));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    FIND_MANY,
  ]);
  const theirs = JSON.parse(stdout) as number[];
  assert.equal(new Set([...ours, ...theirs]).size, 2 * AT_ONCE);
});

test('a preferred port is returned when nobody listens there', async () => {
  const preferred = await freePort();
  assert.equal(await freePort(preferred), preferred);
  const server = createServer().listen(preferred, '127.0.0.1');
  await once(server, 'listening');
  assert.notEqual(await freePort(preferred), preferred);
  server.close();
});
