// Texts that look like an access token but are not valid, because of the token itself: its header, its key, its signature, its
// form. Well-formed tokens with wrong claims are in broken-claims.ts.
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import type { Keys, KeyRing } from '@kvartplata/platform/identity/keys.ts';
import { encodePart, forge, forgeWith } from '@kvartplata/platform/testing/forge.ts';

/** What a forger might have. */
export type Material = {
  /** The secret that all keys are derived from. */
  readonly secret: Buffer;
  readonly keys: Keys;
  readonly keysOfOthers: Keys;
  /** A valid access token, and its content. */
  readonly token: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly refreshToken: string;
  readonly csrfToken: string;
  readonly nowSeconds: number;
  readonly userIdOfAnother: number;
  readonly sessionOfAnother: string;
  readonly endedSession: string;
  readonly expiredSession: string;
};

export type BrokenToken = {
  readonly why: string;
  /** @param asked the service that gets the token */
  readonly token: (material: Material, asked: ServiceName) => string;
};

type Make = BrokenToken['token'];
type Fields = Readonly<Record<string, unknown>>;

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');

/** Signed with the right key: only the header is wrong. An undefined field is left out. */
const headed =
  (change: Fields, hash?: string): Make =>
  ({ header, claims, keys }) =>
    forge({ ...header, ...change }, claims, keys.access, hash);

const signedBy =
  (ringOf: (material: Material) => KeyRing): Make =>
  (material) =>
    forge(material.header, material.claims, ringOf(material));

/** With the `kid` of the key that signed it. */
const namedAndSignedBy =
  (ringOf: (material: Material) => KeyRing): Make =>
  (material) => {
    const ring = ringOf(material);
    return forge({ ...material.header, kid: ring.current.kid }, material.claims, ring);
  };

const withSecret =
  (secretOf: (material: Material) => string | Buffer, change: Fields = {}): Make =>
  (material) =>
    forgeWith({ ...material.header, ...change }, material.claims, (body) =>
      createHmac('sha256', secretOf(material)).update(body).digest(),
    );

const asymmetric =
  (alg: string, key: KeyObject, hash: string | undefined): Make =>
  ({ header, claims }) =>
    forgeWith({ ...header, alg }, claims, (body) => sign(hash, Buffer.from(body), key));

type Parts = { readonly head: string; readonly body: string; readonly signature: string };

const reshaped =
  (change: (parts: Parts, material: Material) => string): Make =>
  (material) => {
    const [head = '', body = '', signature = ''] = material.token.split('.');
    return change({ head, body, signature }, material);
  };

const UNSIGNED = ['none', 'None', 'NONE', 'nOnE', 'none ', ''];

