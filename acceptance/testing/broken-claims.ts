// Access tokens that are well-formed and signed with the right key, but have impossible claims. Nobody without the key can make
// one: refusing them anyway keeps a mistake in auth from opening core and billing.
import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { forge, without } from '@kvartplata/platform/testing/forge.ts';
import type { BrokenToken, Material } from './broken-tokens.ts';

type Fields = Readonly<Record<string, unknown>>;

const claiming =
  (change: Fields | ((material: Material, asked: ServiceName) => Fields)): BrokenToken['token'] =>
  (material, asked) => {
    const changed = typeof change === 'function' ? change(material, asked) : change;
    return forge(material.header, { ...material.claims, ...changed }, material.keys.access);
  };

/** The claims as a text, for what no JSON serializer would write. */
const written =
  (rewrite: (json: string, material: Material) => string): BrokenToken['token'] =>
  (material) =>
    forge(
      material.header,
      rewrite(JSON.stringify(material.claims), material),
      material.keys.access,
    );

const CLAIMS = ['iss', 'aud', 'sub', 'sid', 'jti', 'iat', 'nbf', 'exp'];

const MISSING: readonly BrokenToken[] = CLAIMS.map((name) => ({
  why: `no ${name}`,
  token: ({ header, claims, keys }) => forge(header, without(claims, name), keys.access),
}));

/** Neither a text nor a number nor a list of texts: wrong for every claim. */
const WRONG_FOR_ALL: readonly unknown[] = [null, true, {}, [[]]];
const TIMES = ['iat', 'nbf', 'exp'];

const OF_NO_TYPE: readonly BrokenToken[] = CLAIMS.flatMap((name) =>
  WRONG_FOR_ALL.map((value) => ({
    why: `${name} is ${JSON.stringify(value)}`,
    token: claiming({ [name]: value }),
  })),
);

const OF_ANOTHER_TYPE: readonly BrokenToken[] = CLAIMS.map((name) =>
  TIMES.includes(name)
    ? {
        why: `${name} is a text of digits`,
        token: claiming(({ claims }) => ({ [name]: String(claims[name]) })),
      }
    : { why: `${name} is a number`, token: claiming({ [name]: 7 }) },
);

const SUBJECTS =
  '|0|-1|+1|01|1.0|1e3|0x1| 1|1 |1 or 1=1|1;2|１|null|NaN|admin|1\u0000|../1|9007199254740993';

const WRONG_SUBJECTS: readonly BrokenToken[] = [...SUBJECTS.split('|'), '9'.repeat(400)].map(
  (sub) => ({
    why: `the user ${JSON.stringify(sub.slice(0, 20))}`,
    token: claiming({ sub }),
  }),
);

const SESSIONS = "|..|a/b|%2e|' or 1=1--|\u0000|ё|?active=true";

const WRONG_SESSIONS: readonly BrokenToken[] = [...SESSIONS.split('|'), 's'.repeat(65)].map(
  (sid) => ({
    why: `the session ${JSON.stringify(sid.slice(0, 20))}`,
    token: claiming({ sid }),
  }),
);

const OTHERS_SESSIONS: readonly BrokenToken[] = [
  { why: 'a session that nobody knows', token: claiming(() => ({ sid: randomUUID() })) },
  {
    why: "another user's session",
    token: claiming(({ sessionOfAnother }) => ({ sid: sessionOfAnother })),
  },
  {
    why: "another user's name on the session",
    token: claiming(({ userIdOfAnother }) => ({ sub: String(userIdOfAnother) })),
  },
  { why: 'a user that there is not', token: claiming({ sub: '999999999' }) },
  {
    why: 'a session that was signed out',
    token: claiming(({ endedSession }) => ({ sid: endedSession })),
  },
  {
    why: 'a session that has expired',
    token: claiming(({ expiredSession }) => ({ sid: expiredSession })),
  },
  {
    why: 'the session in capitals',
    token: claiming(({ claims }) => ({
      sid: String(claims['sid']).toUpperCase().replace(/^/, 'A'),
    })),
  },
];

