// The reading sheet of a house's month.
import * as api from '@kvartplata/contracts/core/readings.ts';
import { TABLE_MEDIA_TYPES } from '@kvartplata/contracts/table-files.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { editorOf } from '../../access/records/records.service.ts';
import { oddReadingsFile } from './odd-readings-file.ts';
import { listOddReadingsOfHouses, openOddReadings } from './odd-readings.service.ts';
import * as sheets from './reading-sheets.service.ts';

export function readingSheetsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  route(app, api.getReadingSheet, async (request) =>
    sheets.listSheet(await access.callerOf(request), request.params, request.query),
  );

  route(app, api.storeReadingSheet, async (request) =>
    sheets.storeSheet(await editorOf(deps, request), request.params, request.body, today()),
  );

  route(app, api.listOddReadings, async (request) => {
    const { period, ...page } = request.query;
    const month = { houseId: request.params.houseId, period };
    return sheets.listOddReadings(await access.callerOf(request), month, page);
  });

  route(app, api.listOddReadingsOfHouses, async (request) =>
    listOddReadingsOfHouses(await access.callerOf(request), request.query),
  );

  route(app, api.downloadOddReadings, async (request, reply) => {
    const { format = 'xlsx', ...of } = request.query;
    const rows = await openOddReadings(await access.callerOf(request), of);
    return reply
      .type(TABLE_MEDIA_TYPES[format])
      .header('content-disposition', `attachment; filename="odd-readings.${format}"`)
      .send(oddReadingsFile(format, rows));
  });

  route(app, api.countReadings, async (request) =>
    sheets.countReadings(await access.callerOf(request), request.query),
  );
}
