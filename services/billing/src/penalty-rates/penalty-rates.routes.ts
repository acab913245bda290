// GET /api/billing/penalty-rates, all and one (specification 4.3).
import { PenaltyRate, PenaltyRateParams } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import Type from 'typebox';
import type { Db } from '../tables.ts';
import {
  findPenaltyRate,
  listPenaltyRates,
  type PenaltyRateRow,
} from './penalty-rates.repository.ts';

export function penaltyRatesRoutes(app: HttpServer, db: Db): void {
  const config = { access: 'user' } as const;
  const tags = ['penalty rates'];

  app.get(
    '/api/billing/penalty-rates',
    {
      config,
      schema: {
        tags,
        summary: 'List penalty rates, newest first',
        response: { 200: Type.Array(PenaltyRate), ...refusals(401, 503) },
      },
    },
    async () => (await listPenaltyRates(db)).map(toPenaltyRate),
  );

  app.get(
    '/api/billing/penalty-rates/:id',
    {
      config,
      schema: {
        tags,
        summary: 'One penalty rate',
        params: PenaltyRateParams,
        response: { 200: PenaltyRate, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const row = await findPenaltyRate(db, request.params.id);
      if (row === undefined) throw notFound(`penalty rate ${request.params.id}`);
      return toPenaltyRate(row);
    },
  );
}

function toPenaltyRate(row: PenaltyRateRow): PenaltyRate {
  return {
    id: row.id,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    baseCbrRate: row.base_cbr_rate,
    effectiveRate: row.effective_rate,
    description: row.description,
    source: row.source,
  };
}
