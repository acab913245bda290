// Opening balances: the template, a file's columns, importing a file, its progress and refused rows, and undoing it.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/opening-balances.ts';
import { TABLE_MEDIA_TYPES } from '@kvartplata/contracts/table-files.ts';
import { createBoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { uploadRoutes, withUploadedFile } from '@kvartplata/platform/http/uploaded-file.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import { openReadingThreads } from '@kvartplata/platform/table-files/reading-threads.ts';
import { requireOrganization } from '../../access/places.ts';
import type { BookingDeps } from '../booking-turns.ts';
import * as openings from './opening-balances.service.ts';
import type { OpeningThreads } from './opening-balances.service.ts';
import { templateFile } from './opening-template.ts';

const FILE = { field: 'file', maxBytes: 52_428_800 };
const OPENING_THREAD = new URL('./opening-thread.ts', import.meta.url);
/** Files being read at once, each in a thread that may hold the text of a whole workbook. */
const READING = { running: 2, waiting: 20, waitMs: 20_000 };

export function openingBalancesRoutes(
  app: HttpServer,
  { access, queue, today }: BookingDeps,
): void {
  const readers = createBoundedQueue(READING, 'Too many files are being read at this moment');
  const threads: OpeningThreads = openReadingThreads(OPENING_THREAD);
  app.addHook('onClose', async () => threads.close());

  uploadRoutes(app, (part) => {
    route(part, api.importOpeningBalances, async (request, reply) => {
      const caller = await access.callerOf(request);
      const { organizationId: named, asOf, dryRun = false, ...mapping } = request.query;
      const organizationId = await requireOrganization(caller, named);
      const opening = { organizationId, asOf, dryRun, mapping };
      openings.assertMayOpen(opening, today());
      const id = await withUploadedFile(request.raw, FILE, async (file) =>
        readers.runFor(organizationId, async () =>
          openings.takeOpening(
            { caller, queue, threads },
            opening,
            file,
            onceOf(request, reply, file.hash),
          ),
        ),
      );
      const location = addressOf(api.getOpeningImport, { params: { openingImportId: id } });
      const taken = await openings.awaitImport({ caller, queue }, id);
      return reply.code(202).header('location', location).send(taken);
    });

    route(part, api.readOpeningColumns, async (request) =>
      withUploadedFile(request.raw, FILE, async (file) =>
        readers.runFor(sessionOf(request).userId, async () =>
          openings.readColumns({ threads }, file),
        ),
      ),
    );
  });

  route(app, api.downloadOpeningTemplate, async (request, reply) => {
    const { format = 'xlsx' } = request.query;
    return reply
      .type(TABLE_MEDIA_TYPES[format])
      .header('content-disposition', `attachment; filename="opening-balances.${format}"`)
      .send(templateFile(format));
  });

  route(app, api.listOpeningImports, async (request) =>
    openings.listImports(await access.callerOf(request), request.query),
  );

  route(app, api.getOpeningImport, async (request) =>
    openings.getImport(await access.callerOf(request), request.params.openingImportId),
  );

  route(app, api.listOpeningRows, async (request) => {
    const { openingImportId } = request.params;
    return openings.listRows(await access.callerOf(request), openingImportId, request.query);
  });

  route(app, api.undoOpeningImport, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { openingImportId } = request.params;
    await openings.undoImport({ caller, queue }, openingImportId, onceOf(request, reply));
    const location = addressOf(api.getOpeningImport, { params: { openingImportId } });
    const undone = await openings.awaitImport({ caller, queue }, openingImportId);
    return reply.code(202).header('location', location).send(undone);
  });
}
