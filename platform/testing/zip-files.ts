// An archive as another program reads it: its files by name, in order.
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

export async function filesOfZip(zip: Buffer): Promise<readonly (readonly [string, Buffer])[]> {
  const archive = await yauzl.fromBufferPromise(zip);
  const files: [string, Buffer][] = [];
  for await (const entry of archive.eachEntry())
    files.push([entry.fileName, await buffer(await archive.openReadStreamPromise(entry))]);
  return files;
}
