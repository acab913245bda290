// The billing-service's HTTP application: its slices in the order in which they stand on each other.
import type { BuildInfo } from '@kvartplata/contracts/health.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { auditRoutes } from '@kvartplata/platform/audit/audit.routes.ts';
import { createServiceApp } from '@kvartplata/platform/http/service-app.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FindSession } from '@kvartplata/platform/identity/session.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Foundation } from '@kvartplata/platform/lifecycle/foundation.ts';
import type { Access } from './access/access.service.ts';
import type { CoreClient } from './access/core-client.ts';
import { accountBalancesRoutes } from './books/account-balances/account-balances.routes.ts';
import { applyRoutes } from './month/apply/apply.routes.ts';
import { calculationJobsRoutes } from './month/calculation-jobs/calculation-jobs.routes.ts';
import { createJobEvents } from './month/calculation-jobs/job-events.service.ts';
import type { Trials } from './month/calculation-jobs/trials.service.ts';
import { chargesRoutes } from './month/charges/charges.routes.ts';
import { closingChecksRoutes } from './month/closing-checks/closing-checks.routes.ts';
import { closeRoutes } from './month/close/close.routes.ts';
import { createBooking } from './payments/booking.ts';
import type { BillingConfig } from './config.ts';
import { correctionsRoutes } from './month/corrections/corrections.routes.ts';
import { cyclesRoutes } from './books/cycles/cycles.routes.ts';
import { exportsRoutes } from './paper/exports/exports.routes.ts';
import { disputesRoutes } from './paper/disputes/disputes.routes.ts';
import { houseBooksRoutes } from './books/applied-months/applied-months.routes.ts';
import { keyRateImportRoutes } from './penalties/key-rate-import/key-rate-import.routes.ts';
import type { KeyRateImports } from './penalties/key-rate-import/key-rate-import.service.ts';
import { ledgerRoutes } from './books/ledger/ledger.routes.ts';
import { paymentImportsRoutes } from './payments/payment-imports/payment-imports.routes.ts';
import { unidentifiedPaymentsRoutes } from './payments/unidentified-payments/unidentified-payments.routes.ts';
import { paymentsRoutes } from './payments/payments/payments.routes.ts';
import { penaltiesRoutes } from './penalties/penalties/penalties.routes.ts';
import { penaltyAccrualsRoutes } from './penalties/penalty-accruals/penalty-accruals.routes.ts';
import { rateImpactRoutes } from './penalties/penalty-accruals/rate-impact.routes.ts';
import { penaltyRatesRoutes } from './penalties/penalty-rates/penalty-rates.routes.ts';
import { createReceiptLinks, RECEIPT_PATH } from './paper/receipt-links/receipt-links.service.ts';
import { createPageLimit } from './paper/receipt-pages/page-limit.ts';
import { receiptPagesRoutes } from './paper/receipt-pages/receipt-pages.routes.ts';
import { receiptsRoutes } from './paper/receipts/receipts.routes.ts';
import { stornosRoutes } from './payments/stornos/stornos.routes.ts';
import { penaltyRulesRoutes } from './penalties/penalty-rules/penalty-rules.routes.ts';
import { measureRules } from './penalties/penalty-rules/warn-of-ending-rules.job.ts';
import { reportsRoutes } from './paper/reports/reports.routes.ts';
import { createReportFiles } from './paper/report-files.ts';
import type { BillingTables } from './tables.ts';
import { turnoverRoutes } from './paper/turnover/turnover.routes.ts';

export type BillingDeps = {
  readonly config: BillingConfig;
  readonly foundation: Foundation<BillingTables>;
  readonly buildInfo: BuildInfo;
  readonly access: Access;
  readonly core: CoreClient;
  readonly queue: JobQueue;
  readonly trials: Trials;
  readonly keyRateImports: KeyRateImports;
  readonly findSession: FindSession;
  readonly now: () => Date;
  /** Moscow's day of `now`, unless a test lives in another month. */
  readonly today?: () => Temporal.PlainDate;
};

export async function createApp({
  config,
  foundation,
  buildInfo,
  access,
  core,
  queue,
  trials,
  keyRateImports,
  findSession,
  now,
  today = () => moscowDayOf(now()),
}: BillingDeps): Promise<HttpServer> {
  const { keys, metrics, dependencies, tracing } = foundation;
  const booking = createBooking(config.databasePoolSize, today);
  const app = await createServiceApp({
    service: 'billing',
    description:
      'Billing cycles, calculation jobs, charges, the ledger, balances, payments, penalty rates and penalties',
    buildInfo,
    trustedProxies: config.trustedProxies,
    logLevel: config.logLevel,
    metrics,
    tracing,
    dependencies,
    authentication: {
      keys,
      corsOrigin: config.corsOrigin,
      useHttps: config.useHttps,
      findSession,
      now,
    },
  });
  cyclesRoutes(app, access, booking.today);
  chargesRoutes(app, access);
  const events = createJobEvents(access.everything);
  calculationJobsRoutes(app, { access, queue, events, trials, today: booking.today });
  correctionsRoutes(app, { access, trials, today: booking.today });
  accountBalancesRoutes(app, access);
  ledgerRoutes(app, access);
  paymentsRoutes(app, access, booking);
  paymentImportsRoutes(app, { access, queue, booking });
  unidentifiedPaymentsRoutes(app, access, booking);
  stornosRoutes(app, access, booking);
  applyRoutes(app, { queue, access, today: booking.today });
  houseBooksRoutes(app, access);
  penaltyRulesRoutes(app, access, booking.today);
  measureRules(metrics, access.everything, now);
  penaltyRatesRoutes(app, access);
  keyRateImportRoutes(app, access, keyRateImports);
  penaltiesRoutes(app, access);
  penaltyAccrualsRoutes(app, queue, access, booking.today);
  rateImpactRoutes(app, access, booking.today);
  closingChecksRoutes(app, access, booking.today);
  closeRoutes(app, access, booking.today);
  const files = createReportFiles();
  turnoverRoutes(app, access, files);
  reportsRoutes(app, { access, files, today: booking.today });
  exportsRoutes(app, access, files);
  const links = createReceiptLinks(
    keys.links,
    config.publicUrl ?? `http://localhost:${config.httpPort}`,
    now,
  );
  receiptsRoutes(app, access, { core, links, now });
  disputesRoutes(app, access);
  receiptPagesRoutes(app, {
    pages: { db: access.everything, links },
    limit: createPageLimit(foundation.keyValue, keys.limits, now),
    prefix: RECEIPT_PATH,
  });
  auditRoutes(app, {
    level: 'owner',
    readableBy: async (request, organizationId) => {
      const caller = await access.callerOf(request);
      return { db: caller.db, organizationIds: await caller.organizationsOf(organizationId) };
    },
  });
  return app;
}
