// Signing in through the provider, and linking an identity there. An identity signs a user in only after they have linked it by
// their password: an e-mail address that a provider reports proves nothing.
import type { OidcIdentity, OidcLinking } from '@kvartplata/contracts/auth/oidc.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Mail } from '@kvartplata/platform/mail/mail.ts';
import { insertMailMessage } from '@kvartplata/platform/mail/outbox.repository.ts';
import type { Caller } from '../caller.ts';
import {
  endSessionsOf,
  findSessionState,
  type SessionSettings,
} from '../sessions/sessions.service.ts';
import { beginSession, type Begun } from '../sign-in/sign-in.service.ts';
import type { Db, Trx } from '../tables.ts';
import {
  getUserAnswer,
  lockUser,
  requirePasswordOf,
  type PasswordSettings,
} from '../users/users.service.ts';
import type { Identity, OidcProvider } from './oidc-provider.ts';
import {
  isStateOf,
  newOidcToken,
  OIDC_SECONDS,
  oidcSecretsOf,
  oidcTokenHash,
  type OidcSecrets,
} from './oidc-token.ts';
import {
  deleteExpiredOidcRequests,
  deleteIdentitiesOf,
  findIdentityOf,
  insertIdentity,
  insertOidcRequest,
  takeOidcRequest,
  updateIdentityUsed,
  type OidcPurpose,
} from './oidc.repository.ts';

export type OidcDeps = SessionSettings & {
  readonly db: Db;
  /** Undefined if none is configured. */
  readonly provider: OidcProvider | undefined;
  readonly passwords: PasswordSettings;
  readonly mail: Mail;
  readonly now: () => Date;
};

/** A browser on its way to the provider, and the token that it takes along. */
export type Departure = { readonly url: string; readonly token: string };

/** The outcome of a visit to the provider. */
export type Arrival =
  | { readonly began: Begun; readonly next: string | null }
  | { readonly linked: true };

/** Who makes the request, and by which session. */
type Asker = Caller & { readonly userId: number; readonly sessionId: string };

/** More than one sign-in adds, so that old requests never pile up. */
const SWEPT_AT_ONCE = 10;
const LETTER_DAYS_MS = 3 * 24 * 60 * 60_000;

/** @throws Refusal oidc-off, too-many-attempts, dependency-unavailable */
export async function departToSignIn(
  deps: OidcDeps,
  { address }: Caller,
  next: string | undefined,
): Promise<Departure> {
  const provider = requireProvider(deps);
  await deps.passwords.limits.countOidcSignIn(address);
  const purpose = { userId: null, sessionId: null, language: null, next: next ?? null };
  return depart(deps, provider, purpose);
}

/** @throws Refusal oidc-off, oidc-identity-exists, wrong-credentials, too-many-attempts, dependency-unavailable */
export async function departToLink(
  deps: OidcDeps,
  asker: Asker,
  { password, language }: OidcLinking,
): Promise<Departure> {
  const provider = requireProvider(deps);
  const { userId, sessionId } = asker;
  if ((await findIdentityOf(deps.db, userId, provider.issuer)) !== undefined)
    throw new Refusal('oidc-identity-exists');
  await requirePasswordOf(deps.db, deps.passwords, asker, password);
  return depart(deps, provider, { userId, sessionId, language: language ?? 'ru', next: null });
}

async function depart(
  { db, now: clock }: OidcDeps,
  provider: OidcProvider,
  purpose: OidcPurpose,
): Promise<Departure> {
  const token = newOidcToken();
  const url = await provider.addressFor(oidcSecretsOf(token));
  const now = clock();
  await insertOidcRequest(db, {
    ...purpose,
    tokenHash: oidcTokenHash(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + OIDC_SECONDS * 1000),
  });
  await deleteExpiredOidcRequests(db, SWEPT_AT_ONCE, now);
  return { url, token };
}

/** A browser that has returned, and what it went for. */
export type Visit = { readonly purpose: OidcPurpose; readonly secrets: OidcSecrets };

/**
 * Identifies a browser that has returned; works once.
 * @param token of the browser's cookie
 * @throws Refusal oidc-off, oidc-sign-in-over
 */
export async function recognize(
  deps: OidcDeps,
  token: string | undefined,
  state: string | undefined,
): Promise<Visit> {
  requireProvider(deps);
  // Before anything is used up: a link on another site must not end a sign-in that this browser has begun.
  if (token === undefined || state === undefined || !isStateOf(token, state))
    throw new Refusal('oidc-sign-in-over');
  const purpose = await takeOidcRequest(deps.db, oidcTokenHash(token), deps.now());
  if (purpose === undefined) throw new Refusal('oidc-sign-in-over');
  return { purpose, secrets: oidcSecretsOf(token) };
}

