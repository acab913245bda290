// GET /api/version and /api/version/core (specification 9).
import { ServiceVersion, SystemVersion } from '@kvartplata/contracts/core/version.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { findSystemVersion, type VersionSources } from './version.service.ts';

export function versionRoutes(app: HttpServer, sources: VersionSources): void {
  const config = { access: 'public' } as const;
  const tags = ['version'];

  app.get(
    '/api/version',
    {
      config,
      schema: {
        tags,
        summary: 'Versions of the system, the frontend and the running services',
        response: { 200: SystemVersion },
      },
    },
    async (request) => findSystemVersion(sources, request.id),
  );

  app.get(
    '/api/version/core',
    {
      config,
      schema: { tags, summary: 'Version of the core-service', response: { 200: ServiceVersion } },
    },
    async () => sources.buildInfo,
  );
}
