// The auth-service with everything it depends on: database, key-value store, hashing.
import path from 'node:path';
import { getOrganizationSummary, listMemberships } from '@kvartplata/contracts/core/internal.ts';
import type { SchemaWanted } from '@kvartplata/platform/database/fitness.ts';
import { buildInfoOf } from '@kvartplata/platform/http/build-info.ts';
import { openFoundation } from '@kvartplata/platform/lifecycle/foundation.ts';
import type { OpenedService } from '@kvartplata/platform/lifecycle/serve.ts';
import { createServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import { openMail } from '@kvartplata/platform/mail/mail.ts';
import { createOutbox } from '@kvartplata/platform/mail/outbox.repository.ts';
import { writerOf } from '@kvartplata/platform/mail/write-message.ts';
import { pino } from 'pino';
import { createApp, firstAdminOf } from './app.ts';
import type { AuthConfig } from './config.ts';
import { invitationTemplates } from './invitation-letters/invitation-letters.ts';
import { oidcTemplates } from './oidc/oidc-letters.ts';
import { createOidcProvider } from './oidc/oidc-provider.ts';
import { passwordTemplates } from './password-resets/password-letters.ts';
import { lookUpResets } from './password-resets/password-resets.service.ts';
import { createPasswords } from './passwords/passwords.service.ts';
import type { Db, Tables } from './tables.ts';
import { twoFactorTemplates } from './two-factor/two-factor-letters.ts';
import { reencryptSecrets } from './two-factor/re-encryption.job.ts';
import { makeBootstrapSecret } from './users/bootstrap-secret.service.ts';

export const WANTED: SchemaWanted = {
  folder: path.resolve(import.meta.dirname, '../migrations'),
  role: 'auth_app',
};

export async function openService(config: AuthConfig): Promise<OpenedService> {
  const log = pino({ level: config.logLevel, base: { service: 'auth' } });
  const foundation = await openFoundation<Tables>('auth', config, WANTED, log);
  const { reencrypted, unreadable } = await reencryptSecrets(
    foundation.database.db,
    foundation.keys.totp,
  );
  if (reencrypted > 0) log.info({ reencrypted }, 'two-factor secrets are under the new key');
  if (unreadable > 0)
    log.warn({ unreadable }, 'two-factor secrets that neither JWT_SECRET nor its previous opens');
  await nameFirstAdmin(config, foundation.database.db);
  const { db } = foundation.database;
  const now = (): Date => new Date();
  const core = createServiceClient({
    caller: 'auth',
    service: 'core',
    baseUrl: config.coreServiceUrl,
    key: foundation.keys.service,
    now,
    tracing: foundation.tracing,
  });
  const templates = {
    ...passwordTemplates({ origin: config.corsOrigin, keys: foundation.keys.resets }),
    ...invitationTemplates(config.corsOrigin),
    ...oidcTemplates(config.corsOrigin),
    ...twoFactorTemplates(config.corsOrigin),
  };
  const mail = openMail({
    config,
    outbox: createOutbox(db),
    writer: (domain) => writerOf({ service: 'auth', templates }, domain),
    prepare: async (at) => lookUpResets(db, at),
    now,
    metrics: foundation.metrics,
    log,
  });
  const app = await createApp({
    ...foundation,
    dependencies: [...foundation.dependencies, mail.dependency],
    db,
    config,
    buildInfo: buildInfoOf(config, now()),
    passwords: await createPasswords(),
    listMemberships: async (userId, requestId) =>
      (await core.call(listMemberships, { params: { userId } }, requestId)).memberships,
    hasOrganization: async (organizationId, requestId) => {
      const asked = { params: { organizationId } };
      return (await core.call(getOrganizationSummary, asked, requestId)) !== undefined;
    },
    mail,
    oidcProvider: config.oidc === undefined ? undefined : createOidcProvider(config.oidc),
    now,
  });
  return { app, release: [mail.close, foundation.close] };
}

/** Printed whatever LOG_LEVEL is, because it is kept nowhere else. */
async function nameFirstAdmin(config: AuthConfig, db: Db): Promise<void> {
  const bootstrapSecret = await makeBootstrapSecret(db, firstAdminOf(config), new Date());
  if (bootstrapSecret === undefined) return;
  pino({ base: { service: 'auth' } }).info(
    { bootstrapSecret },
    'there is no admin yet: register the user of BOOTSTRAP_ADMIN with this secret, which is shown this once',
  );
}
