// The routes for booking payments and adjustments, and for reversing charges and payments.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { adjustmentsRoutes } from './adjustments/adjustments.routes.ts';
import type { BookingDeps } from './booking-turns.ts';
import { moveOpeningsRoutes } from './opening-balances/move-openings.routes.ts';
import { openingBalancesRoutes } from './opening-balances/opening-balances.routes.ts';
import { paymentImportsRoutes } from './payment-imports/payment-imports.routes.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { stornosRoutes } from './stornos/stornos.routes.ts';
import { unidentifiedPaymentsRoutes } from './unidentified-payments/unidentified-payments.routes.ts';

export function paymentsWing(app: HttpServer, deps: BookingDeps): void {
  paymentsRoutes(app, deps);
  paymentImportsRoutes(app, deps);
  openingBalancesRoutes(app, deps);
  moveOpeningsRoutes(app, deps);
  unidentifiedPaymentsRoutes(app, deps);
  stornosRoutes(app, deps);
  adjustmentsRoutes(app, deps);
}
