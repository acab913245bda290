import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { readRefreshToken, refreshTokenFor } from './refresh-token.ts';

const key = deriveKeys(Buffer.from('one secret')).refresh;
const claim = { sessionId: randomUUID(), generation: 7 };
const token = refreshTokenFor(key, claim);

describe('the refresh token', () => {
  it('is the same text for the same claim, and can be read back', () => {
    assert.equal(refreshTokenFor(key, claim), token);
    assert.match(token, /^[A-Za-z0-9_-]+$/);
    assert.deepEqual(readRefreshToken(key, token), claim);
  });

  const repacked = (change: (text: string) => string): string =>
    Buffer.from(change(Buffer.from(token, 'base64url').toString())).toString('base64url');

  const FOREIGN = [
    ['an empty text', ''],
    ['any text', 'nonsense'],
    ['another secret', refreshTokenFor(deriveKeys(Buffer.from('other')).refresh, claim)],
    ['another purpose', refreshTokenFor(deriveKeys(Buffer.from('one secret')).csrf, claim)],
    ['another generation', repacked((text) => text.replace('.7.', '.8.'))],
    ['another session', repacked((text) => text.replace(claim.sessionId, randomUUID()))],
    ['no signature', repacked((text) => text.slice(0, text.lastIndexOf('.') + 1))],
    ['a shortened signature', token.slice(0, -2)],
    ['a second spelling of it', `${token}=`],
    ['a very long text', token.repeat(1_000)],
  ] as const;
  for (const [what, text] of FOREIGN) {
    it(`reads nothing from ${what}`, () => {
      assert.equal(readRefreshToken(key, text), undefined);
    });
  }
});
