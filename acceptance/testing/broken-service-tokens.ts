// Texts that look like another service's token but are not valid.
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { forge } from '@kvartplata/platform/testing/forge.ts';
import type { BrokenToken, Material } from './broken-tokens.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A valid one with changes; an undefined field is left out. */
export function forgeServiceToken(
  { keys }: Pick<Material, 'keys'>,
  asked: ServiceName,
  claims: Fields = {},
  header: Fields = {},
  ring = keys.service,
): string {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return forge(
    { alg: 'HS256', typ: 'svc+jwt', kid: keys.service.current.kid, ...header },
    {
      iss: asked === 'billing' ? 'core' : 'billing',
      aud: asked,
      iat: nowSeconds,
      exp: nowSeconds + 60,
      ...claims,
    },
    ring,
  );
}

const claiming =
  (change: Fields): BrokenToken['token'] =>
  (material, asked) =>
    forgeServiceToken(material, asked, change);

const headed =
  (change: Fields): BrokenToken['token'] =>
  (material, asked) =>
    forgeServiceToken(material, asked, {}, change);

/** Issued, and expiring, this many seconds from now. */
const timed =
  (madeIn: number, overIn: number): BrokenToken['token'] =>
  (material, asked) => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const claims = { iat: nowSeconds + madeIn, exp: nowSeconds + overIn };
    return forgeServiceToken(material, asked, claims);
  };

export const BROKEN_SERVICE_TOKENS: readonly BrokenToken[] = [
  { why: 'a word', token: () => 'x' },
  { why: "a user's token", token: ({ token }) => token },
  { why: 'a refresh token', token: ({ refreshToken }) => refreshToken },
  {
    why: 'for another service',
    token: (material, asked) =>
      forgeServiceToken(material, asked, { aud: asked === 'core' ? 'auth' : 'core' }),
  },
  { why: 'for nobody', token: claiming({ aud: undefined }) },
  { why: 'of nobody', token: claiming({ iss: undefined }) },
  { why: 'of a number', token: claiming({ iss: 7 }) },
  { why: 'without an end', token: claiming({ exp: undefined }) },
  { why: 'without a beginning', token: claiming({ iat: undefined }) },
  { why: 'over', token: timed(-30, -1) },
  { why: 'made more than a minute ago', token: timed(-70, -10) },
  { why: 'made more than a minute ago, with an end tomorrow', token: timed(-70, 86_400) },
  { why: 'made in a minute', token: timed(60, 90) },
  { why: 'the typ of users', token: headed({ typ: 'at+jwt' }) },
  { why: 'no typ', token: headed({ typ: undefined }) },
  { why: 'the algorithm none', token: headed({ alg: 'none' }) },
  { why: 'the algorithm HS512', token: headed({ alg: 'HS512' }) },
  { why: 'no kid', token: headed({ kid: undefined }) },
  { why: 'padded', token: (material, asked) => `${forgeServiceToken(material, asked)}=` },
  {
    why: "another installation's key",
    token: (material, asked) =>
      forgeServiceToken(material, asked, {}, {}, material.keysOfOthers.service),
  },
  {
    why: 'the key of access tokens',
    token: (material, asked) => forgeServiceToken(material, asked, {}, {}, material.keys.access),
  },
];
