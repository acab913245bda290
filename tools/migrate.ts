// `npm run migrate`: brings the databases up to date as a separate step, for deployments whose services start with
// MIGRATE_ON_START=false. Reads AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL; skips services without one.
import { ConfigurationError } from '@kvartplata/platform/config/config.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { bringUpToDate } from '@kvartplata/platform/database/fitness.ts';
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { isHelpTold } from './platform/command-help.ts';
import { namedDatabases } from './platform/named-databases.ts';
import { wantedBy, type ServiceName } from './platform/service-environment.ts';

const HELP = `Brings the databases up to date. It may run before or after the services, which wait for it.

  npm run migrate

The databases are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL; one that is not set is left out.

Exit codes
  0   up to date
  1   not migrated; what had run before the file that failed stays

docs/operating/migrate.md says more.`;

try {
  if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
  const [superfluous] = process.argv.slice(2);
  if (superfluous !== undefined)
    throw new Error(
      `it takes nothing on its line, and ${superfluous} is there: see npm run migrate -- --help`,
    );
  const databases = readDatabases();
  for (const [service, url] of databases) await migrateService(service, url);
} catch (error) {
  console.error(`Not migrated: ${explainStartFailure(error)}`);
  process.exit(1);
}

/** @throws ConfigurationError for an invalid URL, or when there is none */
function readDatabases(): ReadonlyMap<ServiceName, string> {
  const databases = namedDatabases(process.env);
  if (databases.size === 0)
    throw new ConfigurationError([
      'AUTH_DATABASE_URL, CORE_DATABASE_URL or BILLING_DATABASE_URL is missing: name at least one',
    ]);
  return databases;
}

async function migrateService(service: ServiceName, url: string): Promise<void> {
  const { db } = openDatabase<unknown>({
    url,
    poolSize: 1,
    applicationName: `${service}-migrations`,
  });
  try {
    const tell = (line: string): void => console.log(`${service}: ${line}`);
    const ran = await bringUpToDate(db, wantedBy(service), { tell });
    tell(ran.length === 0 ? 'up to date' : `${ran.length} migrations have run`);
  } finally {
    await db.destroy();
  }
}
