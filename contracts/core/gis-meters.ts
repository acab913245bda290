// The GUIDs that ГИС ЖКХ has given to meters: a file of the devices without one, and the import of the completed file.
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

export const importGisMeters = endpoint({
  id: 'importGisMeters',
  service: 'core',
  method: 'POST',
  path: '/api/imports/gis-meters',
  tag: 'imports',
  summary: 'Import the GUIDs that ГИС ЖКХ has given to meters',
  description:
    `${OF_IMPORTING}A row is a device in use, by its serial number: with its service, account, room or house where the number alone ` +
    'could mean several. A device that counts day and night is one row. A blank GUID changes nothing of what is stored. A GUID ' +
    'belongs to one device.',
  access: 'accountant',
  query: ImportOfOrganizationQuery,
  form: FileForm,
  idempotent: true,
  answers: { 200: Import, 202: Import },
  refusals: ['organization-required', ...OF_FILES],
});

export const downloadGisMeterRows = endpoint({
  id: 'downloadGisMeterRows',
  service: 'core',
  method: 'GET',
  path: '/api/imports/gis-meters/rows',
  tag: 'imports',
  summary: 'Download meters without a GUID of ГИС ЖКХ as rows to import',
  description:
    'The template of GUIDs with a row for each device in use that lacks one, in the order of addresses and rooms; with `all` every ' +
    'device in use. Cells that stay blank change nothing.',
  access: 'viewer',
  query: GisRowsQuery,
  answers: { 200: TABLE_FILE },
  refusals: ['not-found'],
});
