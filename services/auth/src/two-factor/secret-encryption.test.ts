import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { decryptSecret, encryptSecret } from './secret-encryption.ts';
import { newTotpSecret } from './totp.ts';

const OLD = Buffer.from('the old secret');
const NEW = Buffer.from('the new secret');
const ring = deriveKeys(OLD).totp;
const secret = newTotpSecret();
const stored = encryptSecret(ring, 7, secret);

describe('a secret at rest', () => {
  it('opens for its user with its key, also once that key is the previous one', () => {
    for (const opening of [ring, deriveKeys(NEW, OLD).totp])
      assert.deepEqual(Buffer.from(decryptSecret(opening, 7, stored) ?? []), Buffer.from(secret));
  });

  it('does not reveal the secret, and never looks the same twice', () => {
    assert.equal(stored.bytes.includes(secret), false);
    assert.notDeepEqual(encryptSecret(ring, 7, secret).bytes, stored.bytes);
  });

  const flipped = (index: number): Buffer => {
    const bytes = Buffer.from(stored.bytes);
    bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index);
    return bytes;
  };
  const CLOSED = [
    ['for another user', ring, 8, stored],
    ['under another key', deriveKeys(NEW).totp, 7, stored],
    ['under a key of another purpose', deriveKeys(OLD).csrf, 7, stored],
    ['under another key by the same name', ring, 7, encryptedUnderOther()],
    ['with a changed nonce', ring, 7, { ...stored, bytes: flipped(0) }],
    ['with a changed text', ring, 7, { ...stored, bytes: flipped(15) }],
    ['with a changed tag', ring, 7, { ...stored, bytes: flipped(stored.bytes.length - 1) }],
    ['when it is cut short', ring, 7, { ...stored, bytes: stored.bytes.subarray(0, -1) }],
  ] as const;
  for (const [how, opening, userId, row] of CLOSED) {
    it(`does not open ${how}`, () => {
      assert.equal(decryptSecret(opening, userId, row), undefined);
    });
  }
});

function encryptedUnderOther() {
  return { ...encryptSecret(deriveKeys(NEW).totp, 7, secret), kid: ring.current.kid };
}
