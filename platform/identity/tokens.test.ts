import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { encodePart, forge as forgeBy, without } from '../testing/forge.ts';
import { TEST_KEYS as KEYS } from '../testing/test-app.ts';
import { signAccessToken, verifyAccessToken, verifyAccessTokenOfAnyAge } from './access-token.ts';
import { csrfTokenFor, csrfTokenIsGood } from './csrf.ts';
import { deriveKeys, type KeyRing } from './keys.ts';
import { signServiceToken, verifyServiceToken } from './service-token.ts';

const NOW = new Date('2026-07-01T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const OTHER_KEYS = deriveKeys(Buffer.alloc(32, 'other'));

const HEADER = { alg: 'HS256', typ: 'at+jwt', kid: KEYS.access.current.kid };
const CLAIMS = {
  iss: 'auth',
  aud: ['auth', 'core', 'billing'],
  sub: '7',
  sid: 'session-1',
  jti: 'a',
  iat: SECONDS,
  nbf: SECONDS,
  exp: SECONDS + 600,
};
const SERVICE_HEADER = { alg: 'HS256', typ: 'svc+jwt', kid: KEYS.service.current.kid };
const SERVICE_CLAIMS = { iss: 'billing', aud: 'core', iat: SECONDS, exp: SECONDS + 60 };

const forge = (
  header: unknown,
  claims: unknown,
  ring: KeyRing = KEYS.access,
  hash?: string,
): string => forgeBy(header, claims, ring, hash);
const [HEAD = '', BODY = '', SIGNATURE = ''] = forge(HEADER, CLAIMS).split('.');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const rsaBody = `${encodePart({ ...HEADER, alg: 'RS256' })}.${BODY}`;
const service = await signServiceToken(KEYS.service, 'billing', 'core', NOW);

const brokenAccessTokens: { token: string; why: string }[] = [
  { token: '', why: 'nothing' },
  { token: 'x', why: 'no token' },
  { token: '..', why: 'three empty parts' },
  { token: 'null', why: 'a word' },
  { token: `${HEAD}.${BODY}`, why: 'no signature' },
  { token: `${HEAD}.${BODY}.`, why: 'an empty signature' },
  { token: `${HEAD}.${BODY}.${SIGNATURE.slice(0, -1)}`, why: 'a signature cut short' },
  { token: `${HEAD}.${BODY}.${SIGNATURE}=`, why: 'a padded signature' },
  { token: `${HEAD}.${BODY}. ${SIGNATURE}`, why: 'a space before the signature' },
  { token: `${HEAD}.${BODY}.${SIGNATURE}.x`, why: 'a part too many' },
  { token: `${HEAD}.${BODY}.${SIGNATURE.slice(1)}${SIGNATURE[0]}`, why: 'another signature' },
  { token: `${HEAD}.${encodePart({ ...CLAIMS, sub: '1' })}.${SIGNATURE}`, why: 'claims changed' },
  { token: `${encodePart({ ...HEADER, kid: 'x' })}.${BODY}.${SIGNATURE}`, why: 'header changed' },
  { token: `${encodePart({ ...HEADER, alg: 'none' })}.${BODY}.`, why: 'alg none' },
  { token: `${encodePart({ ...HEADER, alg: 'None' })}.${BODY}.${SIGNATURE}`, why: 'alg None' },
  { token: forge({ ...HEADER, alg: 'none' }, CLAIMS), why: 'alg none, signed all the same' },
  { token: forge({ ...HEADER, alg: 'HS512' }, CLAIMS, KEYS.access, 'sha512'), why: 'alg HS512' },
  { token: forge({ ...HEADER, alg: 'HS384' }, CLAIMS, KEYS.access, 'sha384'), why: 'alg HS384' },
  {
    token: `${rsaBody}.${sign('sha256', Buffer.from(rsaBody), rsa).toString('base64url')}`,
    why: 'alg RS256',
  },
  { token: forge(without(HEADER, 'alg'), CLAIMS), why: 'no alg' },
  { token: forge({ ...HEADER, alg: ['HS256'] }, CLAIMS), why: 'a list of algs' },
  { token: forge({ ...HEADER, typ: 'JWT' }, CLAIMS), why: 'another typ' },
  { token: forge({ ...HEADER, typ: 'svc+jwt' }, CLAIMS), why: 'the typ of a service token' },
  { token: forge(without(HEADER, 'typ'), CLAIMS), why: 'no typ' },
  { token: forge({ ...HEADER, kid: 'other' }, CLAIMS), why: 'another kid' },
  { token: forge(without(HEADER, 'kid'), CLAIMS), why: 'no kid' },
  { token: forge({ ...HEADER, crit: ['exp'] }, CLAIMS), why: 'a critical extension' },
  { token: forge({ ...HEADER, b64: false, crit: ['b64'] }, CLAIMS), why: 'an unencoded payload' },
  { token: forge(HEADER, { ...CLAIMS, iss: 'core' }), why: 'another issuer' },
  { token: forge(HEADER, without(CLAIMS, 'iss')), why: 'no issuer' },
  { token: forge(HEADER, { ...CLAIMS, aud: ['auth', 'billing'] }), why: 'not for this service' },
  { token: forge(HEADER, { ...CLAIMS, aud: 'CORE' }), why: 'an audience of another case' },
  { token: forge(HEADER, without(CLAIMS, 'aud')), why: 'no audience' },
  { token: forge(HEADER, { ...CLAIMS, exp: SECONDS }), why: 'over at this second' },
  { token: forge(HEADER, { ...CLAIMS, exp: SECONDS - 1 }), why: 'over' },
  { token: forge(HEADER, { ...CLAIMS, exp: `${SECONDS + 600}` }), why: 'an end that is a text' },
  { token: forge(HEADER, without(CLAIMS, 'exp')), why: 'no end' },
  { token: forge(HEADER, { ...CLAIMS, nbf: SECONDS + 6 }), why: 'not yet' },
  { token: forge(HEADER, without(CLAIMS, 'nbf')), why: 'no beginning' },
  { token: forge(HEADER, without(CLAIMS, 'iat')), why: 'no issue time' },
  { token: forge(HEADER, { ...CLAIMS, iat: SECONDS + 6 }), why: 'made in the future' },
  {
    token: forge(HEADER, { ...CLAIMS, iat: SECONDS - 601, exp: SECONDS + 86_400 }),
    why: 'older than a token gets, whatever its end',
  },
  { token: forge(HEADER, without(CLAIMS, 'jti')), why: 'no id' },
  { token: forge(HEADER, { ...CLAIMS, jti: 7 }), why: 'an id that is a number' },
  { token: forge(HEADER, without(CLAIMS, 'sid')), why: 'no session' },
  { token: forge(HEADER, { ...CLAIMS, sid: 7 }), why: 'a session that is a number' },
  { token: forge(HEADER, { ...CLAIMS, sid: '' }), why: 'an empty session' },
  { token: forge(HEADER, { ...CLAIMS, sid: '..' }), why: 'a session that is another path' },
  {
    token: forge(HEADER, { ...CLAIMS, sid: 's'.repeat(65) }),
    why: 'a session too long to ask for',
  },
  { token: forge(HEADER, without(CLAIMS, 'sub')), why: 'no user' },
  { token: forge(HEADER, { ...CLAIMS, sub: 7 }), why: 'a user that is a number' },
  { token: forge(HEADER, { ...CLAIMS, sub: '0' }), why: 'user 0' },
  { token: forge(HEADER, { ...CLAIMS, sub: '-7' }), why: 'a user below 0' },
  { token: forge(HEADER, { ...CLAIMS, sub: '7 or 1=1' }), why: 'a user that is SQL' },
  { token: forge(HEADER, { ...CLAIMS, sub: '9007199254740993' }), why: 'a user past 2^53' },
  { token: forge(HEADER, 'not json'), why: 'claims that are no JSON' },
  { token: forge(HEADER, [CLAIMS]), why: 'claims in a list' },
  { token: forge('not json', CLAIMS), why: 'a header that is no JSON' },
  { token: forge(HEADER, CLAIMS, OTHER_KEYS.access), why: 'another secret' },
  { token: forge(HEADER, CLAIMS, KEYS.csrf), why: 'the key of another purpose' },
  { token: service, why: 'a service token' },
  { token: forge(HEADER, CLAIMS, KEYS.service), why: 'made by a service with its own key' },
];

test('there are enough broken tokens for a meaningful test', () => {
  assert.ok(brokenAccessTokens.length >= 40);
  assert.equal(
    new Set(brokenAccessTokens.map(({ token }) => token)).size,
    brokenAccessTokens.length,
  );
});

for (const { token, why } of brokenAccessTokens) {
  test(`an access token is refused: ${why}`, async () => {
    assert.equal(await verifyAccessToken(KEYS.access, 'core', token, NOW), undefined);
  });
}

test('the test forge makes good tokens when nothing is changed', async () => {
  const claims = { userId: 7, sessionId: 'session-1' };
  assert.deepEqual(
    await verifyAccessToken(KEYS.access, 'core', forge(HEADER, CLAIMS), NOW),
    claims,
  );
  const token = forge(SERVICE_HEADER, SERVICE_CLAIMS, KEYS.service);
  assert.equal(await verifyServiceToken(KEYS.service, 'core', token, NOW), 'billing');
});

test('an access token is good for all three services for ten minutes, and reveals nothing about the user', async () => {
  const details = { userId: 7, sessionId: 's', authenticatedAt: NOW, methods: ['pwd'] };
  const { token, expiresAt } = await signAccessToken(KEYS.access, details, NOW);
  for (const audience of ['auth', 'core', 'billing'])
    assert.deepEqual(await verifyAccessToken(KEYS.access, audience, token, NOW), {
      userId: 7,
      sessionId: 's',
    });
  assert.equal(await verifyAccessToken(KEYS.access, 'web', token, NOW), undefined);
  assert.equal(expiresAt.toISOString(), '2026-07-01T12:10:00.000Z');
  const justBefore = new Date(expiresAt.getTime() - 1000);
  assert.ok(await verifyAccessToken(KEYS.access, 'core', token, justBefore));
  assert.equal(await verifyAccessToken(KEYS.access, 'core', token, expiresAt), undefined);
  const claims = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  ) as object;
  assert.deepEqual(Object.keys(claims).sort(), [
    'amr',
    'aud',
    'auth_time',
    'exp',
    'iat',
    'iss',
    'jti',
    'nbf',
    'sid',
    'sub',
  ]);
});

