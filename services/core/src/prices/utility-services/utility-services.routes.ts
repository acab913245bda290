// /api/utility-services
import { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { DEFAULT_PAGE_LIMIT, Page, PageQuery } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import { listUtilityServices } from './utility-services.repository.ts';

export function utilityServicesRoutes(app: HttpServer, { access }: Deps): void {
  app.get('/api/utility-services', LIST, async (request) => {
    const { limit = DEFAULT_PAGE_LIMIT, cursor } = request.query;
    const [afterId = 0] = decodeCursor(cursor, ['number']) ?? [];
    const { db } = await access.callerOf(request);
    const rows = await listUtilityServices(db, { afterId, limit: limit + 1 });
    return pageOf(
      rows,
      limit,
      ({ id }) => [id],
      (row) => row,
    );
  });
}

const LIST = {
  config: { access: 'user' },
  schema: {
    tags: ['house services'],
    summary: 'What a house may be charged for, and how, in the order of ids',
    querystring: Type.Object(PageQuery, { additionalProperties: false }),
    response: { 200: Page(UtilityService), ...refusals(400, 401, 503) },
  },
} as const;
