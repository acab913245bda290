// /api/houses/:houseId/readings/:period, /api/houses/:houseId/odd-readings and /api/readings/counts
import {
  ListOddReadingsQuery,
  ListReadingsQuery,
  NewReadingSheet,
  ReadingCounts,
  ReadingCountsQuery,
  ReadingSheetParams,
  ReadingSheetRow,
  StoredReadingSheet,
} from '@kvartplata/contracts/core/readings.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { IdText } from '@kvartplata/contracts/scalars.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import { editorOf } from '../../access/records/records.service.ts';
import * as sheets from './reading-sheets.service.ts';

const SHEET = '/api/houses/:houseId/readings/:period';
const ODD = '/api/houses/:houseId/odd-readings';

export function readingSheetsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  app.get(SHEET, READ, async (request) =>
    sheets.listSheet(await access.callerOf(request), request.params, request.query),
  );

  app.put(SHEET, STORE, async (request) =>
    sheets.storeSheet(await editorOf(deps, request), request.params, request.body, today()),
  );

  app.get(ODD, LIST_ODD, async (request) => {
    const { period, ...page } = request.query;
    const month = { houseId: request.params.houseId, period };
    return sheets.listOddReadings(await access.callerOf(request), month, page);
  });

  app.get('/api/readings/counts', COUNT, async (request) =>
    sheets.countReadings(await access.callerOf(request), request.query),
  );
}

const tags = ['readings'];
const viewer = { access: 'viewer' } as const;
const accountant = { access: 'accountant' } as const;

const READ = {
  config: viewer,
  schema: {
    tags,
    summary:
      "A house's month: every meter in use, read or not, those of the house first, then by account",
    params: ReadingSheetParams,
    querystring: ListReadingsQuery,
    response: { 200: Page(ReadingSheetRow), ...refusals(400, 401, 404, 503) },
  },
};

const STORE = {
  config: accountant,
  schema: {
    tags,
    summary: "Put down a house's month, all of the readings or none",
    params: ReadingSheetParams,
    body: NewReadingSheet,
    response: { 200: StoredReadingSheet, ...refusals(400, 401, 403, 404, 409, 413, 503) },
  },
};

const LIST_ODD = {
  config: viewer,
  schema: {
    tags,
    summary: "What of a house's month is odd: nothing counted, or over three times the mean month",
    params: Type.Object({ houseId: IdText }),
    querystring: ListOddReadingsQuery,
    response: { 200: Page(ReadingSheetRow), ...refusals(400, 401, 404, 503) },
  },
};

const COUNT = {
  config: viewer,
  schema: {
    tags,
    summary: "How many of each house's meters are read in a month",
    querystring: ReadingCountsQuery,
    response: { 200: ReadingCounts, ...refusals(400, 401, 404, 503) },
  },
};
