import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';

describe('recovery codes', () => {
  it('are ten, of 16 unambiguous letters and digits, and never the same', () => {
    const codes = Array.from({ length: 50 }, newRecoveryCodes).flat();
    assert.equal(new Set(codes).size, 500);
    for (const code of codes) assert.match(code, /^[A-HJ-NP-Z2-9]{4}(?:-[A-HJ-NP-Z2-9]{4}){3}$/);
    // 5 bits a character, if all 32 come up: 8,000 draws leave none out.
    assert.equal(new Set(codes.join('').replaceAll('-', '')).size, 32);
  });

  it('are the same in any case, with and without dashes and spaces', () => {
    const hash = recoveryCodeHash('ABCD-EFGH-JKLM-2345');
    assert.equal(hash.length, 32);
    for (const typed of ['abcdefghjklm2345', ' abcd efgh jklm 2345 ', 'Abcd-EfghJKLM--2345'])
      assert.deepEqual(recoveryCodeHash(typed), hash);
    for (const other of ['ABCD-EFGH-JKLM-2346', 'ABCD-EFGH-JKLM-234', '', '----'])
      assert.notDeepEqual(recoveryCodeHash(other), hash);
  });
});
