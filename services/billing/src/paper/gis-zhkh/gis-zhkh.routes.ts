// Payment documents for ГИС ЖКХ, and the table of services that they are made with.
import * as answersApi from '@kvartplata/contracts/billing/gis-answers.ts';
import * as api from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { createSpool } from '@kvartplata/platform/http/spooled-answer.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { uploadRoutes, withUploadedFile } from '@kvartplata/platform/http/uploaded-file.ts';
import type { Deps } from '../../access/deps.ts';
import { listGisPlacements, listGisServices, replaceGisServices } from './gis-services.service.ts';
import { requireHouse } from '../../access/places.ts';
import { readingInThread, type Reading } from '../read-in-thread.ts';
import { unreadable, type GisResult } from './gis-answer.ts';
import { listGisAnswers, readGisAnswer } from './gis-answers.service.ts';
import { exportGisZhkh, type GisDeps } from './gis-zhkh.service.ts';
import { sendRequests } from './request-files.ts';

const ANSWER = { field: 'file', maxBytes: 10_485_760 };
/** Several times what a normal file of 10 MiB needs. */
const READING: Reading = {
  entry: new URL('./gis-answer-thread.ts', import.meta.url),
  limits: { cpuMs: 15_000, memoryMb: 128 },
  refuse: (cause) => unreadable('it takes too much to be read', cause),
};

export function gisZhkhRoutes(app: HttpServer, { access, ...gis }: Deps & GisDeps): void {
  const turns = createSpool();
  const read = readingInThread<readonly GisResult[]>(app, READING);

  route(app, api.exportGisZhkh, async (request, reply) => {
    const caller = await access.callerOf(request);
    const file = await turns.runFor(sessionOf(request).userId, async () =>
      exportGisZhkh(gis, caller, request.query),
    );
    return sendRequests(reply, file);
  });

  route(app, answersApi.listGisAnswers, async (request) =>
    listGisAnswers(await access.callerOf(request), request.query),
  );

  uploadRoutes(app, (part) =>
    route(part, answersApi.readGisAnswer, async (request) => {
      const caller = await access.callerOf(request);
      const { organizationId } = await requireHouse(caller, request.query.houseId);
      return withUploadedFile(request.raw, ANSWER, async (file) =>
        readGisAnswer(caller, request.query, {
          results: await read(organizationId, file),
          now: gis.now(),
        }),
      );
    }),
  );

  route(app, api.listGisServices, async (request) =>
    listGisServices(await access.callerOf(request), request.query),
  );

  route(app, api.replaceGisServices, async (request) => {
    const { query, body } = request;
    return replaceGisServices(await access.callerOf(request), query, body.items);
  });

  route(app, api.listGisPlacements, async (request) =>
    listGisPlacements(await access.callerOf(request), request.query),
  );
}
