// Letters to many debtors: requested, read, downloaded, and cancelled.
import { Readable } from 'node:stream';
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/debt-letters.ts';
import { PDF } from '@kvartplata/contracts/billing/receipts.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { BookingDeps } from '../../payments/booking-turns.ts';
import { exportClaim, listClaimsOf } from './claim-letters.service.ts';
import * as letters from './debt-letters.service.ts';

export function debtLettersRoutes(
  app: HttpServer,
  { access, queue, now, today }: BookingDeps,
): void {
  route(app, api.createDebtLetters, async (request, reply) => {
    const caller = await access.callerOf(request);
    const asking = { queue, caller, once: onceOf(request, reply), today: today() };
    const made = await letters.requestLetters(asking, request.body);
    const params = { debtLettersId: made.id };
    void reply.header('location', addressOf(api.getDebtLetters, { params }));
    return made;
  });

  route(app, api.listDebtLetters, async (request) =>
    letters.listLettersFor(await access.callerOf(request), request.query),
  );

  route(app, api.listClaimLetters, async (request) =>
    listClaimsOf(await access.callerOf(request), request.query),
  );

  route(app, api.getClaimLetter, async (request, reply) => {
    const caller = await access.callerOf(request);
    const letter = await exportClaim(caller, request.params, now());
    const { debtLettersId, personalAccountId } = request.params;
    return reply
      .type(PDF)
      .header(
        'content-disposition',
        `inline; filename="pretenziya-${debtLettersId}-${personalAccountId}.pdf"`,
      )
      .send(Readable.from(letter, { objectMode: false }));
  });

  route(app, api.getDebtLetters, async (request) =>
    letters.getLetters(await access.callerOf(request), request.params.debtLettersId),
  );

  route(app, api.listDebtLetterAccounts, async (request) =>
    letters.listAccountsOf(
      await access.callerOf(request),
      request.params.debtLettersId,
      request.query,
    ),
  );

  route(app, api.fetchDebtLetters, async (request, reply) => {
    const caller = await access.callerOf(request);
    const file = await letters.fetchFile(caller, request.params.debtLettersId);
    return reply
      .type(file.mediaType)
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('content-length', file.bytes)
      .send(Readable.from(file.content, { objectMode: false }));
  });

  route(app, api.cancelDebtLetters, async (request) =>
    letters.cancelLetters(await access.callerOf(request), request.params.debtLettersId),
  );
}
