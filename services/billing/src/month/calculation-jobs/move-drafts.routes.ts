// Called by core when a move is undone: drops everything computed for its houses.
import { dropMoveDrafts } from '@kvartplata/contracts/billing/move-openings.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { dropDrafts } from './move-drafts.service.ts';

export function moveDraftsRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  route(app, dropMoveDrafts, async ({ body }) => ({
    houseMonths: await dropDrafts(everything, body),
  }));
}
