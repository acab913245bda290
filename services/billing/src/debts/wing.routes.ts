// The routes of debt work: court cases, restriction notices, letters to many debtors, certificates, and what is due.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { BookingDeps } from '../payments/booking-turns.ts';
import { courtCasesRoutes } from './court-cases/court-cases.routes.ts';
import { debtCertificatesRoutes } from './debt-certificates/debt-certificates.routes.ts';
import { debtLettersRoutes } from './debt-letters/debt-letters.routes.ts';
import { debtWorkRoutes } from './debt-work/debt-work.routes.ts';
import { restrictionNoticesRoutes } from './restriction-notices/restriction-notices.routes.ts';

export function debtsWing(app: HttpServer, deps: BookingDeps): void {
  courtCasesRoutes(app, deps);
  restrictionNoticesRoutes(app, deps);
  debtLettersRoutes(app, deps);
  debtCertificatesRoutes(app, deps);
  debtWorkRoutes(app, deps);
}
