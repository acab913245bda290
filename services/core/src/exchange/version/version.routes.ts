// The running versions.
import * as api from '@kvartplata/contracts/core/version.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { findSystemVersion, type VersionSources } from './version.service.ts';

export function versionRoutes(app: HttpServer, sources: VersionSources): void {
  route(app, api.getSystemVersion, async (request) => findSystemVersion(sources, request.id));

  route(app, api.getCoreVersion, async () => sources.buildInfo);
}
