// `node tools/openapi.ts <folder>`: writes the OpenAPI documents of the three services to files, for programs that read them.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AUTH } from '@kvartplata/contracts/auth/catalogue.ts';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import { CORE } from '@kvartplata/contracts/core/catalogue.ts';
import { documentOf } from '@kvartplata/platform/http/openapi-document.ts';
import packageJson from '../package.json' with { type: 'json' };
import { requireFolder } from './platform/command-help.ts';

const HELP = `Writes the OpenAPI documents of the three services to files, for programs that read them.

  node tools/openapi.ts <folder>

  <folder>   for auth.json, core.json and billing.json; it is made if it is not there
  --help     this text`;

const folder = requireFolder(HELP);
mkdirSync(folder, { recursive: true });
for (const catalogue of [AUTH, CORE, BILLING])
  writeFileSync(
    path.join(folder, `${catalogue.service}.json`),
    `${JSON.stringify(documentOf(catalogue, packageJson.version, false), null, 2)}\n`,
  );
