// The closing checks of a month, their remarks, and accepting them.
import * as api from '@kvartplata/contracts/billing/closing-checks.ts';
import { TABLE_MEDIA_TYPES } from '@kvartplata/contracts/table-files.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import { createMonthReaders } from '../../books/month-readers.ts';
import { remarksFile } from './remarks-file.ts';
import { acceptRemarks, listRemarks, takeRemarks } from './remarks.service.ts';
import {
  acceptCheck,
  listCheckRows,
  listClosingChecks,
  type CheckReaders,
} from './closing-checks.service.ts';

export function closingChecksRoutes(app: HttpServer, { access, today }: Deps): void {
  const readers: CheckReaders = createMonthReaders('closing checks');

  route(app, api.listClosingChecks, async (request) =>
    listClosingChecks(await access.callerOf(request), request.params.cycleId, {
      readers,
      today: today(),
    }),
  );

  route(app, api.listCheckRows, async (request) =>
    listCheckRows(await access.callerOf(request), request.params, request.query, {
      readers,
      today: today(),
    }),
  );

  route(app, api.acceptCheck, async (request, reply) =>
    acceptCheck(await access.callerOf(request), request.params, request.body, {
      once: onceOf(request, reply),
      today: today(),
    }),
  );

  route(app, api.listRemarks, async (request) =>
    listRemarks(await access.callerOf(request), request.params.cycleId, request.query, {
      readers,
      today: today(),
    }),
  );

  route(app, api.exportRemarks, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { cycleId } = request.params;
    const { format = 'xlsx', ...filter } = request.query;
    const { remarks, addresses } = await takeRemarks(caller, cycleId, filter, {
      readers,
      today: today(),
    });
    return reply
      .type(TABLE_MEDIA_TYPES[format])
      .header('content-disposition', `attachment; filename="remarks-${cycleId}.${format}"`)
      .send(remarksFile(format, remarks, addresses));
  });

  route(app, api.acceptRemarks, async (request, reply) =>
    acceptRemarks(await access.callerOf(request), request.params.cycleId, request.body, {
      once: onceOf(request, reply),
      today: today(),
    }),
  );
}
