// The routes of documents: reports, files for other programs, receipts and their pages, disputes.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Keys } from '@kvartplata/platform/identity/keys.ts';
import type { KeyValueStore } from '@kvartplata/platform/key-value/key-value-store.ts';
import type { Mail } from '@kvartplata/platform/mail/mail.ts';
import type { Deps } from '../access/deps.ts';
import type { Checkpoints } from '../books/seals/checkpoints.service.ts';
import { debtRequestsRoutes } from './debt-requests/debt-requests.routes.ts';
import { accountLettersRoutes } from './deliveries/account-letters.routes.ts';
import { bouncesRoutes } from './deliveries/bounces.routes.ts';
import { deliveriesRoutes } from './deliveries/deliveries.routes.ts';
import { disputesRoutes } from './disputes/disputes.routes.ts';
import { exportsRoutes } from './exports/exports.routes.ts';
import { payeesReportRoutes } from './payees/payees-report.routes.ts';
import { gisMessagesRoutes } from './gis-zhkh/gis-messages.routes.ts';
import { gisZhkhRoutes } from './gis-zhkh/gis-zhkh.routes.ts';
import { createReceiptLinks, RECEIPT_PATH } from './receipt-links/receipt-links.service.ts';
import { receiptLinksRoutes } from './receipt-links/receipt-links.routes.ts';
import { createPageLimit } from './receipt-pages/page-limit.ts';
import { receiptFilesRoutes } from './receipt-files/receipt-files.routes.ts';
import { receiptPagesRoutes } from './receipt-pages/receipt-pages.routes.ts';
import { receiptsRoutes } from './receipts/receipts.routes.ts';
import { createReportFiles } from './report-files.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { verificationLettersRoutes } from './verification-letters/verification-letters.routes.ts';
import { createReceivers } from './webhooks/receivers.ts';
import { webhooksRoutes } from './webhooks/webhooks.routes.ts';
import { turnoverRoutes } from './turnover/turnover.routes.ts';

export type PaperDeps = Deps & {
  readonly keys: Pick<Keys, 'links' | 'limits' | 'webhooks'>;
  /** Must not fail. */
  readonly limitStore: KeyValueStore;
  readonly checkpoints: Checkpoints;
  readonly mail: Pick<Mail, 'isOn'>;
  /** The address at which residents reach this service, without a trailing slash. */
  readonly publicUrl: string;
  /** The schema version stated in messages to ГИС ЖКХ. */
  readonly gisZhkhVersion: string;
  /** The same for messages about readings and payments. */
  readonly gisZhkhFactsVersion: string;
  /** Whether webhooks may use addresses of this network. */
  readonly webhookAllowPrivate: boolean;
};

export function paperWing(app: HttpServer, deps: PaperDeps): void {
  const { access, keys, limitStore, publicUrl, now, checkpoints } = deps;
  const files = createReportFiles();
  const links = createReceiptLinks(keys.links, publicUrl, now);
  receiptLinksRoutes(app, deps);
  turnoverRoutes(app, { ...deps, files });
  reportsRoutes(app, { ...deps, files });
  payeesReportRoutes(app, { ...deps, files });
  exportsRoutes(app, { ...deps, files });
  receiptsRoutes(app, { ...deps, links });
  gisZhkhRoutes(app, { ...deps, links, version: deps.gisZhkhVersion });
  gisMessagesRoutes(app, { ...deps, version: deps.gisZhkhFactsVersion });
  receiptFilesRoutes(app, deps);
  deliveriesRoutes(app, { ...deps, links });
  accountLettersRoutes(app, deps);
  bouncesRoutes(app, { ...deps, mailKeys: keys.links });
  verificationLettersRoutes(app, deps);
  debtRequestsRoutes(app, deps);
  disputesRoutes(app, deps);
  webhooksRoutes(app, deps, {
    keys: keys.webhooks,
    receivers: createReceivers({ allowPrivate: deps.webhookAllowPrivate }),
  });
  receiptPagesRoutes(app, {
    pages: { db: access.everything, core: access.core, links, checkpoints, now },
    mailKeys: keys.links,
    limit: createPageLimit(limitStore, keys.limits, now),
    prefix: RECEIPT_PATH,
  });
}
