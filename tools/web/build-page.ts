// Builds the page, unless nothing that it is made from has changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const ROOT = path.resolve(import.meta.dirname, '../..');
const WEB = path.join(ROOT, 'web');
const MADE_OF = [
  '{web,client,contracts,domain}/**/*',
  'tools/web/{page-settings,endpoint-facts}.ts',
  'package-lock.json',
];
const NO_PART = /\/(?:node_modules|dist)(?:\/|$)|\.test\.ts$/;

/**
 * @param announce called when there is something to wait for
 * @returns the folder with index.html
 */
export async function buildPage(announce: () => void): Promise<string> {
  const folder = path.join(WEB, 'dist', contentKey());
  if (existsSync(path.join(folder, 'index.html'))) return folder;
  announce();
  // Loaded only when needed: the builder takes long to load.
  const [{ build }, { PAGE_SETTINGS }] = await Promise.all([
    import('vite'),
    import('./page-settings.ts'),
  ]);
  const unfinished = `${folder}.${process.pid}`;
  await build({
    ...PAGE_SETTINGS,
    build: { ...PAGE_SETTINGS.build, outDir: unfinished, emptyOutDir: true },
  });
  compress(unfinished);
  keepAs(unfinished, folder);
  return folder;
}

/** Compressed once here: otherwise a server would spend a second of processor time on it at every start. */
function compress(folder: string): void {
  for (const name of globSync('**/*.*', { cwd: folder, exclude: ['index.html'] })) {
    const file = path.join(folder, name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}

/** Of two concurrent builds the first one is kept; they are identical. */
function keepAs(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(path.join(folder, 'index.html'))) throw error;
  }
}

/** Always the same for the same files, whatever their timestamps. */
function contentKey(): string {
  const files = MADE_OF.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !NO_PART.test(file))
    .toSorted();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}
