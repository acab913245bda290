// The catalogue of utility services.
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { DEFAULT_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import * as repository from './utility-services.repository.ts';

export function utilityServicesRoutes(app: HttpServer, { access }: Deps): void {
  route(app, listUtilityServices, async (request) => {
    const { limit = DEFAULT_PAGE_LIMIT, cursor } = request.query;
    const [afterId = 0] = decodeCursor(cursor, ['number']) ?? [];
    const { db } = await access.callerOf(request);
    const rows = await repository.listUtilityServices(db, { afterId, limit: limit + 1 });
    return pageOf(
      rows,
      limit,
      ({ id }) => [id],
      (row) => row,
    );
  });
}
