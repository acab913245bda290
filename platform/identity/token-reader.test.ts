import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCESS_TOKEN_TTL_SECONDS, signAccessToken } from './access-token.ts';
import { deriveKeys } from './keys.ts';
import { createTokenReader } from './token-reader.ts';

const { access } = deriveKeys(Buffer.alloc(32, 'test'));
const signedAt = new Date('2026-03-01T12:00:00Z');
const claims = { userId: 7, sessionId: 'a-session' };

async function sign(): Promise<string> {
  const details = { ...claims, authenticatedAt: signedAt, methods: ['pwd'] };
  return (await signAccessToken(access, details, signedAt)).token;
}

function later(seconds: number): Date {
  return new Date(signedAt.getTime() + seconds * 1000);
}

test('a token that was read is good until it expires, and no longer', async () => {
  const token = await sign();
  let now = later(ACCESS_TOKEN_TTL_SECONDS - 2);
  const read = createTokenReader(access, 'core', () => now);
  assert.deepEqual(await read(token), claims);
  now = later(ACCESS_TOKEN_TTL_SECONDS - 1);
  assert.deepEqual(await read(token), claims);
  now = later(ACCESS_TOKEN_TTL_SECONDS);
  assert.equal(await read(token), undefined);
});

test('a token from the future is refused when the clock is set back', async () => {
  const token = await sign();
  let now = later(1);
  const read = createTokenReader(access, 'core', () => now);
  assert.deepEqual(await read(token), claims);
  now = later(-60);
  assert.equal(await read(token), undefined);
});

test('a bad token is refused each time', async () => {
  const read = createTokenReader(access, 'core', () => later(1));
  const token = `${(await sign()).slice(0, -4)}AAAA`;
  assert.equal(await read(token), undefined);
  assert.equal(await read(token), undefined);
});
