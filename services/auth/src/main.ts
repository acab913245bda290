// The auth-service as a process: reads the environment, opens what it stands on, listens.
import path from 'node:path';
import { buildInfoOf } from '@kvartplata/platform/http/build-info.ts';
import { openFoundation } from '@kvartplata/platform/lifecycle/foundation.ts';
import { listen } from '@kvartplata/platform/lifecycle/listen.ts';
import { runService } from '@kvartplata/platform/lifecycle/run-service.ts';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { readAuthConfig } from './config.ts';
import { createPasswords } from './passwords/passwords.service.ts';
import type { Tables } from './tables.ts';
import { reencryptSecrets } from './two-factor/re-encryption.job.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations');

await runService('auth', async () => {
  const config = readAuthConfig(process.env);
  const log = pino({ level: config.logLevel, base: { service: 'auth' } });
  const foundation = await openFoundation<Tables>('auth', config, MIGRATIONS, log);
  const { reencrypted, unreadable } = await reencryptSecrets(
    foundation.database.db,
    foundation.keys.totp,
  );
  if (reencrypted > 0) log.info({ reencrypted }, 'two-factor secrets are under the new key');
  if (unreadable > 0)
    log.warn({ unreadable }, 'two-factor secrets that neither JWT_SECRET nor its previous opens');
  const app = await createApp({
    ...foundation,
    db: foundation.database.db,
    config,
    buildInfo: buildInfoOf(config, new Date()),
    passwords: await createPasswords(),
    now: () => new Date(),
  });
  return listen(app, {
    port: config.httpPort,
    host: config.httpHost,
    drainMs: config.drainSeconds * 1000,
    release: [foundation.close],
  });
});
