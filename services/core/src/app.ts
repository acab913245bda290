// The core-service's HTTP application: its slices in the order of the README.
import type { BuildInfo } from '@kvartplata/contracts/health.ts';
import { auditRoutes } from '@kvartplata/platform/audit/audit.routes.ts';
import type { Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { Dependency } from '@kvartplata/platform/http/operations.routes.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { createServiceApp } from '@kvartplata/platform/http/service-app.ts';
import type { Keys } from '@kvartplata/platform/identity/keys.ts';
import type { FindSession } from '@kvartplata/platform/identity/session.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Tracing } from '@kvartplata/platform/tracing/tracing.ts';
import { absencesRoutes } from './absences/absences.routes.ts';
import type { Access } from './access/access.service.ts';
import type { BooksClient } from './books/books-client.ts';
import { billingSnapshotRoutes } from './billing-snapshot/billing-snapshot.routes.ts';
import { closingFactsRoutes } from './closing-facts/closing-facts.routes.ts';
import { invitationsRoutes } from './invitations/invitations.routes.ts';
import { importsRoutes } from './imports/imports.routes.ts';
import { goldenHouseRoutes } from './golden-house/golden-house.routes.ts';
import { datedValuesRoutes } from './house-services/dated-values.routes.ts';
import { houseServicesRoutes } from './house-services/house-services.routes.ts';
import { housesRoutes } from './houses/houses.routes.ts';
import { meterTypesRoutes } from './meter-types/meter-types.routes.ts';
import { utilityServicesRoutes } from './utility-services/utility-services.routes.ts';
import { lookupsRoutes } from './lookups/lookups.routes.ts';
import { organizationsRoutes } from './organizations/organizations.routes.ts';
import { meterOutagesRoutes } from './meter-outages/meter-outages.routes.ts';
import { meterReplacementsRoutes } from './meter-replacements/meter-replacements.routes.ts';
import { meterVerificationsRoutes } from './meter-verifications/meter-verifications.routes.ts';
import { metersRoutes } from './meters/meters.routes.ts';
import { readingSheetsRoutes } from './readings/reading-sheets.routes.ts';
import { readingsRoutes } from './readings/readings.routes.ts';
import { membersRoutes } from './members/members.routes.ts';
import type { UsersClient } from './members/users-client.ts';
import { personalAccountsRoutes } from './personal-accounts/personal-accounts.routes.ts';
import { receiptFactsRoutes } from './receipt-facts/receipt-facts.routes.ts';
import { registeredPersonsRoutes } from './personal-accounts/registered-persons.routes.ts';
import { roomsRoutes } from './rooms/rooms.routes.ts';
import { versionRoutes } from './version/version.routes.ts';

export type AppDependencies = {
  readonly access: Access;
  readonly users: UsersClient;
  readonly books: BooksClient;
  readonly queue: JobQueue;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  /** What the service stands on, for /ready. */
  readonly dependencies: readonly Dependency[];
  readonly findSession: FindSession;
  readonly now: () => Date;
  readonly buildInfo: BuildInfo;
  readonly systemVersion: string;
  readonly authServiceUrl: string;
  readonly billingServiceUrl: string;
  readonly corsOrigin: string;
  readonly useHttps: boolean;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
};

export async function createApp(deps: AppDependencies): Promise<HttpServer> {
  const { keys, corsOrigin, useHttps, findSession, now } = deps;
  const app = await createServiceApp({
    service: 'core',
    description: 'Organizations, houses, personal accounts, services, meters and their readings',
    buildInfo: deps.buildInfo,
    trustedProxies: deps.trustedProxies,
    logLevel: deps.logLevel,
    metrics: deps.metrics,
    tracing: deps.tracing,
    dependencies: deps.dependencies,
    authentication: { keys, corsOrigin, useHttps, findSession, now },
  });
  const { access } = deps;
  const today = (): Temporal.PlainDate => utcDayOf(now());
  membersRoutes(app, deps);
  invitationsRoutes(app, deps);
  organizationsRoutes(app, access);
  utilityServicesRoutes(app, access);
  meterTypesRoutes(app, access);
  housesRoutes(app, deps);
  roomsRoutes(app, deps);
  personalAccountsRoutes(app, { ...deps, today });
  registeredPersonsRoutes(app, { ...deps, today });
  absencesRoutes(app, { ...deps, today });
  houseServicesRoutes(app, deps);
  datedValuesRoutes(app, deps);
  metersRoutes(app, deps);
  meterVerificationsRoutes(app, { ...deps, today });
  meterOutagesRoutes(app, { ...deps, today });
  readingsRoutes(app, { ...deps, today });
  readingSheetsRoutes(app, { ...deps, today });
  meterReplacementsRoutes(app, { ...deps, today });
  importsRoutes(app, deps);
  goldenHouseRoutes(app, { access, today });
  billingSnapshotRoutes(app, access);
  closingFactsRoutes(app, access);
  receiptFactsRoutes(app, access);
  lookupsRoutes(app, access);
  auditRoutes(app, {
    level: 'owner',
    readableBy: async (request, organizationId) => {
      const caller = await access.callerOf(request);
      return { db: caller.db, organizationIds: caller.organizationsOf(organizationId) };
    },
  });
  versionRoutes(app, deps);
  return app;
}

/** The calendar day in UTC, whatever the machine's time zone. */
function utcDayOf(instant: Date): Temporal.PlainDate {
  return instant.toTemporalInstant().toZonedDateTimeISO('UTC').toPlainDate();
}
