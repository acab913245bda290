// How a sign-in through the provider is recognized. Only the browser has the token; everything sent to the provider is derived
// from it, so that the database reveals nothing.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const OIDC_SECONDS = 600;

const TOKEN_BYTES = 32;

export type OidcSecrets = {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: the provider receives its hash first, and the verifier itself together with the code. */
  readonly codeVerifier: string;
};

export function newOidcToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a token. */
export function oidcTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function oidcSecretsOf(token: string): OidcSecrets {
  const derived = (purpose: string): string =>
    createHmac('sha256', token).update(purpose).digest('base64url');
  return {
    state: derived('state'),
    nonce: derived('nonce'),
    codeVerifier: derived('code-verifier'),
  };
}

/** Whether a response belongs to this browser's request. */
export function isStateOf(token: string, state: string): boolean {
  const [expected, given] = [Buffer.from(oidcSecretsOf(token).state), Buffer.from(state)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