const OTHER_HEADERS: readonly BrokenToken[] = [
  ...UNSIGNED.flatMap((alg) => [
    {
      why: `the algorithm "${alg}" without a signature`,
      token: ({ header, claims }: Material) =>
        `${encodePart({ ...header, alg })}.${encodePart(claims)}.`,
    },
    { why: `the algorithm "${alg}", signed all the same`, token: headed({ alg }) },
  ]),
  { why: 'no algorithm', token: headed({ alg: undefined }) },
  { why: 'an algorithm that is null', token: headed({ alg: null }) },
  { why: 'a list of algorithms', token: headed({ alg: ['HS256'] }) },
  { why: 'the algorithm in small letters', token: headed({ alg: 'hs256' }) },
  { why: 'HS384 with our key', token: headed({ alg: 'HS384' }, 'sha384') },
  { why: 'HS512 with our key', token: headed({ alg: 'HS512' }, 'sha512') },
  { why: 'HS256 in name, HS512 in deed', token: headed({}, 'sha512') },
  { why: 'RS256', token: asymmetric('RS256', rsa.privateKey, 'sha256') },
  { why: 'RS512', token: asymmetric('RS512', rsa.privateKey, 'sha512') },
  { why: 'ES256', token: asymmetric('ES256', ec.privateKey, 'sha256') },
  { why: 'EdDSA', token: asymmetric('EdDSA', ed.privateKey, undefined) },
  { why: 'RS256 in name, our HMAC in deed', token: headed({ alg: 'RS256' }) },
  {
    why: 'a public key taken for a secret',
    token: withSecret(() => rsa.publicKey.export({ type: 'spki', format: 'pem' })),
  },
  { why: 'typ JWT', token: headed({ typ: 'JWT' }) },
  { why: 'the typ of a service token', token: headed({ typ: 'svc+jwt' }) },
  { why: 'the typ of an ID token', token: headed({ typ: 'id+jwt' }) },
  { why: 'no typ', token: headed({ typ: undefined }) },
  { why: 'an empty typ', token: headed({ typ: '' }) },
  { why: 'a typ that is a list', token: headed({ typ: ['at+jwt'] }) },
  { why: 'no kid', token: headed({ kid: undefined }) },
  { why: 'an empty kid', token: headed({ kid: '' }) },
  { why: 'a kid that is null', token: headed({ kid: null }) },
  { why: 'a kid that is a list', token: headed({ kid: ['a'] }) },
  { why: 'a kid of nobody', token: headed({ kid: 'AAAAAAAA' }) },
  { why: 'a kid that is a path', token: headed({ kid: '../../../../dev/null' }) },
  { why: 'a kid that is SQL', token: headed({ kid: "' or '1'='1" }) },
  { why: 'a kid that is a property of every object', token: headed({ kid: '__proto__' }) },
  { why: 'an extension that must be understood', token: headed({ crit: ['exp'] }) },
  { why: 'an unknown critical extension', token: headed({ crit: ['x'], x: 1 }) },
  { why: 'an unencoded payload', token: headed({ b64: false, crit: ['b64'] }) },
  {
    why: 'a key that it brings along',
    token: withSecret(() => 'x'.repeat(32), {
      jwk: { kty: 'oct', k: encodePart('x'.repeat(32)) },
    }),
  },
  {
    why: 'a key that is to be fetched',
    token: withSecret(() => 'x'.repeat(32), { jku: 'http://127.0.0.1:9/keys' }),
  },
  { why: 'a header that is a list', token: ({ claims, keys }) => forge([], claims, keys.access) },
  { why: 'a header that is null', token: ({ claims, keys }) => forge(null, claims, keys.access) },
  { why: 'a header that is no JSON', token: ({ claims, keys }) => forge('{', claims, keys.access) },
];

const OTHER_KEYS: readonly BrokenToken[] = [
  { why: 'the key of service tokens', token: signedBy(({ keys }) => keys.service) },
  { why: 'the key of CSRF tokens', token: signedBy(({ keys }) => keys.csrf) },
  { why: 'the key of refresh tokens', token: signedBy(({ keys }) => keys.refresh) },
  { why: 'the key of second factors', token: signedBy(({ keys }) => keys.totp) },
  { why: 'the named key of service tokens', token: namedAndSignedBy(({ keys }) => keys.service) },
  { why: 'the named key of CSRF tokens', token: namedAndSignedBy(({ keys }) => keys.csrf) },
  {
    why: "another installation's key",
    token: signedBy((material) => material.keysOfOthers.access),
  },
  {
    why: "another installation's named key",
    token: namedAndSignedBy((material) => material.keysOfOthers.access),
  },
  { why: 'the secret itself for a key', token: withSecret(({ secret }) => secret) },
  { why: 'its base64 for a key', token: withSecret(({ secret }) => secret.toString('base64')) },
  { why: 'an empty key', token: withSecret(() => '') },
  { why: 'a key of zeros', token: withSecret(() => Buffer.alloc(32)) },
];

