// `node tools/build-page.ts <folder>`: the built page in a folder of its own, for a server other than ours.
import { cpSync } from 'node:fs';
import { requireFolder } from './platform/command-help.ts';
import { buildPage } from './web/build-page.ts';

const HELP = `Builds the page into a folder, for a server other than ours.

  node tools/build-page.ts <folder>

  <folder>   for the files of the page; it is made if it is not there
  --help     this text`;

const folder = requireFolder(HELP);
cpSync(await buildPage(() => console.log('Building the page …')), folder, {
  recursive: true,
  // Other servers compress files themselves.
  filter: (file) => !file.endsWith('.br'),
});
