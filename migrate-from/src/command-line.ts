// The arguments of `npm run migrate-from`.
import { parseArgs } from 'node:util';
import { postgresUrl } from '@kvartplata/platform/config/readers.ts';
import { CopyRefusal } from './refusal.ts';

export type Request = {
  readonly sourceUrl: string;
  readonly isDryRun: boolean;
  /** The file for first passwords; undefined if no user can need one. */
  readonly passwordsFile: string | undefined;
  /** Rows per transaction. */
  readonly batchRows: number;
};

export const HELP = `Copies users, then core tables, then bills of a former single application into the platform's three
databases, ids kept, and compares every count and sum. Only reads the former database. Stopped anywhere, it goes on when
it is run again; finished, it changes nothing when it is run again.

  npm run migrate-from -- --source <postgres url> [--dry-run] [--passwords <file>] [--batch <rows>]

  --source <url>       the former database, of the shape in docs/operating/migrate-from.md
  --dry-run            check every row and print the counts, and copy nothing
  --passwords <file>   where first passwords are written, for users whose own cannot be kept
  --batch <rows>       rows a transaction, 1 to 100000; 5000 when it is left out
  --help               this text

The targets are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL, and for those that are not set the embedded
databases of \`npm start\`. Stop the former application and the platform first.

Exit codes
  0   everything is copied and agrees, or with --dry-run could be copied
  1   refused, stopped or failed; or a count or a sum differs`;

const SEE_HELP = 'see `npm run migrate-from -- --help`.';
const DEFAULT_BATCH = '5000';
const HIGHEST_BATCH = 100_000;

/** @throws CopyRefusal for anything that does not match the help text */
export function readCommandLine(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Request | 'help' {
  const values = parse(args);
  if (values.help === true) return 'help';
  assertNpmTookNothing(environment);
  if (values.source === undefined) throw new CopyRefusal(`--source is missing: ${SEE_HELP}`);
  return {
    sourceUrl: readUrl(values.source),
    isDryRun: values['dry-run'] === true,
    passwordsFile: values.passwords,
    batchRows: readBatch(values.batch ?? DEFAULT_BATCH),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        source: { type: 'string' },
        'dry-run': { type: 'boolean' },
        passwords: { type: 'string' },
        batch: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    // The first sentence names the option; the rest is about quoting.
    const [problem = ''] = (error as Error).message.split(/\.(?:\s|$)/, 1);
    throw new CopyRefusal(`${problem}: ${SEE_HELP}`);
  }
}

function readUrl(value: string): string {
  try {
    return postgresUrl(value);
  } catch (error) {
    throw new CopyRefusal(`--source ${(error as Error).message}.`);
  }
}

function readBatch(value: string): number {
  if (!/^[1-9][0-9]{0,5}$/.test(value) || Number(value) > HIGHEST_BATCH)
    throw new CopyRefusal(`--batch must be from 1 to ${HIGHEST_BATCH}, not "${value}".`);
  return Number(value);
}

/** Without `--` npm consumes the options itself, and a dry run would become a real copy. */
function assertNpmTookNothing(environment: NodeJS.ProcessEnv): void {
  const taken = ['source', 'dry-run', 'passwords', 'batch'].find(
    (option) => environment[`npm_config_${option.replace('-', '_')}`],
  );
  if (taken !== undefined)
    throw new CopyRefusal(
      `npm took --${taken} for itself: write \`npm run migrate-from -- \` before it.`,
    );
}
