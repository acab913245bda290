// The OpenID Connect provider, if one is configured, and the user's identity there.
import { RequestFailure, type FailureCode } from '@kvartplata/client/request-failure.ts';
import {
  getOidcIdentity,
  getOidcProvider,
  linkOidcIdentity,
  startOidcSignIn,
  unlinkOidcIdentity,
  type OidcLinking,
} from '@kvartplata/contracts/auth/oidc.ts';
import { call } from '../../lib/api.ts';
import { read } from '../../lib/reads.ts';
import { SERVICES } from '../../lib/services.ts';

export const oidcProvider = read(getOidcProvider);

export const ownIdentity = read(getOidcIdentity);

/** The browser itself navigates there, and on to the provider. */
export function addressOfSignIn(next: string | undefined): string {
  const search = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
  return `${SERVICES.auth}${startOidcSignIn.path}${search}`;
}

/** Leaves the page for the provider. */
export async function linkIdentity(body: OidcLinking): Promise<void> {
  const { url } = await call(linkOidcIdentity, { body });
  location.assign(url);
}

export async function unlinkIdentity(): Promise<void> {
  await call(unlinkOidcIdentity);
}

/** The failure whose code is in the page's address after a visit to the provider; it has no status. */
export function failureFrom(code: string): RequestFailure {
  return new RequestFailure(code as FailureCode, Number.NaN);
}
