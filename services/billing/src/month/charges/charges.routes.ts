// Charges: all, of a house, of a job; the outliers of a month; the explanation of one.
import { listChargeOutliers } from '@kvartplata/contracts/billing/charge-outliers.ts';
import * as api from '@kvartplata/contracts/billing/charges.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { explainCharge, listChargesFor } from './charges.service.ts';
import { listOutliersFor } from './outliers.service.ts';

export function chargesRoutes(app: HttpServer, { access }: Deps): void {
  route(app, api.listCharges, async (request) =>
    listChargesFor(await access.callerOf(request), request.query),
  );

  route(app, api.listHouseCharges, async (request) =>
    listChargesFor(await access.callerOf(request), { ...request.query, ...request.params }),
  );

  route(app, api.listJobCharges, async (request) =>
    listChargesFor(await access.callerOf(request), { ...request.query, ...request.params }),
  );

  route(app, listChargeOutliers, async (request) =>
    listOutliersFor(await access.callerOf(request), request.query),
  );

  route(app, api.explainCharge, async (request) =>
    explainCharge(await access.callerOf(request), request.params.chargeId),
  );
}
