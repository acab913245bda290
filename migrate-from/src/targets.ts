// The three databases that a copy fills: those set in the environment, otherwise the embedded ones of `npm start`.
import path from 'node:path';
import type { Tables as AuthTables } from '@kvartplata/auth-service/src/tables.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import type { Tables as CoreTables } from '@kvartplata/core-service/src/tables.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import { migrate } from '@kvartplata/platform/database/migrations.ts';
import { findSchemaFault } from '@kvartplata/platform/database/schema-fault.ts';
import type { Kysely } from 'kysely';
import { holdEmbedded } from '../../tools/platform/embedded-databases.ts';
import { namedDatabases, withoutPassword } from '../../tools/platform/named-databases.ts';
import {
  ROOT,
  SERVICES,
  servicesWithoutDatabase,
  wantedBy,
  type ServiceName,
} from '../../tools/platform/service-environment.ts';
import { CopyRefusal } from './refusal.ts';

export type Targets = {
  readonly auth: Kysely<AuthTables>;
  readonly core: Kysely<CoreTables>;
  readonly billing: Kysely<BillingTables>;
};
export type TargetName = keyof Targets;

export type OpenTargets = {
  readonly targets: Targets;
  /** The location of each, without its password. */
  readonly places: Readonly<Record<TargetName, string>>;
  readonly close: () => Promise<void>;
};

/** @throws ConfigurationError for an invalid URL; an Error when a platform is running on the embedded databases */
export async function openTargets(environment: NodeJS.ProcessEnv): Promise<OpenTargets> {
  const named = namedDatabases(environment);
  const embedded = await holdEmbedded(environment, servicesWithoutDatabase(environment));
  const urlOf = (service: ServiceName): string =>
    named.get(service) ?? embedded?.urlOf(service) ?? '';
  const opened: { readonly destroy: () => Promise<void> }[] = [];
  const open = <Tables>(service: ServiceName): Kysely<Tables> => {
    const { db, seeing } = openDatabase<Tables>({
      url: urlOf(service),
      poolSize: 2,
      applicationName: `${service}-migrate-from`,
    });
    opened.push(db);
    return seeing(() => visibilityOf('all'));
  };
  const targets: Targets = {
    auth: open<AuthTables>('auth'),
    core: open<CoreTables>('core'),
    billing: open<BillingTables>('billing'),
  };
  const placeOf = (service: ServiceName): string =>
    named.has(service) ? withoutPassword(urlOf(service)) : `embedded in ${embedded?.directory}`;
  return {
    targets,
    places: { auth: placeOf('auth'), core: placeOf('core'), billing: placeOf('billing') },
    close: async () => {
      await Promise.all(opened.map(async (db) => db.destroy()));
      await embedded?.close();
    },
  };
}

/** As a service does when it starts. */
export async function migrateTargets(targets: Targets): Promise<void> {
  for (const service of SERVICES)
    await migrate(
      targets[service] as Kysely<unknown>,
      path.join(ROOT, 'services', service, 'migrations'),
    );
}

/**
 * For a dry run, which changes nothing and reads the tables of the targets.
 * @throws CopyRefusal naming the first target with missing migrations
 */
export async function assertUpToDate(targets: Targets): Promise<void> {
  for (const service of SERVICES) {
    const { folder } = wantedBy(service);
    const fault = await findSchemaFault(targets[service] as Kysely<unknown>, folder);
    if (fault !== undefined)
      throw new CopyRefusal(
        `A dry run needs databases that are up to date: npm run migrate, or one npm start for embedded ones. Of ${service}: ${fault.reason}.`,
      );
  }
}
