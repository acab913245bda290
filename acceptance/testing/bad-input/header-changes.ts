// Faults in the headers: versions, keys, credentials, and whatever else a client may send.
import type { Operation } from '../operations.ts';
import { isRefused } from './bad-values.ts';
import type { Change } from './draft.ts';

const STALE_TAGS = [
  '',
  '"',
  '""',
  '"0"',
  '"-1"',
  '"999999999"',
  'W/"999999999"',
  'x',
  '"1',
  '1',
  'W/',
  '"NaN"',
  '""*""',
].concat('"9".'.repeat(100), '"\u00e9"', ',,,', '"a","b","c"', '"1e0"', '"null"');
const KEYS = [
  '',
  ' ',
  'x',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(4_000),
  '\u00e9',
  'a\tb',
  '"',
  '0',
  'null',
  '__proto__',
  "'; --",
];
/** A request may have any of them without a change of its meaning. */
const ODD: readonly (readonly [string, string])[] = [
  ['accept', 'text/xml;q=x, */*;q=-1'],
  ['accept', ''],
  ['accept', 'x'.repeat(4_000)],
  ['accept-encoding', 'br;q=2, gzip;q=nope, *;q=0'],
  ['accept-language', 'xx-\u00e9,*;q=9'],
  ['content-encoding', 'gzip'],
  ['if-none-match', '*'],
  ['if-match', '*'],
  ['if-modified-since', 'yesterday'],
  ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['range', 'bytes=0-0,5-,-1'],
  ['range', 'bytes=9-1'],
  ['x-request-id', '../../etc/passwd'],
  ['x-request-id', 'x'.repeat(4_000)],
  ['x-forwarded-for', '1.2.3.4, \u00e9, ::ffff:999.1.1.1'],
  ['x-forwarded-host', 'evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['forwarded', 'for=unknown;host="'],
  ['host', 'evil.example:99999'],
  ['traceparent', '00-zz-zz-zz'],
  ['prefer', 'return=nothing'],
  ['te', 'trailers, deflate;q=0.5'],
  ['upgrade-insecure-requests', '\u00e9'],
  ['user-agent', '${jndi:ldap://x/y}'],
  ['referer', 'not a url'],
  ['cookie', '=; ;;a; a=; __proto__=1; csrf=%00; two_factor=%E0%A4%A; b="'],
  ['cookie', 'x=1; '.repeat(500)],
  ['x-csrf-token', 'x'],
  ['sec-fetch-site', 'cross-site'],
  ['access-control-request-method', 'EVERYTHING'],
];
const WRONG_BEARERS = [
  'Bearer x',
  'Bearer ',
  'Bearer a.b.c',
  'Bearer null',
  'Basic YTpi',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'x'.repeat(4_000),
];
const FOREIGN_ORIGINS = [
  'null',
  'https://evil.example',
  'http://localhost:3000.evil.example',
  'x',
  'HTTP://LOCALHOST:3000',
];

export function headerChanges(operation: Operation): readonly Change[] {
  const { access, parameters, method } = operation;
  const isUnsafe = method !== 'GET';
  const isOfUsers = !['public', 'csrf', 'service'].includes(access);
  return [
    ...ODD.map(([name, value]) => headerChange(name, value, false)),
    ...('412' in operation.answers ? STALE_TAGS : []).map((tag) =>
      headerChange('if-match', tag, true),
    ),
    ...parameters
      .filter((parameter) => parameter.in === 'header' && parameter.name === 'idempotency-key')
      .flatMap(({ name, schema }) =>
        KEYS.map((key) => headerChange(name, key, isRefused(schema, key.trim()))),
      ),
    ...(access === 'public' || access === 'csrf' ? [] : WRONG_BEARERS).map((bearer) =>
      headerChange('authorization', bearer, true),
    ),
    ...(isUnsafe && isOfUsers ? FOREIGN_ORIGINS : []).map((origin) =>
      headerChange('origin', origin, true),
    ),
    ...(isOfUsers ? [BY_COOKIE_OF_NOTHING] : []),
    ...(isUnsafe && isOfUsers ? BROWSER_MARKS.map(withoutCsrfToken) : []),
    ...(access === 'csrf'
      ? ['x-csrf-token', 'cookie'].map((name) => headerChange(name, undefined, true))
      : []),
  ];
}

function headerChange(name: string, value: string | undefined, refuses: boolean): Change {
  return {
    part: 'headers',
    why: `${name}: ${value?.slice(0, 40) ?? 'not there'}`,
    refuses,
    change: (draft) => ({ ...draft, headers: { ...draft.headers, [name]: value } }),
  };
}

const BY_COOKIE_OF_NOTHING: Change = {
  part: 'headers',
  why: 'an access token of nothing in a cookie',
  refuses: true,
  change: (draft) => ({
    ...draft,
    headers: { ...draft.headers, authorization: undefined, cookie: 'access_token=a.b.c' },
  }),
};

const BROWSER_MARKS: readonly (readonly [string, string])[] = [
  ['sec-fetch-site', 'same-origin'],
  ['referer', 'http://localhost:3000/'],
  ['origin', 'http://localhost:3000'],
];

/** With the valid token in a cookie, as browsers add it automatically. */
function withoutCsrfToken([name, value]: readonly [string, string]): Change {
  return {
    part: 'headers',
    why: `by cookie from a browser (${name}) without a CSRF token`,
    refuses: true,
    change: (draft) => ({
      ...draft,
      headers: { ...draft.headers, [name]: value, authorization: AS_COOKIE, 'x-csrf-token': 'x' },
    }),
  };
}

/** Instead of the header: the sender moves the valid token to the cookie. */
export const AS_COOKIE = 'as cookie';
