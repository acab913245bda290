// The numbers that ГИС ЖКХ has given to accounts: a file of the accounts without one, and the import of the completed file.
import { endpoint } from '../endpoint.ts';
import { TABLE_FILE } from '../table-files.ts';
import {
  FileForm,
  GisRowsQuery,
  Import,
  ImportOfOrganizationQuery,
  OF_FILES,
  OF_IMPORTING,
} from './imports.ts';

export const importGisAccounts = endpoint({
  id: 'importGisAccounts',
  service: 'core',
  method: 'POST',
  path: '/api/imports/gis-accounts',
  tag: 'imports',
  summary: 'Import the numbers that ГИС ЖКХ has given to accounts',
  description:
    `${OF_IMPORTING}A row is an account with its единый лицевой счёт, идентификатор ЖКУ and the GUID that messages name it by. A blank ` +
    'cell changes nothing of what is stored. A number belongs to one account.',
  access: 'accountant',
  query: ImportOfOrganizationQuery,
  form: FileForm,
  idempotent: true,
  answers: { 200: Import, 202: Import },
  refusals: ['organization-required', ...OF_FILES],
});

export const downloadGisAccountRows = endpoint({
  id: 'downloadGisAccountRows',
  service: 'core',
  method: 'GET',
  path: '/api/imports/gis-accounts/rows',
  tag: 'imports',
  summary: 'Download accounts without numbers of ГИС ЖКХ as rows to import',
  description:
    'The template of numbers with a row for each open account that lacks one of them, in the order of addresses and rooms; with `all` ' +
    'every account. Cells that stay blank change nothing.',
  access: 'viewer',
  query: GisRowsQuery,
  answers: { 200: TABLE_FILE },
  refusals: ['not-found'],
});
