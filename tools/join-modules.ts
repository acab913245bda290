// The last step of `npm install`: joins packages of hundreds of small modules into a few files, in place. Each of our processes
// looks up and reads every module at its start, and tests start hundreds of processes. The packages' exports stay the same. An
// installation without the builder, as in production, keeps them as they came: everything works, but starts more slowly.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

type Package = {
  readonly name: string;
  /** The modules that ours import, relative to its folder. */
  readonly entries: readonly string[];
};

const PACKAGES: readonly Package[] = [
  { name: 'jose', entries: ['dist/webapi/index.js'] },
  { name: 'kysely', entries: ['dist/index.js'] },
  {
    name: 'typebox',
    entries: ['index', 'value/index', 'format/index', 'compile/index', 'system/index'].map(
      (entry) => `build/${entry}.mjs`,
    ),
  },
];
const JOINED = '// Joined from the modules of this package.';
/** A file that only re-exports gets no banner. */
const IS_JOINED = new RegExp(`^${JOINED}|^export [^;]* from "[./]*joined/`);
const INSTALLED = path.resolve(import.meta.dirname, '../node_modules');

if (existsSync(path.join(INSTALLED, 'vite')))
  for (const one of PACKAGES) if (!isJoined(one)) await join(one);

function isJoined({ name, entries }: Package): boolean {
  return entries.every((entry) =>
    IS_JOINED.test(readFileSync(path.join(INSTALLED, name, entry), 'utf8')),
  );
}

async function join({ name, entries }: Package): Promise<void> {
  const { build } = await import('vite');
  const folder = path.join(INSTALLED, name);
  const unfinished = mkdtempSync(path.join(INSTALLED, `.${name}-`));
  try {
    await build({
      root: folder,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: true,
        target: 'node20',
        minify: false,
        outDir: unfinished,
        rolldownOptions: {
          input: Object.fromEntries(entries.map((entry) => [entry, path.join(folder, entry)])),
          preserveEntrySignatures: 'strict',
          output: {
            banner: JOINED,
            entryFileNames: '[name]',
            chunkFileNames: 'joined/[hash].mjs',
          },
        },
      },
    });
    cpSync(unfinished, folder, { recursive: true });
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
