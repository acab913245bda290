import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { accountTokenOf, isAddressOf, readAccountToken, type MailedAccount } from './mail-token.ts';

const [SECRET, OTHER] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const { links } = deriveKeys(SECRET);
const ACCOUNT = { organizationId: 2, houseId: 3, personalAccountId: 41 };
const ADDRESS = 'anna.sokolova@example.org';

function markedFor(account: Omit<MailedAccount, 'addressMark'>, ring = links): MailedAccount {
  const read = readAccountToken(ring, accountTokenOf(ring, account, ADDRESS));
  assert.ok(read);
  return read;
}

test('a link matches the address that its letter went to, in any case, and no other', () => {
  const read = markedFor(ACCOUNT);
  assert.deepEqual({ ...read, addressMark: '' }, { ...ACCOUNT, addressMark: '' });
  assert.ok(isAddressOf(links, read, ADDRESS.toUpperCase()));
  assert.ok(!isAddressOf(links, read, 'sokolova@example.org'));
});

test('the mark of an address can be checked only with the secret, or the previous one', () => {
  const read = markedFor(ACCOUNT);
  assert.match(read.addressMark, /^[0-9a-f]{24}$/);
  assert.ok(isAddressOf(deriveKeys(OTHER, SECRET).links, read, ADDRESS));
  assert.ok(!isAddressOf(deriveKeys(OTHER).links, read, ADDRESS));
});

test('two accounts with one address have different marks', () => {
  const other = { ...ACCOUNT, personalAccountId: 42 };
  assert.notEqual(markedFor(ACCOUNT).addressMark, markedFor(other).addressMark);
  assert.ok(!isAddressOf(links, { ...markedFor(ACCOUNT), ...other }, ADDRESS));
});

test('a link with any character changed is invalid', () => {
  const token = accountTokenOf(links, ACCOUNT, ADDRESS);
  for (let at = 0; at < token.length; at += 1)
    for (const sign of 'abcdefghijklmnopqrstuvwxyz0123456789.') {
      if (sign === token[at]) continue;
      const changed = token.slice(0, at) + sign + token.slice(at + 1);
      assert.equal(readAccountToken(links, changed), undefined, changed);
    }
});
