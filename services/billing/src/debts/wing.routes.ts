// The routes of what is done about debts: court cases.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { BookingDeps } from '../payments/booking-turns.ts';
import { courtCasesRoutes } from './court-cases/court-cases.routes.ts';

export function debtsWing(app: HttpServer, deps: BookingDeps): void {
  courtCasesRoutes(app, deps);
}
