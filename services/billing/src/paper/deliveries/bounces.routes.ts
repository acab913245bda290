// Reports about letters, as an accountant or the pipe of a mail server sends them.
import * as api from '@kvartplata/contracts/billing/bounces.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import {
  readUploaded,
  uploadRoutes,
  withUploadedFile,
} from '@kvartplata/platform/http/uploaded-file.ts';
import type { Deps } from '../../access/deps.ts';
import { requireOrganization } from '../../access/places.ts';
import { takeBounce, type BounceMeans } from './bounces.service.ts';

const REPORT = { field: 'file', maxBytes: 1_048_576 };

export function bouncesRoutes(app: HttpServer, { access, ...means }: Deps & BounceMeans): void {
  uploadRoutes(app, (part) =>
    route(part, api.reportBounce, async (request) => {
      const caller = await access.callerOf(request);
      const organizationId = await requireOrganization(caller, request.query.organizationId);
      return withUploadedFile(request.raw, REPORT, async (file) =>
        takeBounce(means, caller, organizationId, await readUploaded(file)),
      );
    }),
  );
}