test('an expired token still names the session to end, a forged one does not', async () => {
  const old = forge(HEADER, { ...CLAIMS, iat: 1000, nbf: 1000, exp: 1600 });
  assert.equal((await verifyAccessTokenOfAnyAge(KEYS.access, 'auth', old))?.sessionId, 'session-1');
  for (const token of ['', 'x.y.z', forge(HEADER, CLAIMS, OTHER_KEYS.access), service])
    assert.equal(await verifyAccessTokenOfAnyAge(KEYS.access, 'auth', token), undefined);
});

const brokenServiceTokens: { token: string; why: string }[] = [
  { token: '', why: 'nothing' },
  { token: forge(HEADER, CLAIMS), why: "a user's token" },
  { token: forge(HEADER, CLAIMS, KEYS.service), why: "a user's token with the service key" },
  { token: forge(SERVICE_HEADER, SERVICE_CLAIMS, KEYS.access), why: 'the key of access tokens' },
  { token: forge(SERVICE_HEADER, SERVICE_CLAIMS, OTHER_KEYS.service), why: 'another secret' },
  {
    token: forge(SERVICE_HEADER, { ...SERVICE_CLAIMS, aud: 'auth' }, KEYS.service),
    why: 'meant for another service',
  },
  {
    token: forge(SERVICE_HEADER, { ...SERVICE_CLAIMS, exp: SECONDS }, KEYS.service),
    why: 'over',
  },
  { token: forge(SERVICE_HEADER, without(SERVICE_CLAIMS, 'exp'), KEYS.service), why: 'no end' },
  {
    token: forge(SERVICE_HEADER, { ...SERVICE_CLAIMS, iat: SECONDS - 61 }, KEYS.service),
    why: 'older than a minute, whatever its end',
  },
  {
    token: forge(SERVICE_HEADER, { ...SERVICE_CLAIMS, iss: 7 }, KEYS.service),
    why: 'a caller that is a number',
  },
  { token: forge(SERVICE_HEADER, without(SERVICE_CLAIMS, 'iss'), KEYS.service), why: 'no caller' },
  {
    token: forge({ ...SERVICE_HEADER, alg: 'HS512' }, SERVICE_CLAIMS, KEYS.service, 'sha512'),
    why: 'alg HS512',
  },
  {
    token: forge({ ...SERVICE_HEADER, typ: 'at+jwt' }, SERVICE_CLAIMS, KEYS.service),
    why: 'the typ of access tokens',
  },
  {
    token: forge({ ...SERVICE_HEADER, kid: KEYS.access.current.kid }, SERVICE_CLAIMS, KEYS.service),
    why: 'the kid of another key',
  },
  {
    token: `${encodePart({ ...SERVICE_HEADER, alg: 'none' })}.${encodePart(SERVICE_CLAIMS)}.`,
    why: 'none',
  },
];
for (const { token, why } of brokenServiceTokens) {
  test(`a service token is refused: ${why}`, async () => {
    assert.equal(await verifyServiceToken(KEYS.service, 'core', token, NOW), undefined);
  });
}

