// `npm run pack:client [-- folder]`: packs the client and the command line as npm packages, to be published or handed over.
import path from 'node:path';
import { pack } from './packages/pack.ts';

const [folder = 'dist'] = process.argv.slice(2);
for (const { file, bytes, unpackedBytes } of await pack(folder))
  console.log(
    `${path.relative(process.cwd(), file)}  ${inKilobytes(bytes)}, unpacked ${inKilobytes(unpackedBytes)}`,
  );

function inKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
