// Builds the command line package: one file of plain JavaScript without dependencies.
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { versionOf } from './build-client.ts';
import { bundle } from './bundle.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../command-line');
const PROGRAM = 'kvartplata.js';
const MAY_BE_RUN = 0o755;

/** Writes the package's files. @param folder created if missing */
export async function buildCommandLine(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await bundle(path.join(FOLDER, 'src/main.ts'), folder, PROGRAM, '#!/usr/bin/env node');
  chmodSync(path.join(folder, PROGRAM), MAY_BE_RUN);
  copyFileSync(path.join(FOLDER, 'README.md'), path.join(folder, 'README.md'));
  const manifest = {
    name: 'kvartplata',
    version: versionOf('command-line'),
    description: 'Kvartplata, the billing of housing utilities, by the command line',
    type: 'module',
    license: 'UNLICENSED',
    engines: { node: '>=20' },
    bin: { kvartplata: PROGRAM },
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
