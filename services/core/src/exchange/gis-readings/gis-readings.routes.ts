// A house's readings of a month, which billing sends to ГИС ЖКХ.
import { listGisReadings } from '@kvartplata/contracts/core/gis-readings.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { readGisReadings } from './gis-readings.service.ts';

export function gisReadingsRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  route(app, listGisReadings, async ({ params, query }) => {
    const page = await readGisReadings(everything, params.houseId, query);
    if (page === undefined) throw notFound('The house');
    return page;
  });
}
