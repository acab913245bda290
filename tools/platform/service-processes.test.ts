import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inherited } from './service-processes.ts';

test('a service inherits the system’s certificates and temporary folder, and nothing meant for others', () => {
  const given = {
    PATH: '/bin',
    TMPDIR: '/var/tmp',
    NODE_EXTRA_CA_CERTS: '/etc/own.pem',
    HTTP_PORT: '80',
    DATABASE_URL: 'postgres://another/',
  };
  const { PATH, TMPDIR, NODE_EXTRA_CA_CERTS } = given;
  assert.deepEqual(inherited(given), { PATH, TMPDIR, NODE_EXTRA_CA_CERTS });
  assert.deepEqual(inherited({ PATH, TMPDIR: '' }), { PATH });
});
