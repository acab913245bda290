// /api/meters/:id/replacement
import { Written } from '@kvartplata/contracts/core/applied-months.ts';
import { NewMeterReplacement } from '@kvartplata/contracts/core/meter-replacements.ts';
import { Meter, MeterIdParams } from '@kvartplata/contracts/core/meters.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { answerCreated, editorOf } from '../../access/records/records.service.ts';
import { replaceMeter } from './meter-replacements.service.ts';

export function meterReplacementsRoutes(app: HttpServer, deps: Deps): void {
  app.post('/api/meters/:id/replacement', REPLACE, async (request, reply) => {
    const editor = await editorOf(deps, request);
    return answerCreated(
      reply,
      '/api/meters',
      await replaceMeter(editor, namedBy(request), request.body, deps.today()),
    );
  });
}

const REPLACE = {
  config: { access: 'owner' },
  schema: {
    tags: ['meters'],
    summary: 'Take a meter off with its final reading and put another in its place',
    params: MeterIdParams,
    body: NewMeterReplacement,
    response: { 201: Written(Meter), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
} as const;
