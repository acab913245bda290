// /api/imports
import {
  FileForm,
  Import,
  ImportHousesQuery,
  ImportIdParams,
  ImportKindParams,
  ImportMetersQuery,
  ImportReadingsQuery,
  ListedImport,
  ListImportsQuery,
} from '@kvartplata/contracts/core/imports.ts';
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
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/access.service.ts';
import type { Deps } from '../../access/deps.ts';
import { FORMS } from './import-forms.ts';
import { refusedFile, templateFile } from './import-files.ts';
import * as imports from './imports.service.ts';
import type { FileThreads, ImportPlace } from './imports.service.ts';

const PATH = '/api/imports';
const FILE = { field: 'file', maxBytes: 52_428_800 };
const FILE_THREAD = new URL('./file-thread.ts', import.meta.url);
/** Files that are read at once, each in a thread; each may hold the texts of a whole workbook. */
const READING = {
  running: 2,
  waiting: 20,
  waitMs: 20_000,
};

export function importsRoutes(app: HttpServer, { access, queue }: Deps): void {
  const turns = createBoundedQueue(READING, 'Too many files are being read at this moment');
  const threads: FileThreads = openReadingThreads(FILE_THREAD);
  app.addHook('onClose', async () => threads.close());

  async function take(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    place: ImportPlace,
  ): Promise<FastifyReply> {
    const id = await withUploadedFile(request.raw, FILE, async (file) =>
      turns.run(async () =>
        imports.takeFile(
          { caller, queue, threads },
          place,
          file,
          onceOf(request, reply, file.hash),
        ),
      ),
    );
    const taken = await imports.awaitImport(caller, id);
    return reply
      .code(taken.finishedAt === null ? 202 : 200)
      .header('location', `${PATH}/${id}`)
      .send(taken);
  }

  uploadRoutes(app, (part) => {
    part.post(`${PATH}/houses`, TAKE_HOUSES, async (request, reply) => {
      const caller = await access.callerOf(request);
      const place = await imports.getHousesPlace(caller, request.query);
      return take(request, reply, caller, place);
    });

    part.post(`${PATH}/meters`, TAKE_METERS, async (request, reply) => {
      const caller = await access.callerOf(request);
      const place = await imports.getPlaceInHouse(caller, 'meters', request.query);
      return take(request, reply, caller, place);
    });

    part.post(`${PATH}/readings`, TAKE_READINGS, async (request, reply) => {
      const caller = await access.callerOf(request);
      const place = await imports.getPlaceInHouse(caller, 'readings', request.query);
      return take(request, reply, caller, place);
    });
  });

  app.get(PATH, LIST, async (request) =>
    imports.listImports(await access.callerOf(request), request.query),
  );

  app.get(`${PATH}/:id`, READ, async (request) =>
    imports.getImport(await access.callerOf(request), request.params.id),
  );

  app.post(`${PATH}/:id/cancel`, CANCEL, async (request) =>
    imports.cancelImport(await access.callerOf(request), request.params.id),
  );

  app.get(`${PATH}/:id/refused`, REFUSED, async (request, reply) => {
    const { format = 'xlsx' } = request.query;
    const { id } = request.params;
    const { kind, columns, rows } = await imports.openRefusedRows(
      await access.callerOf(request),
      id,
    );
    return sendFile(
      reply,
      format,
      `import-${id}-refused`,
      refusedFile(format, FORMS[kind], columns, rows),
    );
  });

  app.get(`${PATH}/:kind/template`, TEMPLATE, async (request, reply) => {
    const { format = 'xlsx' } = request.query;
    const { kind } = request.params;
    return sendFile(reply, format, kind, templateFile(format, FORMS[kind]));
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

const tags = ['imports'];
const viewer = { access: 'viewer' } as const;
const accountant = { access: 'accountant' } as const;

const TAKEN = {
  tags,
  consumes: ['multipart/form-data'],
  headers: IdempotencyHeaders,
  body: FileForm,
  response: { 200: Import, 202: Import, ...refusals(400, 401, 403, 404, 409, 413, 415, 429, 503) },
};

const TAKE_HOUSES = {
  config: accountant,
  schema: {
    ...TAKEN,
    summary: 'Import houses with their rooms and personal accounts: all rows or none',
    querystring: ImportHousesQuery,
  },
};

const TAKE_METERS = {
  config: accountant,
  schema: {
    ...TAKEN,
    summary: "Import a house's meters: all rows or none",
    querystring: ImportMetersQuery,
  },
};

const TAKE_READINGS = {
  config: accountant,
  schema: {
    ...TAKEN,
    summary: "Import readings of a house's meters: all rows or none",
    querystring: ImportReadingsQuery,
  },
};

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'Imports of the last 30 days, newest first',
    querystring: ListImportsQuery,
    response: { 200: Page(ListedImport), ...refusals(400, 401, 404, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'How an import stands',
    params: ImportIdParams,
    response: { 200: Import, ...refusals(400, 401, 404, 503) },
  },
};

const CANCEL = {
  config: accountant,
  schema: {
    tags,
    summary: 'Stop an import that has not ended: nothing of it is stored',
    params: ImportIdParams,
    response: { 200: Import, ...refusals(400, 401, 403, 404, 409, 503) },
  },
};

const REFUSED = {
  config: viewer,
  schema: {
    tags,
    summary: 'The refused rows as a file, each with its line and reasons',
    params: ImportIdParams,
    querystring: TableQuery,
    response: { 200: TABLE_FILE, ...refusals(400, 401, 404, 503) },
  },
};

const TEMPLATE = {
  config: { access: 'user' } as const,
  schema: {
    tags,
    summary: 'A file to fill in',
    params: ImportKindParams,
    querystring: TableQuery,
    response: { 200: TABLE_FILE, ...refusals(400, 401) },
  },
};