/**
 * @param query with which the provider has sent the browser back, as in the address
 * @throws Refusal oidc-off, oidc-sign-in-over, oidc-refused, oidc-identity-unknown, oidc-identity-taken,
 *   oidc-identity-exists, dependency-unavailable
 */
export async function arrive(
  deps: OidcDeps,
  { purpose, secrets }: Visit,
  query: string,
  caller: Caller,
): Promise<Arrival> {
  const provider = requireProvider(deps);
  const identity = await provider.identify(query, secrets);
  const { userId, next } = purpose;
  if (userId !== null) {
    await link(deps, provider, identity, { ...purpose, userId }, caller);
    return { linked: true };
  }
  const began = await inTransaction(deps.db, async (trx) => {
    const { issuer } = provider;
    const now = deps.now();
    const owner = await updateIdentityUsed(trx, { issuer, subject: identity.subject }, now);
    if (owner === undefined) throw new Refusal('oidc-identity-unknown');
    return beginSession(trx, deps, { userId: owner, method: 'oidc' }, caller, now);
  });
  return { began, next };
}

async function link(
  { db, mail, now: clock }: OidcDeps,
  { issuer, name }: OidcProvider,
  { subject, label }: Identity,
  { userId, sessionId, language }: OidcPurpose & { readonly userId: number },
  { requestId }: Caller,
): Promise<void> {
  const now = clock();
  await inTransaction(db, async (trx) => {
    await lockUser(trx, userId);
    const state = await findSessionState(trx, { userId, sessionId: sessionId ?? '' }, now);
    if (!state.active) throw new Refusal('oidc-sign-in-over');
    const id = await insertIdentity(trx, { userId, issuer, subject, label, linkedAt: now });
    await recordChange(
      trx,
      { userId, requestId },
      {
        action: 'oidc-identity.linked',
        object: { type: 'oidc-identity', id },
        organizationId: null,
        after: { userId, issuer },
      },
    );
    if (!mail.isOn) return;
    const { firstName, email } = await getUserAnswer(trx, userId);
    await insertMailMessage(trx, {
      template: 'oidc-identity-linked',
      facts: { firstName, provider: name, label },
      language: language ?? 'ru',
      recipient: email,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LETTER_DAYS_MS),
    });
  }).catch((error: unknown) => {
    throw takenOf(error);
  });
  mail.nudge();
}

function takenOf(error: unknown): unknown {
  if (violates(error, 'oidc_identities_identity_unique'))
    return new Refusal('oidc-identity-taken', undefined, { cause: error });
  if (violates(error, 'oidc_identities_user_unique'))
    return new Refusal('oidc-identity-exists', undefined, { cause: error });
  return error;
}

export async function getIdentity(
  { db, provider }: OidcDeps,
  userId: number,
): Promise<OidcIdentity> {
  const row =
    provider === undefined ? undefined : await findIdentityOf(db, userId, provider.issuer);
  if (row === undefined) return { identity: null };
  const { issuer, label, linkedAt, lastUsedAt } = row;
  return {
    identity: {
      issuer,
      label,
      linkedAt: linkedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    },
  };
}

/**
 * Somebody may have linked the identity without the user's consent and signed in by it, so sessions begun that way end with it.
 * @throws Refusal not-found
 */
export async function unlinkIdentity(
  { db, provider, now }: OidcDeps,
  { userId, sessionId, requestId }: Asker,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const who = { userId, requestId };
    if ((await unlinkIdentitiesOf(trx, who, provider?.issuer)) === 0)
      throw notFound('The linked identity');
    await endSessionsOf(trx, { ...who, begunBy: 'oidc' }, sessionId, 'ended-by-user', now());
  });
}

/**
 * Removes every other way to sign in to the user's account besides the password.
 * @param issuer undefined for identities of any provider
 * @returns how many there were
 */
export async function unlinkIdentitiesOf(
  trx: Trx,
  { userId, requestId }: { readonly userId: number; readonly requestId: string },
  issuer?: string,
): Promise<number> {
  const ended = await deleteIdentitiesOf(trx, userId, issuer);
  for (const { id, issuer: of } of ended)
    await recordChange(
      trx,
      { userId, requestId },
      {
        action: 'oidc-identity.unlinked',
        object: { type: 'oidc-identity', id },
        organizationId: null,
        before: { userId, issuer: of },
      },
    );
  return ended.length;
}

function requireProvider({ provider }: OidcDeps): OidcProvider {
  if (provider === undefined) throw new Refusal('oidc-off');
  return provider;
}
