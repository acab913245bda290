// What /health reports about the running build (specification 1.1 and 9).
import type { BuildInfo } from '@kvartplata/contracts/health.ts';

export type BuildVariables = {
  readonly buildVersion: string | undefined;
  readonly buildTime: string | undefined;
  readonly buildCommit: string | undefined;
  readonly buildBranch: string | undefined;
};

/**
 * The injected build, or `unknown` for what was not injected. Sources run without being built, so without an injected build time
 * it is the time of the start.
 */
export function buildInfoOf(config: BuildVariables, startedAt: Date): BuildInfo {
  return {
    version: config.buildVersion ?? 'unknown',
    buildTime: config.buildTime ?? startedAt.toISOString(),
    commit: config.buildCommit ?? 'unknown',
    branch: config.buildBranch ?? 'unknown',
  };
}
