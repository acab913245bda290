import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiKeyHashOf, newApiKey } from './api-key.ts';

test('each key is new, and has one hash', () => {
  const key = newApiKey();
  assert.notEqual(newApiKey(), key);
  assert.equal(apiKeyHashOf(key)?.length, 32);
  assert.deepEqual(apiKeyHashOf(key), apiKeyHashOf(key));
});

test('a text that differs from a key by one character is not a key', () => {
  const key = newApiKey();
  for (let at = 0; at < key.length; at += 1) {
    const other = key[at] === 'a' ? 'b' : 'a';
    assert.equal(apiKeyHashOf(key.slice(0, at) + other + key.slice(at + 1)), undefined);
    assert.equal(apiKeyHashOf(key.slice(0, at)), undefined);
  }
  for (const text of ['', 'kp_', `${key} `, `${key}\n`, `x${key}`, key + key])
    assert.equal(apiKeyHashOf(text), undefined);
});
