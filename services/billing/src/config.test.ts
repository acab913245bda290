import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { ConfigurationError } from '@kvartplata/platform/config/config.ts';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import { readBillingConfig } from './config.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7));
const GIVEN = {
  APP_ENV: 'dev',
  DATABASE_URL: 'postgres://billing@localhost/billing',
  REDIS_URL: 'memory:',
  JWT_SECRET: KEY.toString('base64'),
  CORS_ORIGIN: 'http://localhost:3000',
  USE_HTTPS: 'false',
  DOMAIN: 'localhost',
  AUTH_SERVICE_URL: 'http://localhost:8001',
  CORE_SERVICE_URL: 'http://localhost:8002',
};

const folder = makeTemporaryFolder('billing-config-');
const file = path.join(folder, 'checkpoint.key');
after(() => rmSync(folder, { recursive: true }));

test('the key of the log of seals is read from its file', () => {
  writeFileSync(file, `${KEY.toString('base64')}\n`);
  const config = readBillingConfig({ ...GIVEN, CHECKPOINT_KEY_FILE: file });
  assert.deepEqual(config.checkpointKeyFile, KEY);
});

test('a key file that is missing, or holds no key, is reported by the name of its variable', () => {
  writeFileSync(file, 'hunter2');
  for (const named of [file, path.join(folder, 'none')])
    assert.throws(
      () => readBillingConfig({ ...GIVEN, CHECKPOINT_KEY_FILE: named, HTTP_PORT: 'abc' }),
      (error) => {
        assert.ok(error instanceof ConfigurationError, String(error));
        assert.deepEqual(
          error.problems.map((line) => line.split(' ', 1)[0]),
          ['HTTP_PORT', 'CHECKPOINT_KEY_FILE'],
        );
        assert.ok(!error.message.includes('hunter2'));
        return true;
      },
    );
});
