// `npm run law`: writes the pages of docs/regulation/ that list the law as a table.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { lawPages } from './law/law-pages.ts';

for (const page of lawPages()) {
  writeFileSync(path.resolve(import.meta.dirname, '..', page.path), page.text);
  console.log(page.path);
}
