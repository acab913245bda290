// Payment imports: importing a registry, its progress, and reversing it.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/payment-imports.ts';
import { TABLE_MEDIA_TYPES, type TableFormat } from '@kvartplata/contracts/table-files.ts';
import { createBoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { uploadRoutes, withUploadedFile } from '@kvartplata/platform/http/uploaded-file.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import { openReadingThreads } from '@kvartplata/platform/table-files/reading-threads.ts';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { requireOrganization } from '../../access/places.ts';
import type { BookingDeps } from '../booking-turns.ts';
import * as imports from './payment-imports.service.ts';
import type { RegistryThreads } from './payment-imports.service.ts';
import { rejectedFile } from './rejected-file.ts';

const FILE = { field: 'file', maxBytes: 52_428_800 };
const REGISTRY_THREAD = new URL('./registry-thread.ts', import.meta.url);
/** Files being read at once, each in a thread that may hold the text of a whole workbook. */
const READING = { running: 2, waiting: 20, waitMs: 20_000 };

export function paymentImportsRoutes(
  app: HttpServer,
  { access, queue, turns, today }: BookingDeps,
): void {
  const readers = createBoundedQueue(READING, 'Too many files are being read at this moment');
  const threads: RegistryThreads = openReadingThreads(REGISTRY_THREAD);
  app.addHook('onClose', async () => threads.close());

  uploadRoutes(app, (part) => {
    route(part, api.importPayments, async (request, reply) => {
      const caller = await access.callerOf(request);
      const { profile, dryRun = false } = request.query;
      const organizationId = await requireOrganization(caller, request.query.organizationId);
      const id = await withUploadedFile(request.raw, FILE, async (file) =>
        readers.runFor(organizationId, async () =>
          imports.takeRegistry(
            { caller, queue, threads },
            { organizationId, profile, dryRun },
            file,
            {
              once: onceOf(request, reply, file.hash),
              today: today(),
            },
          ),
        ),
      );
      const taken = await imports.awaitImport({ caller, queue }, id);
      const location = addressOf(api.getPaymentImport, { params: { paymentImportId: id } });
      return reply
        .code(taken.finishedAt === null ? 202 : 200)
        .header('location', location)
        .send(taken);
    });
  });

  route(app, api.listPaymentImports, async (request) =>
    imports.listImports(await access.callerOf(request), request.query),
  );

  route(app, api.getPaymentImport, async (request) => {
    const { paymentImportId } = request.params;
    return imports.getImport(await access.callerOf(request), paymentImportId, request.query);
  });

  route(app, api.downloadRejectedRows, async (request, reply) => {
    const { format = 'xlsx', reason } = request.query;
    const { paymentImportId: id } = request.params;
    const rows = await imports.openRejectedRows(await access.callerOf(request), id, reason);
    return sendFile(reply, format, `payment-import-${id}-rejected`, rejectedFile(format, rows));
  });

  route(app, api.reversePaymentImport, async (request, reply) => {
    const caller = await access.callerOf(request);
    const once = onceOf(request, reply);
    const { params, body } = request;
    return turns.runFor(sessionOf(request).userId, async () =>
      imports.reverseImport(caller, params.paymentImportId, body.reason, once),
    );
  });
}

function sendFile(
  reply: FastifyReply,
  format: TableFormat,
  name: string,
  content: Readable,
): FastifyReply {
  return reply
    .type(TABLE_MEDIA_TYPES[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .send(content);
}
