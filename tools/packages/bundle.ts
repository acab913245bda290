// One module and all it imports as one file for Node 20 and for browsers: operations are their plain facts in it.
import path from 'node:path';
import { build } from 'vite';
import { endpointFacts } from '../web/endpoint-facts.ts';

/** @param banner its first line, such as what it is run by */
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
