// `node tools/build-page.ts <folder>`: the built page in a folder of its own, for a server other than ours.
import { cpSync } from 'node:fs';
import { buildPage } from './web/build-page.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder that the page is put into.');
  process.exitCode = 1;
} else
  cpSync(await buildPage(() => console.log('Building the page …')), folder, {
    recursive: true,
    // Other servers compress files themselves.
    filter: (file) => !file.endsWith('.br'),
  });
