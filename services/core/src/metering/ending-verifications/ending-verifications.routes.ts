// The meters whose verification ends soon.
import * as api from '@kvartplata/contracts/core/ending-verifications.ts';
import { TABLE_MEDIA_TYPES } from '@kvartplata/contracts/table-files.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import * as endings from './ending-verifications.service.ts';

export function endingVerificationsRoutes(app: HttpServer, { access, today }: Deps): void {
  route(app, api.listEndingVerifications, async (request) => {
    const { organizationId } = request.params;
    return endings.listEnding(
      await access.callerOf(request),
      organizationId,
      request.query,
      today(),
    );
  });

  route(app, api.listLetterFacts, async ({ params, query }) =>
    endings.listLetterFacts(access.everything, params.organizationId, query, today()),
  );

  route(app, api.exportEndingVerifications, async (request, reply) => {
    const { params, query } = request;
    const { format = 'xlsx', ...asked } = query;
    const caller = await access.callerOf(request);
    const file = await endings.exportEnding(
      caller,
      params.organizationId,
      { ...asked, format },
      today(),
    );
    return reply
      .type(TABLE_MEDIA_TYPES[format])
      .header('content-disposition', `attachment; filename="poverka-istekaet.${format}"`)
      .send(file);
  });
}
