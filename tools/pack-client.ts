// `npm run pack:client [-- folder]`: packs the client and the command line as npm packages, to be published or handed over.
import path from 'node:path';
import { pack } from './packages/pack.ts';
import { requireFolder } from './platform/command-help.ts';

const HELP = `Packs the client and the command line as npm packages, to be published or handed over.

  npm run pack:client [-- <folder>]

  <folder>   for the two packages, by default dist; it is made if it is not there
  --help     this text

docs/operating/release.md says more.`;

const folder = requireFolder(HELP, 'dist');
for (const { file, bytes, unpackedBytes } of await pack(folder))
  console.log(
    `${path.relative(process.cwd(), file)}  ${inKilobytes(bytes)}, unpacked ${inKilobytes(unpackedBytes)}`,
  );

function inKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
