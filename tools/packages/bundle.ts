// Bundles a module and all its imports into one file for Node 20 and for browsers; operations become plain facts.
import path from 'node:path';
import { build } from 'vite';
import { endpointFacts } from '../web/endpoint-facts.ts';

/** @param banner its first line, such as a shebang */
export async function bundle(
  entry: string,
  folder: string,
  name: string,
  banner = '',
): Promise<void> {
  await build({
    root: path.dirname(entry),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [endpointFacts()],
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      target: 'node20',
      minify: false,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: name, banner, codeSplitting: false } },
    },
  });
}
