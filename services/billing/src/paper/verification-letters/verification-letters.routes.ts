// Letters about ending verifications, as PDF.
import { Readable } from 'node:stream';
import { PDF } from '@kvartplata/contracts/billing/receipts.ts';
import { getVerificationLetters } from '@kvartplata/contracts/billing/verification-letters.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { exportLetters } from './verification-letters.service.ts';

export function verificationLettersRoutes(app: HttpServer, { access, now }: Deps): void {
  route(app, getVerificationLetters, async (request, reply) => {
    const caller = await access.callerOf(request);
    const file = await exportLetters(caller, request.query, now);
    return reply
      .type(PDF)
      .header('content-disposition', 'inline; filename="poverka-uvedomleniya.pdf"')
      .send(Readable.from(file, { objectMode: false }));
  });
}
