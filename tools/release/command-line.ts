// The arguments of `npm run release`.
import { parseArgs } from 'node:util';
import { ReleaseRefusal } from './refusal.ts';
import { parseVersion } from './semantic-version.ts';

export type Request = {
  /** MAJOR.MINOR.PATCH */
  readonly version: string;
  /** The one service to release; the whole system when undefined. */
  readonly service: string | undefined;
  readonly isDryRun: boolean;
};

export const HELP = `Releases a version: sets it in the package files and the lock, makes one commit and one annotated tag.
Pushes nothing, and tells what to push.

  npm run release -- <version> [--dry-run]
  npm run release -- --service <auth|core|billing> <version> [--dry-run]

  <version>          MAJOR.MINOR.PATCH, above the present one
  --service <name>   that service alone; without it the system, every service, the page and the changelog
  --dry-run          print every line that would change, the commit and the tag, and change nothing
  --help             this text

Examples
  npm run release -- 1.4.0 --dry-run           what a release of the system would do
  npm run release -- 1.4.0                     commit "release: v1.4.0", tag v1.4.0
  npm run release -- --service auth 1.4.1      commit "release: auth-service v1.4.1", tag auth-service/v1.4.1

Exit codes
  0   released, or shown with --dry-run or --help
  1   refused or failed; nothing is changed

docs/operating/release.md says more.`;

const SEE_HELP = 'see `npm run release -- --help`.';

/** @throws ReleaseRefusal for anything but the forms in the help */
export function readCommandLine(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Request | 'help' {
  const { values, positionals } = parse(args);
  if (values.help === true) return 'help';
  assertNpmTookNothing(environment);
  const [version, ...others] = positionals;
  const [service, ...otherServices] = values.service ?? [];
  if (version === undefined) throw new ReleaseRefusal(`The version is missing: ${SEE_HELP}`);
  if (others.length > 0 || otherServices.length > 0)
    throw new ReleaseRefusal(`One version and at most one service at a time: ${SEE_HELP}`);
  if (parseVersion(version) === undefined)
    throw new ReleaseRefusal(
      `"${version}" is not a version of the form MAJOR.MINOR.PATCH, such as 1.4.0.`,
    );
  return { version, service, isDryRun: values['dry-run'] === true };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        service: { type: 'string', multiple: true },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // The first sentence names the option; the rest is about quoting.
    const [problem = ''] = (error as Error).message.split(/\.(?:\s|$)/, 1);
    throw new ReleaseRefusal(`${problem}: ${SEE_HELP}`);
  }
}

/**
 * Without `--` npm keeps the options to itself: `npm run release 1.4.0 --dry-run` would really release, and `npm run release
 * --service auth 1.4.1` would release the whole system.
 */
function assertNpmTookNothing(environment: NodeJS.ProcessEnv): void {
  const taken = ['dry-run', 'service'].find(
    (option) => environment[`npm_config_${option.replace('-', '_')}`],
  );
  if (taken !== undefined)
    throw new ReleaseRefusal(
      `npm took --${taken} for itself: write \`npm run release -- \` before it.`,
    );
}
