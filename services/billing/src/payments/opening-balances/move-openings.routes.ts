// Called by core when a company moves in, or its move is undone.
import * as api from '@kvartplata/contracts/billing/move-openings.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { firstDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { BookingDeps } from '../booking-turns.ts';
import * as openings from './move-openings.service.ts';

export function moveOpeningsRoutes(
  app: HttpServer,
  { access: { everything: db }, queue }: BookingDeps,
): void {
  route(app, api.checkMoveBooks, async ({ params: { moveId }, body: { asOf, ...since } }) =>
    openings.checkBooks(db, { ...since, moveId, asOf: formatDay(firstDayOf(asOf)) }),
  );

  route(app, api.judgeMoveOpenings, async ({ body: { rows, asOf, ...file } }) =>
    openings.judgeOfMove(db, { ...file, asOf: formatDay(firstDayOf(asOf)) }, rows),
  );

  route(app, api.giveMoveOpenings, async ({ params: { moveId }, body, id: requestId }) => {
    const { number, rows, asOf, ...file } = body;
    const given = { ...file, moveId, requestId, asOf: formatDay(firstDayOf(asOf)) };
    return openings.takePiece(db, given, { number, rows });
  });

  route(app, api.bookMoveOpenings, async ({ params: { moveId }, body: { organizationId } }) =>
    orNotFound(moveId, await openings.bookOfMove({ db, queue }, { organizationId, moveId })),
  );

  route(app, api.undoMoveOpenings, async ({ params: { moveId }, body }) => {
    const move = { organizationId: body.organizationId, moveId };
    return orNotFound(moveId, await openings.undoOfMove({ db, queue }, move, body.requestedBy));
  });
}

function orNotFound<T>(moveId: number, opening: T | undefined): T {
  if (opening === undefined) throw notFound(`The opening of move ${moveId}`);
  return opening;
}
