// /api/billing/payments/import and /api/billing/payment-imports
import {
  ImportPaymentsQuery,
  ListedPaymentImport,
  ListPaymentImportsQuery,
  PaymentImport,
  PaymentImportParams,
  PaymentImportWithRows,
  ReadPaymentImportQuery,
  RegistryForm,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import { StornoRequest } from '@kvartplata/contracts/billing/payments.ts';
import { IdempotencyHeaders } from '@kvartplata/contracts/idempotency.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { createBoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { uploadRoutes, withUploadedFile } from '@kvartplata/platform/http/uploaded-file.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import { openReadingThreads } from '@kvartplata/platform/table-files/reading-threads.ts';
import {
  TABLE_FILE,
  TABLE_MEDIA_TYPES,
  TableQuery,
  type TableFormat,
} from '@kvartplata/contracts/table-files.ts';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { requireOrganization } from '../../access/places.ts';
import type { BookingDeps } from '../booking-turns.ts';
import * as imports from './payment-imports.service.ts';
import type { RegistryThreads } from './payment-imports.service.ts';
import { rejectedFile } from './rejected-file.ts';

const PATH = '/api/billing/payment-imports';
const FILE = { field: 'file', maxBytes: 52_428_800 };
const REGISTRY_THREAD = new URL('./registry-thread.ts', import.meta.url);
/** Files that are read at once, each in a thread; each may hold the texts of a whole workbook. */
const READING = { running: 2, waiting: 20, waitMs: 20_000 };

export function paymentImportsRoutes(
  app: HttpServer,
  { access, queue, turns, today }: BookingDeps,
): void {
  const readers = createBoundedQueue(READING, 'Too many files are being read at this moment');
  const threads: RegistryThreads = openReadingThreads(REGISTRY_THREAD);
  app.addHook('onClose', async () => threads.close());

  uploadRoutes(app, (part) => {
    part.post('/api/billing/payments/import', TAKE, async (request, reply) => {
      const caller = await access.callerOf(request);
      const { profile, dryRun = false } = request.query;
      const organizationId = await requireOrganization(caller, request.query.organizationId);
      const id = await withUploadedFile(request.raw, FILE, async (file) =>
        readers.run(async () =>
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
      const taken = await imports.awaitImport(caller, id);
      return reply
        .code(taken.finishedAt === null ? 202 : 200)
        .header('location', `${PATH}/${id}`)
        .send(taken);
    });
  });

  app.get(PATH, LIST, async (request) =>
    imports.listImports(await access.callerOf(request), request.query),
  );

  app.get(`${PATH}/:id`, READ, async (request) =>
    imports.getImport(await access.callerOf(request), request.params.id, request.query),
  );

  app.get(`${PATH}/:id/rejected`, REJECTED, async (request, reply) => {
    const { format = 'xlsx' } = request.query;
    const { id } = request.params;
    const rows = await imports.openRejectedRows(await access.callerOf(request), id);
    return sendFile(reply, format, `payment-import-${id}-rejected`, rejectedFile(format, rows));
  });

  app.post(`${PATH}/:id/storno`, REVERSE, async (request, reply) => {
    const caller = await access.callerOf(request);
    const once = onceOf(request, reply);
    return turns.run(async () =>
      imports.reverseImport(caller, request.params.id, request.body.reason, once),
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

const tags = ['payment-imports'];
const viewer = { access: 'viewer' } as const;
const accountant = { access: 'accountant' } as const;

const TAKE = {
  config: accountant,
  schema: {
    tags,
    summary: 'Import a registry of payments: what is matched is booked, all of it or none',
    consumes: ['multipart/form-data'],
    headers: IdempotencyHeaders,
    querystring: ImportPaymentsQuery,
    body: RegistryForm,
    response: {
      200: PaymentImport,
      202: PaymentImport,
      ...refusals(400, 401, 403, 404, 409, 413, 415, 429, 503),
    },
  },
};

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'Payment imports, newest first',
    querystring: ListPaymentImportsQuery,
    response: { 200: Page(ListedPaymentImport), ...refusals(400, 401, 404, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'How a payment import stands, with its rows in the order of the file',
    params: PaymentImportParams,
    querystring: ReadPaymentImportQuery,
    response: { 200: PaymentImportWithRows, ...refusals(400, 401, 404, 503) },
  },
};

const REJECTED = {
  config: viewer,
  schema: {
    tags,
    summary: 'The rejected rows as a file, each with its line and reasons',
    params: PaymentImportParams,
    querystring: TableQuery,
    response: {
      200: TABLE_FILE,
      ...refusals(400, 401, 404, 503),
    },
  },
};

const REVERSE = {
  config: accountant,
  schema: {
    tags,
    summary: 'Take a whole registry back',
    params: PaymentImportParams,
    headers: IdempotencyHeaders,
    body: StornoRequest,
    response: { 200: PaymentImport, ...refusals(400, 401, 403, 404, 409, 503) },
  },
};
