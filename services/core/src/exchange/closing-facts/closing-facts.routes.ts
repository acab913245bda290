// GET /api/internal/organizations/:id/open-houses, unverified-meters and tariff-gaps.
import {
  ClosingFactsQuery,
  OpenHouses,
  OpenHousesQuery,
  TariffGaps,
  UnverifiedMeters,
} from '@kvartplata/contracts/core/closing-facts.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { IdText } from '@kvartplata/contracts/scalars.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import { listOpenHouses, listTariffGaps, listUnverifiedMeters } from './closing-facts.service.ts';

const PATH = '/api/internal/organizations/:id';

export function closingFactsRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  const config = { access: 'service' } as const;
  const tags = ['internal'];
  const params = Type.Object({ id: IdText });

  app.get(
    `${PATH}/open-houses`,
    {
      config,
      schema: {
        tags,
        summary: 'The houses with accounts in a month',
        params,
        querystring: OpenHousesQuery,
        response: { 200: OpenHouses, ...refusals(400, 401, 503) },
      },
    },
    async (request) => ({
      houseIds: [...(await listOpenHouses(everything, request.params.id, request.query.period))],
    }),
  );

  app.get(
    `${PATH}/unverified-meters`,
    {
      config,
      schema: {
        tags,
        summary: 'Meters past their verification in a month',
        params,
        querystring: ClosingFactsQuery,
        response: { 200: UnverifiedMeters, ...refusals(400, 401, 503) },
      },
    },
    async (request) => listUnverifiedMeters(everything, request.params.id, request.query),
  );

  app.get(
    `${PATH}/tariff-gaps`,
    {
      config,
      schema: {
        tags,
        summary: 'Services with days of a month that no tariff covers',
        params,
        querystring: ClosingFactsQuery,
        response: { 200: TariffGaps, ...refusals(400, 401, 503) },
      },
    },
    async (request) => listTariffGaps(everything, request.params.id, request.query),
  );
}
