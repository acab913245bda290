// The certificate of an account's debt, as PDF.
import { Readable } from 'node:stream';
import { getDebtCertificate } from '@kvartplata/contracts/billing/debt-certificates.ts';
import { PDF } from '@kvartplata/contracts/billing/receipts.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { BookingDeps } from '../../payments/booking-turns.ts';
import { exportCertificate } from './debt-certificates.service.ts';

export function debtCertificatesRoutes(
  app: HttpServer,
  { access, now, today }: Pick<BookingDeps, 'access' | 'now' | 'today'>,
): void {
  route(app, getDebtCertificate, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { personalAccountId } = request.query;
    const at = { now: now(), today: today() };
    const certificate = await exportCertificate(caller, personalAccountId, at);
    return reply
      .type(PDF)
      .header('content-disposition', `inline; filename="spravka-${personalAccountId}.pdf"`)
      .send(Readable.from(certificate, { objectMode: false }));
  });
}
