// Billing's requests on behalf of a resident with a receipt link.
import * as api from '@kvartplata/contracts/core/residents-door.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { readResidentAccount } from './resident-account.service.ts';
import { storeResidentPreferences } from './resident-preferences.service.ts';
import { storeResidentReadings } from './resident-readings.service.ts';

export function residentsDoorRoutes(
  app: HttpServer,
  { access: { everything }, today }: Deps,
): void {
  route(app, api.getResidentAccount, async ({ params }) =>
    orNotFound(await readResidentAccount(everything, params, today())),
  );

  route(app, api.storeResidentReadings, async ({ params, body, id: requestId }) => {
    const by = { requestId, today: today() };
    return orNotFound(await storeResidentReadings(everything, params, body, by));
  });

  route(app, api.storeResidentPreferences, async ({ params, body, id: requestId }) =>
    orNotFound(await storeResidentPreferences(everything, params, body, requestId)),
  );
}

function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw notFound('The account');
  return found;
}
