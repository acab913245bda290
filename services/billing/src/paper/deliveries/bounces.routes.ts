// Bounce reports, sent by an accountant or by a mail server's pipe.
import * as api from '@kvartplata/contracts/billing/bounces.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { uploadRoutes, withUploadedFile } from '@kvartplata/platform/http/uploaded-file.ts';
import type { Deps } from '../../access/deps.ts';
import { requireOrganization } from '../../access/places.ts';
import { readingInThread, type Reading } from '../read-in-thread.ts';
import { takeBounce, type BounceMeans } from './bounces.service.ts';
import type { BounceReport } from './read-bounce.ts';

const REPORT = { field: 'file', maxBytes: 1_048_576 };
/** Parsing takes some milliseconds, but anyone can write to the address that receives reports. */
const READING: Reading = {
  entry: new URL('./bounce-thread.ts', import.meta.url),
  limits: { cpuMs: 3_000, memoryMb: 64 },
  refuse: (cause) => new Refusal('bounce-unreadable', undefined, { cause }),
};

export function bouncesRoutes(app: HttpServer, { access, ...means }: Deps & BounceMeans): void {
  const read = readingInThread<BounceReport | undefined>(app, READING);

  uploadRoutes(app, (part) =>
    route(part, api.reportBounce, async (request) => {
      const caller = await access.callerOf(request);
      const organizationId = await requireOrganization(caller, request.query.organizationId);
      return withUploadedFile(request.raw, REPORT, async (file) =>
        takeBounce(means, caller, organizationId, await read(organizationId, file)),
      );
    }),
  );
}