const WRONG_PLACES: readonly BrokenToken[] = [
  { why: 'another issuer', token: claiming({ iss: 'core' }) },
  { why: 'the issuer in capitals', token: claiming({ iss: 'AUTH' }) },
  { why: 'a list of issuers', token: claiming({ iss: ['auth'] }) },
  {
    why: 'an audience without this service',
    token: claiming(({ claims }, asked) => ({
      aud: (claims['aud'] as string[]).filter((audience) => audience !== asked),
    })),
  },
  { why: 'the service in capitals', token: claiming((_, asked) => ({ aud: asked.toUpperCase() })) },
  { why: 'all audiences in one text', token: claiming({ aud: 'auth core billing' }) },
  { why: 'an empty audience', token: claiming({ aud: [] }) },
  { why: 'the audience of everybody', token: claiming({ aud: '*' }) },
];

const WRONG_TIMES: readonly BrokenToken[] = [
  { why: 'over by a minute', token: claiming(({ nowSeconds }) => ({ exp: nowSeconds - 60 })) },
  { why: 'over in 1970', token: claiming({ exp: 0 }) },
  { why: 'over before 1970', token: claiming({ exp: -1 }) },
  { why: 'good in a minute', token: claiming(({ nowSeconds }) => ({ nbf: nowSeconds + 60 })) },
  {
    why: 'good in milliseconds',
    token: claiming(({ nowSeconds }) => ({ nbf: nowSeconds * 1000 })),
  },
  { why: 'made in a minute', token: claiming(({ nowSeconds }) => ({ iat: nowSeconds + 60 })) },
  {
    why: 'made eleven minutes ago, with an end in a year',
    token: claiming(({ nowSeconds }) => {
      const iat = nowSeconds - 660;
      return { iat, nbf: iat, exp: nowSeconds + 31_536_000 };
    }),
  },
  { why: 'made in 1970', token: claiming({ iat: 0 }) },
  { why: 'made at infinity', token: written((json) => json.replace(/"iat":\d+/, '"iat":1e999')) },
  {
    why: 'good from infinity on',
    token: written((json) => json.replace(/"nbf":\d+/, '"nbf":1e999')),
  },
];

/** A second claim of the same name: a parser takes the last one, and no reader may use the first. */
const again = (name: string, value: unknown): BrokenToken => ({
  why: `${name} twice`,
  token: written((json) =>
    json.replace(/\}$/, `,${JSON.stringify(name)}:${JSON.stringify(value)}}`),
  ),
});

const WRONG_TEXTS: readonly BrokenToken[] = [
  again('sub', '999999999'),
  again('sid', 'x'),
  again('exp', 1),
  again('aud', 'web'),
  again('iss', 'web'),
  { why: 'claims that are no JSON', token: written((json) => json.slice(1)) },
  { why: 'a comma too many', token: written((json) => json.replace(/\}$/, ',}')) },
  { why: 'something after the claims', token: written((json) => `${json}x`) },
  { why: 'a NUL after the claims', token: written((json) => `${json}\u0000`) },
  { why: 'no claims', token: written(() => '') },
  ...['{}', 'null', '[]', '7', '"text"', 'true'].map((text) => ({
    why: `the claims ${text}`,
    token: written(() => text),
  })),
  { why: 'claims in a list', token: written((json) => `[${json}]`) },
  { why: 'claims one level down', token: written((json) => `{"claims":${json}}`) },
  { why: 'claims of the prototype', token: written((json) => `{"__proto__":${json}}`) },
  { why: 'four thousand levels', token: written(() => `${'['.repeat(4000)}${']'.repeat(4000)}`) },
];

export const BROKEN_CLAIMS: readonly BrokenToken[] = [
  ...MISSING,
  ...OF_NO_TYPE,
  ...OF_ANOTHER_TYPE,
  ...WRONG_SUBJECTS,
  ...WRONG_SESSIONS,
  ...OTHERS_SESSIONS,
  ...WRONG_PLACES,
  ...WRONG_TIMES,
  ...WRONG_TEXTS,
];
