// What stands against closing a month, and accepting that.
import * as api from '@kvartplata/contracts/billing/closing-checks.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import { createMonthReaders } from '../../books/month-readers.ts';
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
    acceptCheck(await access.callerOf(request), request.params, request.body.note, {
      once: onceOf(request, reply),
      today: today(),
    }),
  );
}
