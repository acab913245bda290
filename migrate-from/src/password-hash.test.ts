import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswords } from '@kvartplata/auth-service/src/passwords/passwords.service.ts';
import { isUsableHash } from './password-hash.ts';

const SALT = 'c29tZXNhbHQ';
const HASH = 'RdescudvJCsgt3ub+b4dWRWJTmaaJObG';

const CASES: readonly (readonly [why: string, hash: string | null, usable: boolean])[] = [
  ['Argon2id of other costs', `$argon2id$v=19$m=65536,t=3,p=4$${SALT}$${HASH}`, true],
  ['none', null, false],
  ['an empty text', '', false],
  ['bcrypt', `$2b$12$${'a'.repeat(53)}`, false],
  ['Argon2i, which auth refuses', `$argon2i$v=19$m=65536,t=3,p=4$${SALT}$${HASH}`, false],
  ['an older version of Argon2', `$argon2id$v=16$m=65536,t=3,p=4$${SALT}$${HASH}`, false],
  ['no hash after the salt', `$argon2id$v=19$m=65536,t=3,p=4$${SALT}$`, false],
  ['a gigabyte a sign-in', `$argon2id$v=19$m=1048576,t=3,p=4$${SALT}$${HASH}`, false],
  ['a thousand passes', `$argon2id$v=19$m=65536,t=999,p=4$${SALT}$${HASH}`, false],
  ['less memory than its lanes need', `$argon2id$v=19$m=16,t=3,p=4$${SALT}$${HASH}`, false],
  ['a prefix of Passlib before it', `argon2$argon2id$v=19$m=65536,t=3,p=4$${SALT}$${HASH}`, false],
  ['a line end behind it', `$argon2id$v=19$m=65536,t=3,p=4$${SALT}$${HASH}\n`, false],
];
for (const [why, hash, usable] of CASES) {
  test(`a hash is ${usable ? 'kept' : 'not kept'}: ${why}`, () => {
    assert.equal(isUsableHash(hash), usable);
  });
}

test('a hash made by auth is kept, and auth can check every hash that is kept', async () => {
  const passwords = await createPasswords();
  assert.ok(isUsableHash(await passwords.hash('correct horse battery')));
  const other = `$argon2id$v=19$m=65536,t=3,p=4$${SALT}$${HASH}`;
  assert.equal(await passwords.verify(other, 'whatever'), false);
});
