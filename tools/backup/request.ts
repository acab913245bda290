// What `npm run backup` and `npm run restore` are asked for.
import path from 'node:path';
import { parseArgs } from 'node:util';

export type Request = { readonly folder: string; readonly overwrite: boolean };

/**
 * @param flags those that the program knows
 * @throws an Error with one sentence for anything else
 */
export function readRequest(
  args: readonly string[],
  flags: readonly 'overwrite'[],
  environment: NodeJS.ProcessEnv,
): Request {
  const swallowed = flags.find((flag) => environment[`npm_config_${flag}`]);
  if (swallowed !== undefined)
    throw new Error(`npm took --${swallowed} for itself: write \` -- \` before it`);
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
  });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error('name one folder');
  return { folder: path.resolve(folder), overwrite: values['overwrite'] === true };
}
