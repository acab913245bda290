// The catalogue of meter types.
import * as api from '@kvartplata/contracts/core/meter-types.ts';
import { DEFAULT_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { listMeterTypes } from './meter-types.repository.ts';

export function meterTypesRoutes(app: HttpServer, { access }: Deps): void {
  route(app, api.listMeterTypes, async (request) => {
    const { limit = DEFAULT_PAGE_LIMIT, cursor } = request.query;
    const [afterId = 0] = decodeCursor(cursor, ['id']) ?? [];
    const { db } = await access.callerOf(request);
    const rows = await listMeterTypes(db, { afterId, limit: limit + 1 });
    return pageOf(
      rows,
      limit,
      ({ id }) => [id],
      (row) => row,
    );
  });
}
