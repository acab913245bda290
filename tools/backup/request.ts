// The arguments of `npm run backup` and `npm run restore`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { firstSentence } from '../platform/command-help.ts';

export type Request = {
  readonly folder: string;
  readonly overwrite: boolean;
  /** A file for Prometheus with the time of the backup. */
  readonly metrics: string | undefined;
};

const OPTIONS = {
  overwrite: { type: 'boolean' },
  metrics: { type: 'string' },
} as const;
const SEE_HELP = '--help says more';

/**
 * @param known the options of the program
 * @throws an Error with one sentence for invalid arguments
 */
export function readRequest(
  args: readonly string[],
  known: readonly (keyof typeof OPTIONS)[],
  environment: NodeJS.ProcessEnv,
): Request {
  const swallowed = known.find((name) => environment[`npm_config_${name}`]);
  if (swallowed !== undefined)
    throw new Error(`npm took --${swallowed} for itself: write \` -- \` before it`);
  const { values, positionals } = parse(args, known);
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error(`name one folder: ${SEE_HELP}`);
  const { overwrite, metrics } = values;
  return {
    folder: path.resolve(folder),
    overwrite: overwrite === true,
    metrics: typeof metrics === 'string' ? path.resolve(metrics) : undefined,
  };
}

function parse(args: readonly string[], known: readonly (keyof typeof OPTIONS)[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(known.map((name) => [name, OPTIONS[name]])),
    });
  } catch (error) {
    throw new Error(`${firstSentence(error)}: ${SEE_HELP}`, { cause: error });
  }
}
