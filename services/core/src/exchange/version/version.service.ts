// Collects the versions: the system's from the repository, each service's from the running service.
import { readFileSync } from 'node:fs';
import type { ServiceVersion, SystemVersion } from '@kvartplata/contracts/core/version.ts';
import { Health, type BuildInfo } from '@kvartplata/contracts/health.ts';
import { fitsSchema } from '@kvartplata/platform/http/fits-schema.ts';

export type VersionSources = {
  /** The version of the whole system; the frontend's is kept equal to it. */
  readonly systemVersion: string;
  readonly buildInfo: BuildInfo;
  readonly authServiceUrl: string;
  readonly billingServiceUrl: string;
};

const ANSWER_TIMEOUT_MS = 1_000;
const UNKNOWN: ServiceVersion = {
  version: 'unknown',
  buildTime: 'unknown',
  commit: 'unknown',
  branch: 'unknown',
};

/** A service that is unavailable, slow or returns an invalid response is shown as unknown. */
export async function findSystemVersion(
  sources: VersionSources,
  requestId: string,
): Promise<SystemVersion> {
  const [auth, billing] = await Promise.all([
    fetchVersion(sources.authServiceUrl, requestId),
    fetchVersion(sources.billingServiceUrl, requestId),
  ]);
  return {
    system: sources.systemVersion,
    frontend: sources.systemVersion,
    services: { core: sources.buildInfo, auth, billing },
  };
}

/** The version in the repository's package.json. @throws when the file is missing or has no version */
export function readSystemVersion(): string {
  const file = new URL('../../../../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown };
  if (typeof version !== 'string') throw new Error(`${file.pathname} names no version`);
  return version;
}

async function fetchVersion(baseUrl: string, requestId: string): Promise<ServiceVersion> {
  try {
    const response = await fetch(`${baseUrl}/health`, {
      headers: { 'x-request-id': requestId },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const health: unknown = await response.json();
    if (!response.ok || !fitsSchema(Health, health)) return UNKNOWN;
    const { version, buildTime, commit, branch } = health;
    return { version, buildTime, commit, branch };
  } catch {
    return UNKNOWN;
  }
}
