// Header lines with a valid token, or next to one, in a form in which it must not be accepted.

export type StrangeHeaders = {
  readonly why: string;
  readonly lines: (goodToken: string) => readonly string[];
  /** Undefined: only 401. */
  readonly accepted?: readonly number[];
};

export const asBearer = (token: string): readonly string[] => [`authorization: Bearer ${token}`];
export const asCookie = (token: string): readonly string[] => [`cookie: access_token=${token}`];

/** For requests that the parser of headers may refuse first. */
const UNREADABLE = [400, 401, 431];

export const STRANGE_HEADERS: readonly StrangeHeaders[] = [
  { lines: () => [], why: 'nothing' },
  { lines: () => ['authorization: '], why: 'an empty header' },
  { lines: () => ['authorization: Bearer'], why: 'the scheme alone' },
  { lines: () => ['authorization: Bearer '], why: 'the scheme and a space' },
  { lines: (good) => [`authorization: ${good}`], why: 'a token without a scheme' },
  { lines: (good) => [`authorization: Basic ${good}`], why: 'the scheme Basic' },
  { lines: (good) => [`authorization: Token ${good}`], why: 'the scheme Token' },
  { lines: (good) => [`authorization: Bearer${good}`], why: 'no space after the scheme' },
  { lines: (good) => [`authorization: Bearer  ${good}`], why: 'two spaces after the scheme' },
  { lines: (good) => [`authorization: Bearer\t${good}`], why: 'a tab after the scheme' },
  { lines: (good) => [`authorization: Bearer ${good} x`], why: 'a word after the token' },
  { lines: (good) => [`authorization: Bearer ${good},x`], why: 'a list of tokens' },
  { lines: (good) => [`authorization: Bearer "${good}"`], why: 'a token in quotes' },
  { lines: (good) => [...asBearer('x'), ...asBearer(good)], why: 'two headers, the second good' },
  { lines: (good) => [...asBearer(good), ...asBearer('x')], why: 'two headers, the first good' },
  { lines: (good) => [...asBearer('x'), ...asCookie(good)], why: 'a bad header, a good cookie' },
  { lines: (good) => [`x-access-token: ${good}`], why: 'another header' },
  { lines: (good) => [`proxy-authorization: Bearer ${good}`], why: 'the header for proxies' },
  { lines: (good) => [`cookie: __Secure-access_token=${good}`], why: 'the cookie of HTTPS' },
  { lines: (good) => [`cookie: __Host-access_token=${good}`], why: 'a cookie of another prefix' },
  { lines: (good) => [`cookie: ACCESS_TOKEN=${good}`], why: 'a cookie in capitals' },
  { lines: (good) => [`cookie: refresh_token=${good}`], why: 'the cookie of refreshing' },
  { lines: (good) => [`cookie: csrf=${good}`], why: 'the cookie of CSRF' },
  { lines: (good) => [`cookie: access_token=x; access_token=${good}`], why: 'two cookies' },
  { lines: (good) => ['cookie: access_token=x', ...asCookie(good)], why: 'two cookie headers' },
  { lines: () => ['cookie: access_token'], why: 'a cookie without a value' },
  { lines: () => ['cookie: access_token=%E0%A4%A'], why: 'a cookie of half a character' },
  { lines: () => ['cookie: access_token=%00'], why: 'a cookie that is NUL' },
  { lines: () => ['cookie: =; ;;; __proto__=1; access_token='], why: 'a cookie header of crumbs' },
  {
    lines: (good) => [`authorization: Bearer ${good}\u0000`],
    accepted: UNREADABLE,
    why: 'a NUL behind the token',
  },
  {
    lines: (good) => [`authorization: Bearer \u0001${good}`],
    accepted: UNREADABLE,
    why: 'a control character before the token',
  },
  {
    lines: (good) => [`authorization: Bearer \u007f${good}`],
    accepted: UNREADABLE,
    why: 'a delete before the token',
  },
  {
    lines: (good) => [`authorization: Bearer x\r\n ${good}`],
    accepted: UNREADABLE,
    why: 'a header that goes on in the next line',
  },
  {
    lines: (good) => [`authorization : Bearer ${good}`],
    accepted: UNREADABLE,
    why: 'a space before the colon',
  },
  ...[8_000, 15_000, 17_000, 60_000].map((length) => ({
    lines: () => asBearer('A'.repeat(length)),
    accepted: UNREADABLE,
    why: `a token of ${length} letters`,
  })),
  {
    lines: (good) => asBearer(`${good}.${'A.'.repeat(5_000)}`),
    accepted: UNREADABLE,
    why: 'a token of five thousand parts',
  },
  {
    lines: () => [`cookie: ${'a=b; '.repeat(3_000)}access_token=x`],
    accepted: UNREADABLE,
    why: 'three thousand cookies',
  },
];
