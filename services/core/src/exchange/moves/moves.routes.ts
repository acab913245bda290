// Moves of companies: started with their files, watched, undone.
import * as api from '@kvartplata/contracts/core/moves.ts';
import { MOVE_PARTS } from '@kvartplata/contracts/core/moves.ts';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { uploadRoutes, withUploadedFiles } from '@kvartplata/platform/http/uploaded-file.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import type { Reading } from '../imports/reading.ts';
import * as moves from './moves.service.ts';

const FILES = { fields: MOVE_PARTS, maxBytes: 52_428_800 };

export function movesRoutes(
  app: HttpServer,
  { access, queue, openings }: Deps,
  { turns, threads }: Reading,
): void {
  uploadRoutes(app, (part) => {
    route(part, api.startMove, async (request, reply) => {
      const caller = await access.callerOf(request);
      const place = await moves.getMovePlace(caller, request.query);
      const moveId = await withUploadedFiles(request.raw, FILES, async (files) => {
        const hashes = MOVE_PARTS.map((name) => files[name]?.hash ?? null);
        return turns.runFor(place.organizationId, async () =>
          moves.takeFiles({ caller, queue, threads }, place, files, onceOf(request, reply, hashes)),
        );
      });
      void reply.code(202).header('location', addressOf(api.getMove, { params: { moveId } }));
      return moves.awaitMove({ caller, queue }, moveId);
    });
  });

  route(app, api.listMoves, async (request) =>
    moves.listMoves(await access.callerOf(request), request.query),
  );

  route(app, api.getMove, async (request) =>
    moves.getMove(await access.callerOf(request), request.params.moveId),
  );

  route(app, api.undoMove, async (request, reply) => {
    const { moveId } = request.params;
    const caller = await access.callerOf(request);
    await moves.undoMove({ caller, queue, openings }, moveId, onceOf(request, reply));
    void reply.code(202).header('location', addressOf(api.getMove, { params: { moveId } }));
    return moves.awaitMove({ caller, queue }, moveId);
  });
}
