import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKeyLimits } from './api-key-limits.ts';

function atNoon() {
  let nowMs = Date.parse('2026-07-01T12:00:10Z');
  return { limits: createApiKeyLimits(() => new Date(nowMs)), pass: (ms: number) => (nowMs += ms) };
}

test('a key may ask three thousand times a minute, without affecting others', () => {
  const { limits, pass } = atNoon();
  for (let times = 0; times < 3_000; times += 1) limits.countUse(1);
  assert.throws(() => limits.countUse(1), { code: 'too-many-requests', retryAfterSeconds: 50 });
  limits.countUse(2);
  pass(50_000);
  limits.countUse(1);
});

test('an address that sends three hundred bad keys is refused for the rest of the minute', () => {
  const { limits, pass } = atNoon();
  for (let times = 0; times < 300; times += 1) {
    limits.refuseGuesser('2001:db8::1');
    limits.countFailure(`2001:db8::${times}`);
  }
  assert.throws(() => limits.refuseGuesser('2001:db8::2'), { code: 'too-many-requests' });
  limits.refuseGuesser('192.0.2.1');
  pass(50_000);
  limits.refuseGuesser('2001:db8::1');
});
