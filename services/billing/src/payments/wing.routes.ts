// The routes by which money comes in, and charges and payments are taken back.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { BookingDeps } from './booking-turns.ts';
import { openingBalancesRoutes } from './opening-balances/opening-balances.routes.ts';
import { paymentImportsRoutes } from './payment-imports/payment-imports.routes.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { stornosRoutes } from './stornos/stornos.routes.ts';
import { unidentifiedPaymentsRoutes } from './unidentified-payments/unidentified-payments.routes.ts';

export function paymentsWing(app: HttpServer, deps: BookingDeps): void {
  paymentsRoutes(app, deps);
  paymentImportsRoutes(app, deps);
  openingBalancesRoutes(app, deps);
  unidentifiedPaymentsRoutes(app, deps);
  stornosRoutes(app, deps);
}