test('a service token is good for one service and one minute', async () => {
  assert.equal(await verifyServiceToken(KEYS.service, 'core', service, NOW), 'billing');
  assert.equal(await verifyServiceToken(KEYS.service, 'auth', service, NOW), undefined);
  const later = new Date(NOW.getTime() + 60_000);
  assert.equal(await verifyServiceToken(KEYS.service, 'core', service, later), undefined);
});

test('every purpose has its own key, the same at every start', () => {
  const secrets = Object.values(KEYS).map(({ current }) =>
    Buffer.from(current.secret).toString('hex'),
  );
  assert.equal(new Set(secrets).size, secrets.length);
  assert.deepEqual(deriveKeys(Buffer.alloc(32, 'test')), KEYS);
});

test('during a change of the secret, tokens of the previous one stay good and the new one signs', async () => {
  const old = deriveKeys(Buffer.alloc(32, 'old'));
  const both = deriveKeys(Buffer.alloc(32, 'new'), Buffer.alloc(32, 'old'));
  const fresh = deriveKeys(Buffer.alloc(32, 'new'));
  const details = { userId: 7, sessionId: 's', authenticatedAt: NOW, methods: ['pwd'] };
  const before = (await signAccessToken(old.access, details, NOW)).token;
  const since = (await signAccessToken(both.access, details, NOW)).token;
  assert.ok(await verifyAccessToken(both.access, 'core', before, NOW));
  assert.ok(await verifyAccessToken(fresh.access, 'core', since, NOW));
  assert.equal(await verifyAccessToken(fresh.access, 'core', before, NOW), undefined);
  assert.equal(await verifyAccessToken(old.access, 'core', since, NOW), undefined);
  const ofService = await signServiceToken(old.service, 'billing', 'core', NOW);
  assert.equal(await verifyServiceToken(both.service, 'core', ofService, NOW), 'billing');
  assert.equal(await verifyServiceToken(fresh.service, 'core', ofService, NOW), undefined);
  const csrf = csrfTokenFor(old.csrf, 'nonce', 's');
  assert.ok(csrfTokenIsGood(both.csrf, csrf, 'nonce', 's'));
  assert.ok(!csrfTokenIsGood(fresh.csrf, csrf, 'nonce', 's'));
});
