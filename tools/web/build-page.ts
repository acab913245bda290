// Builds the page once: as long as nothing changes that it is made of, what was built stays.
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
  // Only who builds pays for loading the builder.
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

/** Beside each file that is served as it lies there: a server would else spend a second of the processor on it at every start. */
function compress(folder: string): void {
  for (const name of globSync('**/*.*', { cwd: folder, exclude: ['index.html'] })) {
    const file = path.join(folder, name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}

/** Of two that build at the same time the first one's work stays; they are alike. */
function keepAs(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(path.join(folder, 'index.html'))) throw error;
  }
}

/** The same for the same files, whatever their times. */
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
