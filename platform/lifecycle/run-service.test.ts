import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { explainStartFailure } from './run-service.ts';

test('a port in use is named', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const second = createServer().listen(port, '127.0.0.1');
  const [error] = (await once(second, 'error')) as [Error];
  first.close();
  assert.equal(explainStartFailure(error), `the port 127.0.0.1:${port} is already in use`);
});

test('a port that this user may not open is reported as such', () => {
  const error = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), {
    code: 'EACCES',
    syscall: 'listen',
    address: '0.0.0.0',
    port: 80,
  });
  assert.equal(explainStartFailure(error), 'the port 0.0.0.0:80 may not be opened by this user');
});

test('a folder that this user may not write to is not reported as a port', () => {
  const words = "EACCES: permission denied, mkdir '/backups/2026-11-22'";
  const error = Object.assign(new Error(words), {
    code: 'EACCES',
    syscall: 'mkdir',
    path: '/backups/2026-11-22',
  });
  assert.equal(explainStartFailure(error), words);
});
