// Assembles the auth-service: the shared server, authentication, and the routes of the slices.
import { listAuthChanges } from '@kvartplata/contracts/auth/audit.ts';
import { AUTH } from '@kvartplata/contracts/auth/catalogue.ts';
import type { BuildInfo } from '@kvartplata/contracts/health.ts';
import { auditRoutes } from '@kvartplata/platform/audit/audit.routes.ts';
import type { Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { Dependency } from '@kvartplata/platform/http/operations.routes.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { createServiceApp } from '@kvartplata/platform/http/service-app.ts';
import type { Authentication } from '@kvartplata/platform/identity/authentication.ts';
import type { Tracing } from '@kvartplata/platform/tracing/tracing.ts';
import type { Keys } from '@kvartplata/platform/identity/keys.ts';
import type { KeyValueStore } from '@kvartplata/platform/key-value/key-value-store.ts';
import { createLimitStore } from '@kvartplata/platform/key-value/limit-store.ts';
import type { Mail } from '@kvartplata/platform/mail/mail.ts';
import type { FastifyReply } from 'fastify';
import type { AuthConfig } from './config.ts';
import { apiKeysRoutes, internalApiKeysRoutes } from './api-keys/api-keys.routes.ts';
import {
  findHeldApiKey,
  type HasOrganization,
  type ListMemberships,
} from './api-keys/api-keys.service.ts';
import { invitationLettersRoutes } from './invitation-letters/invitation-letters.routes.ts';
import { createLimits } from './limits/limits.service.ts';
import { mailMessagesRoutes } from './mail-messages/mail-messages.routes.ts';
import { oidcRoutes } from './oidc/oidc.routes.ts';
import type { OidcProvider } from './oidc/oidc-provider.ts';
import { passwordResetsRoutes } from './password-resets/password-resets.routes.ts';
import { registerPasswordMetrics } from './passwords/password-metrics.ts';
import { passwordPolicyOf } from './passwords/password-rules.ts';
import type { Passwords } from './passwords/passwords.service.ts';
import { ownSessionsRoutes } from './sessions/own-sessions.routes.ts';
import {
  cookieSettingsOf,
  findRefreshClaim,
  giveSession,
  setAccessCookie,
} from './sessions/session-cookies.ts';
import { measureSessions } from './sessions/session-metrics.service.ts';
import { internalSessionsRoutes, sessionsRoutes } from './sessions/sessions.routes.ts';
import { findSessionState, type SessionTokens } from './sessions/sessions.service.ts';
import { setChallengeCookie } from './sign-in/challenge-cookie.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import type { Db } from './tables.ts';
import { stepUpRoute, twoFactorRoutes } from './two-factor/two-factor.routes.ts';
import { userDirectoryRoutes } from './users/user-directory.routes.ts';
import { usersRoutes } from './users/users.routes.ts';
import type { FirstAdminSettings } from './users/bootstrap-secret.service.ts';

export type AppDeps = {
  readonly config: Pick<
    AuthConfig,
    | 'appEnv'
    | 'bootstrapAdmin'
    | 'cookieDomain'
    | 'corsOrigin'
    | 'logLevel'
    | 'rateLimitScale'
    | 'sessionAbsoluteDays'
    | 'sessionIdleHours'
    | 'trustedProxies'
    | 'useHttps'
  >;
  readonly db: Db;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly dependencies: readonly Dependency[];
  readonly buildInfo: BuildInfo;
  readonly passwords: Passwords;
  readonly keyValue: KeyValueStore;
  /** Core's answer. @throws Refusal dependency-unavailable */
  readonly listMemberships: ListMemberships;
  /** Core's answer. @throws Refusal dependency-unavailable */
  readonly hasOrganization: HasOrganization;
  readonly mail: Mail;
  /** Undefined if none is configured. */
  readonly oidcProvider?: OidcProvider | undefined;
  readonly now: () => Date;
};

const HOUR_MS = 3_600_000;

export async function createApp(deps: AppDeps): Promise<HttpServer> {
  const { config, db, keys, now } = deps;
  const authentication: Authentication = {
    audience: 'auth',
    keys,
    corsOrigin: config.corsOrigin,
    useHttps: config.useHttps,
    findSession: async (claims) => findSessionState(db, claims, now()),
    findApiKey: async (hash, requestId) => findHeldApiKey(deps, hash, { requestId, now: now() }),
    findCookieSessionId: (request) =>
      findRefreshClaim(request, keys.refresh, config.useHttps)?.sessionId,
    now,
  };
  const app = await createServiceApp({
    catalogue: AUTH,
    buildInfo: deps.buildInfo,
    trustedProxies: config.trustedProxies,
    logLevel: config.logLevel,
    metrics: deps.metrics,
    tracing: deps.tracing,
    dependencies: deps.dependencies,
    authentication,
  });
  // Responses about a person must not be cached on the way, signed in or not.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
  });
  registerPasswordMetrics(deps.metrics, deps.passwords);
  measureSessions(deps.metrics, db, now);
  routesOfSlices(app, deps, authentication);
  return app;
}

