// Somebody else's program: an empty folder with the packed client installed, the code of its README, and a compiler.
import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import { pack } from '../../tools/packages/pack.ts';
import { runProgram, type Ran } from './run-program.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TSC = path.join(ROOT, 'node_modules/.bin/tsc');
/** As strict as the compiler can be. */
const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
const MODULES = ['--module', 'nodenext', '--target', 'es2022', '--moduleDetection', 'force'];

export type Consumer = {
  readonly folder: string;
  /** Runs a compiled module on the oldest Node installed here. */
  readonly run: (name: string, env: NodeJS.ProcessEnv) => Promise<Ran>;
  readonly remove: () => void;
};

/**
 * Compiled as a Node program, and without Node's types as a browser page.
 * @param main the module that uses the README's code
 */
export async function makeConsumer(main: string): Promise<Consumer> {
  const folder = makeTemporaryFolder('kvartplata-consumer-');
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const tarballs = (await pack(folder, ['client'])).map(({ file }) => file);
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--engine-strict'];
  await succeed('npm', [...install, ...tarballs], folder);
  for (const [name, code] of shownModules()) writeFileSync(path.join(folder, name), code);
  writeFileSync(path.join(folder, 'main.ts'), main);
  await compile(folder);
  return {
    folder,
    run: async (name, env) =>
      runProgram(oldestNode(), [path.join(folder, 'out', name)], {
        env: { ...BARE_ENVIRONMENT, ...env },
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function compile(folder: string): Promise<void> {
  const page = ['pay.ts', 'signIn.ts', 'explain.ts'];
  const forPage = ['--noEmit', '--lib', 'es2022,dom', '--types', '', ...page];
  await succeed(TSC, ['--ignoreConfig', ...STRICT, ...MODULES, ...forPage], folder);
  const packages = path.join(folder, 'node_modules');
  mkdirSync(path.join(packages, '@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name));
  const forNode = ['--outDir', 'out', '--types', 'node', '--skipLibCheck', 'main.ts'];
  await succeed(TSC, ['--ignoreConfig', ...STRICT, ...MODULES, ...forNode], folder);
}

/** The README's code, each module named after the function that it exports. */
function shownModules(): readonly (readonly [string, string])[] {
  const readme = readFileSync(path.join(ROOT, 'client/README.md'), 'utf8');
  return [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => {
    const name = /^export (?:async )?function (\w+)/m.exec(code)?.[1];
    assert.ok(name, code);
    return [`${name}.ts`, code] as const;
  });
}

async function succeed(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, stdout, stderr } = await runProgram(program, args, { env: process.env, cwd });
  assert.equal(code, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`);
}

/** The machine's own Node if it is another one than the project's. */
export function oldestNode(): string {
  const own = path.join(ROOT, 'node_modules');
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const others = folders.filter((one) => !one.startsWith(own) && !one.includes('node_modules'));
  return others.flatMap((one) => globSync(path.join(one, 'node')))[0] ?? process.execPath;
}
