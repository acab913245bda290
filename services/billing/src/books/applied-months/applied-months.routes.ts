// GET /api/internal/houses/:houseId/books
import { HouseParams } from '@kvartplata/contracts/billing/charges.ts';
import { HouseBooks, HouseBooksQuery } from '@kvartplata/contracts/billing/internal.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { isCharged, listAppliedMonths, listChargedMonths } from './applied-months.repository.ts';

export function appliedMonthsRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  app.get(
    '/api/internal/houses/:houseId/books',
    {
      config: { access: 'service' },
      schema: {
        tags: ['internal'],
        summary: 'What the books hold of a house; one that they do not know has nothing in them',
        params: HouseParams,
        querystring: HouseBooksQuery,
        response: { 200: HouseBooks, ...refusals(400, 401, 503) },
      },
    },
    async (request) => {
      const { houseId } = request.params;
      const { from, to, personalAccountId, houseServiceId } = request.query;
      const months = { from: firstDay(from), to: firstDay(to) };
      const charged = { houseId, personalAccountId, houseServiceId };
      const appliedMonths = await listAppliedMonths(everything, houseId, months);
      return {
        appliedMonths: [...appliedMonths],
        chargedMonths: [...(await listChargedMonths(everything, charged, appliedMonths))],
        hasCharges: await isCharged(everything, charged),
      };
    },
  );
}

function firstDay(month: Temporal.PlainYearMonth | undefined): string | undefined {
  return month?.toPlainDate({ day: 1 }).toString();
}
