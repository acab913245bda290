// Meter replacements.
import { addressOf } from '@kvartplata/contracts/address.ts';
import { createMeterReplacement } from '@kvartplata/contracts/core/meter-replacements.ts';
import { getMeter } from '@kvartplata/contracts/core/meters.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { answerCreated, editorOf } from '../../access/records/records.service.ts';
import { replaceMeter } from './meter-replacements.service.ts';

export function meterReplacementsRoutes(app: HttpServer, deps: Deps): void {
  route(app, createMeterReplacement, async (request, reply) => {
    const named = namedBy(request, request.params.meterId);
    const editor = await editorOf(deps, request);
    const installed = await replaceMeter(editor, named, request.body, deps.today());
    return answerCreated(reply, addressOfMeter, installed);
  });
}

function addressOfMeter(meterId: number): string {
  return addressOf(getMeter, { params: { meterId } });
}