function routesOfSlices(app: HttpServer, deps: AppDeps, authentication: Authentication): void {
  const { config, db, keys, now, passwords } = deps;
  const limits = createLimits({
    store: createLimitStore(deps, app.log),
    keys: keys.limits,
    scale: config.rateLimitScale,
    now,
    metrics: deps.metrics,
  });
  const passwordSettings = {
    passwords,
    limits,
    passwordPolicy: passwordPolicyOf(config.appEnv),
  };
  const cookies = cookieSettingsOf(config);
  const lives = {
    idleMs: config.sessionIdleHours * HOUR_MS,
    absoluteMs: config.sessionAbsoluteDays * 24 * HOUR_MS,
  };
  const registration = { ...passwordSettings, ...firstAdminOf(config), now };
  usersRoutes(app, { db, registration });
  userDirectoryRoutes(app, db);
  sessionsRoutes(app, { db, authentication, cookies, lives });
  ownSessionsRoutes(app, { db, passwords: passwordSettings, cookies, now });
  internalSessionsRoutes(app, { db, authentication });
  apiKeysRoutes(app, {
    db,
    listMemberships: deps.listMemberships,
    hasOrganization: deps.hasOrganization,
    now,
  });
  internalApiKeysRoutes(app, { db, now });
  twoFactorRoutes(app, {
    db,
    keys: keys.totp,
    passwords: passwordSettings,
    mail: deps.mail,
    now,
  });
  stepUpRoute(app, {
    db,
    keys,
    now,
    setCookie: (reply, tokens) => setAccessCookie(reply, cookies, tokens),
  });
  const { useHttps } = config;
  const give = (reply: FastifyReply, tokens: SessionTokens) =>
    giveSession(reply, cookies, keys.csrf, tokens);
  const signIns = { db, keys, lives, now, useHttps, giveSession: give };
  signInRoutes(app, { ...signIns, passwords, limits });
  oidcRoutes(app, {
    ...signIns,
    provider: deps.oidcProvider,
    passwords: passwordSettings,
    mail: deps.mail,
    origin: config.corsOrigin,
    giveChallenge: (reply, token) => setChallengeCookie(reply, useHttps, token),
  });
  passwordResetsRoutes(app, {
    db,
    keys: keys.resets,
    passwords: passwordSettings,
    mail: deps.mail,
    now,
  });
  invitationLettersRoutes(app, { db, limits, mail: deps.mail, now });
  mailMessagesRoutes(app, { db, mail: deps.mail });
  auditRoutes(app, listAuthChanges, { readableBy: async () => ({ db, organizationIds: 'all' }) });
}

export function firstAdminOf({
  appEnv,
  bootstrapAdmin,
}: Pick<AuthConfig, 'appEnv' | 'bootstrapAdmin'>): FirstAdminSettings {
  return { firstUserIsAdmin: appEnv === 'dev', bootstrapAdmin };
}
