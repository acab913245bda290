// The signature follows Standard Webhooks: the test vector is from its specification.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { endOf, PAUSES_MS } from './deliver-webhooks.job.ts';
import {
  newSecret,
  openSecret,
  sealSecret,
  secretText,
  signatureHeaders,
} from './webhook-secret.ts';

const NOW = new Date('2026-07-01T09:00:00Z');

test('a message is signed as in Standard Webhooks', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    at: new Date(1_614_265_330_000),
  };
  assert.deepEqual(signatureHeaders(secret, message), {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a secret is shown in its format, and can be opened for its webhook only', () => {
  const { webhooks } = deriveKeys(Buffer.from('a secret of the tests'));
  const secret = newSecret();
  assert.match(secretText(secret), /^whsec_[\w+/]{43}=$/);
  const sealed = sealSecret(webhooks, 7, secret);
  assert.equal(sealed.bytes.length, 60);
  assert.deepEqual(Buffer.from(openSecret(webhooks, 7, sealed) ?? []), secret);
  assert.equal(openSecret(webhooks, 8, sealed), undefined);
});

test('a failed delivery is retried for three days with growing pauses, and then given up', () => {
  const failed = { answered: 500, failure: 'refused' } as const;
  let waitedMs = 0;
  for (let attempts = 1; attempts <= PAUSES_MS.length; attempts += 1) {
    const { status, nextAttemptAt } = endOf(failed, attempts, NOW);
    assert.equal(status, 'WAITING');
    waitedMs += nextAttemptAt.getTime() - NOW.getTime();
  }
  assert.ok(waitedMs >= 3 * 86_400_000 && waitedMs < 4 * 86_400_000, String(waitedMs));
  assert.equal(endOf(failed, PAUSES_MS.length + 1, NOW).status, 'GIVEN_UP');
  assert.equal(endOf({ answered: 410, failure: 'gone' }, 1, NOW).status, 'GIVEN_UP');
  assert.equal(endOf({ answered: 200, failure: null }, 1, NOW).status, 'DELIVERED');
});