const OTHER_SIGNATURES: readonly BrokenToken[] = [
  { why: 'no signature', token: reshaped(({ head, body }) => `${head}.${body}`) },
  { why: 'an empty signature', token: reshaped(({ head, body }) => `${head}.${body}.`) },
  { why: 'a signature cut by a letter', token: ({ token }) => token.slice(0, -1) },
  { why: 'half a signature', token: ({ token }) => token.slice(0, -22) },
  { why: 'a signature one letter longer', token: ({ token }) => `${token}A` },
  { why: 'a signature four letters longer', token: ({ token }) => `${token}AAAA` },
  { why: 'a part too many', token: ({ token }) => `${token}.` },
  { why: 'the whole token twice', token: ({ token }) => `${token}.${token}` },
  {
    why: 'another signature',
    token: reshaped(({ head, body, signature }) => `${head}.${body}.${turned(signature)}`),
  },
  {
    why: 'a signature of zeros',
    token: reshaped(({ head, body }) => `${head}.${body}.${'A'.repeat(43)}`),
  },
  {
    why: 'its parts in another order',
    token: reshaped(({ head, body, signature }) => `${body}.${head}.${signature}`),
  },
  {
    why: 'claims changed after signing',
    token: reshaped(
      ({ head, signature }, { claims }) =>
        `${head}.${encodePart({ ...claims, sub: '1' })}.${signature}`,
    ),
  },
  {
    why: 'an end put off after signing',
    token: reshaped(
      ({ head, signature }, { claims, nowSeconds }) =>
        `${head}.${encodePart({ ...claims, exp: nowSeconds + 86_400 })}.${signature}`,
    ),
  },
  {
    why: 'a header changed after signing',
    token: reshaped(
      ({ body, signature }, { header }) =>
        `${encodePart({ ...header, note: 1 })}.${body}.${signature}`,
    ),
  },
];

/** There must be one text per token: a decoder that accepts padding, spaces or stray bits would allow many. */
const OTHER_FORMS: readonly BrokenToken[] = [
  { why: 'nothing but dots', token: () => '..' },
  { why: 'a word', token: () => 'null' },
  { why: 'a number', token: () => '0' },
  { why: 'a JSON object', token: () => '{"sub":"1"}' },
  { why: 'a padded signature', token: ({ token }) => `${token}=` },
  { why: 'a signature padded twice', token: ({ token }) => `${token}==` },
  {
    why: 'padded claims',
    token: reshaped(({ head, body, signature }) => `${head}.${body}==.${signature}`),
  },
  {
    why: 'the letters of the other base64',
    token: reshaped(({ head, body, signature }) => `${head}.${body}.+/${signature.slice(2)}`),
  },
  { why: 'the same bits spelled otherwise', token: ({ token }) => strayBit(token) },
  { why: 'a percent sign inside', token: ({ token }) => token.replace('.', '%2E%2E') },
  { why: 'letters of another script', token: ({ token }) => token.replace('e', 'е') },
  { why: 'quotes around it', token: ({ token }) => `'${token}'` },
  { why: 'another token before it', token: ({ token }) => `x,${token}` },
  { why: 'the refresh token', token: ({ refreshToken }) => refreshToken },
  { why: 'the CSRF token', token: ({ csrfToken }) => csrfToken },
  {
    why: 'an encrypted token (JWE)',
    token: ({ keys }) =>
      [
        encodePart({ alg: 'dir', enc: 'A256GCM', typ: 'at+jwt', kid: keys.access.current.kid }),
        '',
        encodePart('twelve bytes'),
        encodePart('something secret'),
        encodePart('sixteen bytes ok'),
      ].join('.'),
  },
  {
    why: 'a token within a token',
    token: ({ header, token, keys }) => forge({ ...header, cty: 'JWT' }, token, keys.access),
  },
];

export const BROKEN_TOKENS: readonly BrokenToken[] = [
  ...OTHER_HEADERS,
  ...OTHER_KEYS,
  ...OTHER_SIGNATURES,
  ...OTHER_FORMS,
];

function turned(text: string): string {
  return text.split('').toReversed().join('');
}

/** The last character of a signature has two unused bits; this sets one of them. */
function strayBit(token: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = letters.indexOf(token.at(-1) ?? '');
  return `${token.slice(0, -1)}${letters[last + 1]}`;
}
