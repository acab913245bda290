import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveKeys } from '../identity/keys.ts';
import { createMemoryStore } from './memory-store.ts';
import { signValues } from './signed-values.ts';

const OURS = Buffer.alloc(32, 'ours');
const OTHER = Buffer.alloc(32, 'other');
const ring = deriveKeys(OURS).values;
const LONG_MS = 60_000;

async function stored(key: string, value: string): Promise<string> {
  const raw = createMemoryStore();
  await signValues(raw, ring).set(key, value, LONG_MS);
  return (await raw.get(key)) ?? '';
}

async function readFrom(text: string, { key = 'a', keys = ring, nowMs = Date.now } = {}) {
  const raw = createMemoryStore();
  await raw.set(key, text, LONG_MS);
  return signValues(raw, keys, nowMs).get(key);
}

for (const value of ['', '{"active":true}', 'два слова 😀', 'line\nline', 'x'.repeat(100_000)])
  test(`a value comes back unchanged: ${value.slice(0, 20)}`, async () => {
    assert.equal(await readFrom(await stored('a', value)), value);
  });

test('a deleted or missing value is undefined', async () => {
  const store = signValues(createMemoryStore(), ring);
  assert.equal(await store.get('a'), undefined);
  await store.set('a', '1', LONG_MS);
  await store.delete('a');
  assert.equal(await store.get('a'), undefined);
});

test('a value signed with the previous secret is accepted during a change of the secret', async () => {
  const text = await stored('a', '1');
  assert.equal(await readFrom(text, { keys: deriveKeys(OTHER, OURS).values }), '1');
  assert.equal(await readFrom(text, { keys: deriveKeys(OTHER).values }), undefined);
});

test('a value that is forged, changed, moved or kept too long is undefined', async () => {
  const text = await stored('session:1', '{"active":true}');
  const [mac = '', untilMs = ''] = text.split(' ', 2);
  const forged = [
    { text: '{"active":true}', why: 'no MAC' },
    { text: '', why: 'nothing' },
    { text: `${mac} ${untilMs} {"active":false}`, why: 'another value' },
    { text: `${mac} ${Number(untilMs) + 1} {"active":true}`, why: 'a longer life' },
    { text: `${'A'.repeat(43)} ${untilMs} {"active":true}`, why: 'a made-up MAC' },
    { text: mac, why: 'cut off' },
  ];
  for (const { text: one, why } of forged)
    assert.equal(await readFrom(one, { key: 'session:1' }), undefined, why);
  assert.equal(await readFrom(text, { key: 'session:2' }), undefined, 'of another key');
  const later = { key: 'session:1', nowMs: () => Number(untilMs) };
  assert.equal(await readFrom(text, later), undefined, 'over');
  assert.equal(await readFrom(text, { key: 'session:1' }), '{"active":true}');
});
