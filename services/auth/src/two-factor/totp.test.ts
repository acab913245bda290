import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { codeAt } from '../testing/authenticator.ts';
import { base32Of, findTotpStep, newTotpSecret, otpauthUriOf } from './totp.ts';

/** RFC 6238, appendix B, SHA-1: the secret, and the last 6 digits of its 8-digit codes. */
const RFC_SECRET = Buffer.from('12345678901234567890');
const RFC_VECTORS = [
  ['1970-01-01T00:00:59Z', 1, '287082'],
  ['2005-03-18T01:58:29Z', 37_037_036, '081804'],
  ['2005-03-18T01:58:31Z', 37_037_037, '050471'],
  ['2009-02-13T23:31:30Z', 41_152_263, '005924'],
  ['2033-05-18T03:33:20Z', 66_666_666, '279037'],
  ['2603-10-11T11:33:20Z', 666_666_666, '353130'],
] as const;

const AT = new Date('2026-07-01T09:00:10Z');
const STEP = AT.getTime() / 30_000 - 1 / 3;

describe('a code of an authenticator', () => {
  for (const [at, step, code] of RFC_VECTORS) {
    it(`is ${code} at ${at}, as RFC 6238 has it`, () => {
      assert.equal(findTotpStep(RFC_SECRET, code, new Date(at)), step);
    });
  }

  for (const [stepsAway, found] of [
    [-2, undefined],
    [-1, STEP - 1],
    [0, STEP],
    [1, STEP + 1],
    [2, undefined],
  ] as const) {
    it(`is ${found === undefined ? 'not good' : 'good'} ${stepsAway} steps away`, () => {
      const code = codeAt(base32Of(RFC_SECRET), AT, stepsAway);
      assert.equal(findTotpStep(RFC_SECRET, code, AT), found);
    });
  }

  it('belongs to one secret, and each setup has a new one of 160 bits', () => {
    const secrets = Array.from({ length: 20 }, newTotpSecret);
    assert.equal(new Set(secrets.map(base32Of)).size, 20);
    for (const secret of secrets) assert.equal(secret.length, 20);
    const [one, other] = secrets as [Uint8Array, Uint8Array];
    const codes = Array.from({ length: 10 }, (_, step) => codeAt(base32Of(one), AT, step));
    const good = codes.filter(
      (code, step) =>
        findTotpStep(other, code, new Date(AT.getTime() + step * 30_000)) !== undefined,
    );
    assert.ok(good.length < 2, 'the codes of one secret pass for those of another');
  });

  it('matches that of oathtool', { skip: missing('oathtool') }, () => {
    for (const at of [AT, new Date('2026-12-31T23:59:59Z'), new Date('2038-01-19T03:14:08Z')]) {
      const secret = newTotpSecret();
      const now = at
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z/, ' UTC');
      const shown = spawnSync('oathtool', ['--totp', '-b', `--now=${now}`, base32Of(secret)]);
      const code = shown.stdout.toString().trim();
      assert.match(code, /^\d{6}$/, shown.stderr.toString());
      assert.equal(findTotpStep(secret, code, at), Math.floor(at.getTime() / 30_000));
    }
  });
});

describe('the URI for an authenticator', () => {
  it('names the issuer, the user and how codes are made', () => {
    const url = new URL(otpauthUriOf(RFC_SECRET, 'иван'));
    assert.equal(url.protocol, 'otpauth:');
    assert.equal(url.host, 'totp');
    assert.equal(decodeURIComponent(url.pathname), '/Kvartplata:иван');
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      issuer: 'Kvartplata',
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
