// What /health says of the running build (specification 1.1 and 9).
import type { BuildInfo } from '@kvartplata/contracts/health.ts';

export type BuildVariables = {
  readonly buildVersion: string | undefined;
  readonly buildTime: string | undefined;
  readonly buildCommit: string | undefined;
  readonly buildBranch: string | undefined;
};

/**
 * The injected build, or `unknown` for what was not injected. Sources run as they are, so without a build
 * the moment of start stands for the build time.
 */
export function buildInfoOf(config: BuildVariables, startedAt: Date): BuildInfo {
  return {
    version: config.buildVersion ?? 'unknown',
    buildTime: config.buildTime ?? startedAt.toISOString(),
    commit: config.buildCommit ?? 'unknown',
    branch: config.buildBranch ?? 'unknown',
  };
}
