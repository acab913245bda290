// Imports of files.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as gisApi from '@kvartplata/contracts/core/gis-accounts.ts';
import * as gisMetersApi from '@kvartplata/contracts/core/gis-meters.ts';
import * as api from '@kvartplata/contracts/core/imports.ts';
import type { Import } from '@kvartplata/contracts/core/imports.ts';
import { TABLE_MEDIA_TYPES, type TableFormat } from '@kvartplata/contracts/table-files.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { uploadRoutes, withUploadedFile } from '@kvartplata/platform/http/uploaded-file.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/access.service.ts';
import type { Deps } from '../../access/deps.ts';
import { gisAccountsFile, openGisAccounts } from './gis-accounts.service.ts';
import { gisMetersFile, openGisMeters } from './gis-meters.service.ts';
import { FORMS } from './import-forms.ts';
import { refusedFile, templateFile } from './import-files.ts';
import * as imports from './imports.service.ts';
import { readingRowsFile } from './reading-sheet-file.ts';
import { openReadingRows } from './reading-sheet.service.ts';
import { serviceSheetFile } from './service-sheet.ts';
import { openServiceSheet } from './service-sheet.service.ts';
import type { ImportPlace } from './imports.service.ts';
import { startUndo } from './undo-import.service.ts';
import type { Reading } from './reading.ts';

const FILE = { field: 'file', maxBytes: 52_428_800 };
type TakeFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  place: ImportPlace,
) => Promise<Import>;

export function importsRoutes(
  app: HttpServer,
  { access, books, queue, today }: Deps,
  { turns, threads }: Reading,
): void {
  const take: TakeFile = async (request, reply, caller, place) => {
    const importId = await withUploadedFile(request.raw, FILE, async (file) =>
      turns.runFor(place.organizationId, async () =>
        imports.takeFile(
          { caller, queue, threads },
          place,
          file,
          onceOf(request, reply, file.hash),
        ),
      ),
    );
    return answerTaken(reply, await imports.awaitImport({ caller, queue }, importId));
  };

  uploadRoutes(app, (part) => takeFiles(part, { access, take }));

  route(app, api.listImports, async (request) =>
    imports.listImports(await access.callerOf(request), request.query),
  );

  route(app, api.getImport, async (request) =>
    imports.getImport(await access.callerOf(request), request.params.importId),
  );

  route(app, api.cancelImport, async (request) =>
    imports.cancelImport(await access.callerOf(request), request.params.importId),
  );

  route(app, api.undoImport, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { dryRun = false } = request.query;
    const { importId: undone } = request.params;
    const once = onceOf(request, reply);
    const importId = await startUndo({ caller, queue }, undone, dryRun, once);
    return answerTaken(reply, await imports.awaitImport({ caller, queue }, importId));
  });

  route(app, api.downloadRefusedRows, async (request, reply) => {
    const { importId } = request.params;
    const { format = 'xlsx' } = request.query;
    const caller = await access.callerOf(request);
    const { kind, columns, rows } = await imports.openRefusedRows(caller, importId);
    const file = refusedFile(format, FORMS[kind], columns, rows);
    return sendFile(reply, format, `import-${importId}-refused`, file);
  });

  route(app, api.downloadServiceRows, async (request, reply) => {
    const { format = 'xlsx', ...asked } = request.query;
    const sheet = await openServiceSheet(await access.callerOf(request), asked, books, today());
    return sendFile(reply, format, 'services', serviceSheetFile(format, sheet));
  });

  route(app, gisApi.downloadGisAccountRows, async (request, reply) => {
    const { format = 'xlsx', ...asked } = request.query;
    const rows = await openGisAccounts(await access.callerOf(request), asked);
    return sendFile(reply, format, 'gis-accounts', gisAccountsFile(format, rows));
  });

  route(app, gisMetersApi.downloadGisMeterRows, async (request, reply) => {
    const { format = 'xlsx', ...asked } = request.query;
    const rows = await openGisMeters(await access.callerOf(request), asked);
    return sendFile(reply, format, 'gis-meters', gisMetersFile(format, rows));
  });

  route(app, api.downloadReadingRows, async (request, reply) => {
    const { format = 'xlsx', ...asked } = request.query;
    const rows = await openReadingRows(await access.callerOf(request), asked, today());
    return sendFile(reply, format, 'readings', readingRowsFile(format, rows));
  });

  route(app, api.downloadImportTemplate, async (request, reply) => {
    const { kind } = request.params;
    const { format = 'xlsx' } = request.query;
    return sendFile(reply, format, kind, templateFile(format, FORMS[kind]));
  });
}

function takeFiles(
  part: HttpServer,
  { access, take }: Pick<Deps, 'access'> & { readonly take: TakeFile },
): void {
  route(part, api.importHouses, async (request, reply) => {
    const caller = await access.callerOf(request);
    const place = await imports.getPlaceInOrganization(caller, 'houses', request.query);
    return take(request, reply, caller, place);
  });

  route(part, api.importServices, async (request, reply) => {
    const caller = await access.callerOf(request);
    const place = await imports.getPlaceInOrganization(caller, 'services', request.query);
    return take(request, reply, caller, place);
  });

  route(part, gisApi.importGisAccounts, async (request, reply) => {
    const caller = await access.callerOf(request);
    const place = await imports.getPlaceInOrganization(caller, 'gis-accounts', request.query);
    return take(request, reply, caller, place);
  });

  route(part, gisMetersApi.importGisMeters, async (request, reply) => {
    const caller = await access.callerOf(request);
    const place = await imports.getPlaceInOrganization(caller, 'gis-meters', request.query);
    return take(request, reply, caller, place);
  });

  route(part, api.importMeters, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { houseId, ...query } = request.query;
    const place = await (houseId === undefined
      ? imports.getPlaceInOrganization(caller, 'meters', query)
      : imports.getPlaceInHouse(caller, 'meters', { ...query, houseId }));
    return take(request, reply, caller, place);
  });

  route(part, api.importReadings, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { houseId, ...query } = request.query;
    const place = await (houseId === undefined
      ? imports.getPlaceInOrganization(caller, 'readings', query)
      : imports.getPlaceInHouse(caller, 'readings', { ...query, houseId }));
    return take(request, reply, caller, place);
  });
}

/** 202 while it is under way; `Location` has its address either way. */
function answerTaken(reply: FastifyReply, taken: Import): Import {
  void reply
    .code(taken.finishedAt === null ? 202 : 200)
    .header('location', addressOf(api.getImport, { params: { importId: taken.id } }));
  return taken;
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
