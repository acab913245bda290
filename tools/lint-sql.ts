// `npm run lint:sql`: checks the migrations after each service's first schema. Prints `path:line rule message` for everything
// that would block people at work, and exits 1.
import path from 'node:path';
import { isHelpTold } from './platform/command-help.ts';
import { ROOT } from './platform/service-environment.ts';
import { listLaterMigrations } from './sql/first-schema.ts';
import { judge } from './sql/judge.ts';

const HELP = `Checks the migrations after each service's first schema for what would block people at work.

  npm run lint:sql [-- <folder>]

  <folder>   the root of the project to check, by default this one
  --help     this text`;

if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
/** The root of the project to check, by default this one. */
const root = path.resolve(process.argv[2] ?? ROOT);
const files = listLaterMigrations(root).map((file) => path.join(root, file));
const faults = judge(files);
for (const { file, line, rule, message } of faults)
  console.log(`${path.relative(root, file)}:${line} ${rule} ${message}`);
console.log(`${files.length} migrations after the first schemas, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
