// `npm run law`: writes the pages of docs/regulation/ that list the law as a table.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { lawPages } from './law/law-pages.ts';
import { isHelpTold } from './platform/command-help.ts';

const HELP = `Writes the pages of docs/regulation that list the law as a table, from the rows beside the rules.

  npm run law

  --help   this text`;

if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
for (const page of lawPages()) {
  writeFileSync(path.resolve(import.meta.dirname, '..', page.path), page.text);
  console.log(page.path);
}
