// Core's requests before and after it changes a house's data.
import * as api from '@kvartplata/contracts/billing/internal.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { isCharged, listAppliedMonths, listChargedMonths } from './applied-months.repository.ts';

export function appliedMonthsRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  route(app, api.getHouseBooks, async (request) => {
    const { houseId } = request.params;
    const { organizationId, from, to, personalAccountId, houseServiceId } = request.query;
    const months = { from: firstDay(from), to: firstDay(to) };
    const charged = { organizationId, houseId, personalAccountId, houseServiceId };
    const appliedMonths = await listAppliedMonths(everything, charged, months);
    return {
      appliedMonths,
      chargedMonths: await listChargedMonths(everything, charged, appliedMonths),
      hasCharges: await isCharged(everything, charged),
    };
  });
}

function firstDay(month: Temporal.PlainYearMonth | undefined): string | undefined {
  return month?.toPlainDate({ day: 1 }).toString();
}
