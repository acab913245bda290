// The routes of penalties: their rules and rates, calculations, and accruals.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { instalmentsRoutes } from './instalments/instalments.routes.ts';
import { keyRateImportRoutes, type KeyRateDeps } from './key-rate-import/key-rate-import.routes.ts';
import { penaltiesRoutes } from './penalties/penalties.routes.ts';
import { penaltyAccrualsRoutes } from './penalty-accruals/penalty-accruals.routes.ts';
import { rateImpactRoutes } from './penalty-accruals/rate-impact.routes.ts';
import { penaltyRatesRoutes } from './penalty-rates/penalty-rates.routes.ts';
import { penaltyRulesRoutes } from './penalty-rules/penalty-rules.routes.ts';

export function penaltiesWing(app: HttpServer, deps: KeyRateDeps): void {
  penaltyRulesRoutes(app, deps);
  penaltyRatesRoutes(app, deps);
  keyRateImportRoutes(app, deps);
  penaltiesRoutes(app, deps);
  instalmentsRoutes(app, deps);
  penaltyAccrualsRoutes(app, deps);
  rateImpactRoutes(app, deps);
}
