// Builds the client package: plain JavaScript and types, without a library, the project's schemas or TypeScript at run time.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AUTH } from '@kvartplata/contracts/auth/catalogue.ts';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import { CORE } from '@kvartplata/contracts/core/catalogue.ts';
import { PROBLEMS } from '@kvartplata/contracts/problem.ts';
import { bundle } from './bundle.ts';
import { operationModule } from './operation-modules.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CATALOGUES = [AUTH, CORE, BILLING];
const CODES_OF_PROJECT = /^import type \{ ProblemCode \}.*\n/m;

/** Writes the package's files. @param folder created if missing */
export async function buildClient(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  await bundle(path.join(import.meta.dirname, 'client-entry.ts'), folder, 'index.js');
  write('index.d.ts', clientTypes());
  for (const catalogue of CATALOGUES) {
    const { code, types } = operationModule(catalogue);
    write(`${catalogue.service}.js`, code);
    write(`${catalogue.service}.d.ts`, types);
  }
  copyFileSync(path.join(ROOT, 'client/README.md'), path.join(folder, 'README.md'));
  write('package.json', `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** The hand-written types, with the current codes of refusals. */
function clientTypes(): string {
  const text = readFileSync(path.join(import.meta.dirname, 'client-types.ts'), 'utf8');
  const codes = Object.keys(PROBLEMS).map((code) => JSON.stringify(code));
  return text.replace(CODES_OF_PROJECT, `\nexport type ProblemCode = ${codes.join(' | ')};\n`);
}

function manifest(): object {
  const entries = CATALOGUES.map(({ service }) => [`./${service}`, exported(service)] as const);
  return {
    name: '@kvartplata/client',
    version: versionOf('client'),
    description: 'Typed calls of Kvartplata, the billing of housing utilities',
    type: 'module',
    license: 'UNLICENSED',
    engines: { node: '>=20' },
    sideEffects: false,
    exports: { '.': exported('index'), ...Object.fromEntries(entries) },
    types: './index.d.ts',
  };
}

function exported(name: string): object {
  return { types: `./${name}.d.ts`, default: `./${name}.js` };
}

/** The version of a workspace, which a release of the system sets. */
export function versionOf(workspace: string): string {
  const text = readFileSync(path.join(ROOT, workspace, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
