// Imports: a file of houses, services, meters or readings that is stored as a whole or not at all, and the outcome of its rows.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { JobErrorFields } from '../job-errors.ts';
import { Page, PageQuery } from '../page.ts';
import type { ProblemCode } from '../problem.ts';
import {
  BooleanText,
  Day,
  Id,
  IdsText,
  IdText,
  InstantText,
  Month,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { TABLE_FILE, TableQuery } from '../table-files.ts';

export const ImportKind = Type.Union([
  Type.Literal('houses'),
  Type.Literal('services'),
  Type.Literal('readings'),
  Type.Literal('meters'),
  Type.Literal('balances'),
  Type.Literal('gis-accounts'),
  Type.Literal('gis-meters'),
]);

const Status = Type.Union([
  Type.Literal('QUEUED'),
  Type.Literal('RUNNING'),
  Type.Literal('COMPLETED'),
  Type.Literal('FAILED'),
  Type.Literal('CANCELLED'),
]);

const DryRun = Type.Optional(BooleanText);

/** For a file about the whole organization. */
export const ImportOfOrganizationQuery = Type.Object(
  { organizationId: Type.Optional(IdText), dryRun: DryRun },
  { additionalProperties: false },
);

const ImportMetersQuery = Type.Object(
  { houseId: Type.Optional(IdText), organizationId: Type.Optional(IdText), dryRun: DryRun },
  { additionalProperties: false },
);

const ImportReadingsQuery = Type.Object(
  {
    houseId: Type.Optional(IdText),
    organizationId: Type.Optional(IdText),
    period: Type.Optional(Month),
    dryRun: DryRun,
  },
  { additionalProperties: false },
);

const UndoQuery = Type.Object({ dryRun: DryRun }, { additionalProperties: false });

/** The form that carries the file. */
export const FileForm = Type.Object({
  file: Type.Unsafe<string>({
    type: 'string',
    format: 'binary',
    description: 'CSV (UTF-8, windows-1251) or XLSX, at most 50 MiB',
  }),
});

const ImportsQuery = Type.Object(
  { ...PageQuery, organizationId: Type.Optional(IdText), kind: Type.Optional(ImportKind) },
  { additionalProperties: false },
);

const ServiceRowsQuery = Type.Object(
  {
    ...TableQuery.properties,
    organizationId: IdText,
    on: Type.Optional(Day),
    utilityServiceIds: Type.Optional(IdsText(200)),
  },
  { additionalProperties: false },
);

/** Only the rows without a number or code of ГИС ЖКХ, or all. */
export const GisRowsQuery = Type.Object(
  { ...TableQuery.properties, organizationId: IdText, all: Type.Optional(BooleanText) },
  { additionalProperties: false },
);

const ReadingRowsQuery = Type.Object(
  {
    ...TableQuery.properties,
    organizationId: IdText,
    period: Month,
    houseIds: Type.Optional(IdsText(200)),
    takenOn: Type.Optional(Day),
  },
  { additionalProperties: false },
);

const ImportKindParams = Type.Object({ kind: ImportKind });

export const ListedImport = Type.Object({
  id: Id,
  kind: ImportKind,
  organizationId: Id,
  houseId: Nullable(Id),
  moveId: Nullable(Type.Integer({ description: 'The move that the file is a part of' })),
  undoes: Nullable(
    Type.Integer({
      description: 'The import that it undoes, row by row',
    }),
  ),
  undoneBy: Nullable(Type.Integer({ description: 'The import that has undone it' })),
  period: Nullable(MonthText),
  dryRun: Type.Boolean(),
  fileName: Type.String(),
  fileHash: Type.String({ description: 'SHA-256 in hexadecimal' }),
  status: Status,
  totalRows: Type.Integer(),
  processedRows: Type.Integer(),
  accepted: Type.Integer({ description: 'Valid rows; stored only when none is refused' }),
  refused: Type.Integer(),
  changed: Type.Integer({
    description: 'Rows that changed something; in a dry run, rows that would',
  }),
  unchanged: Type.Integer({ description: 'Rows equal to what is stored' }),
  ...JobErrorFields,
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  finishedAt: Nullable(InstantText),
});
export type ListedImport = Static<typeof ListedImport>;

export const ImportError = Type.Object({
  line: Type.Integer({ description: 'As the program that opens the file numbers them, from 1' }),
  column: Nullable(Type.String({ description: 'A field; null for the row as a whole' })),
  columnTitle: Nullable(Type.String({ description: 'As the template calls the column' })),
  code: Type.String(),
  message: Type.String(),
  messageRu: Type.String(),
});
export type ImportError = Static<typeof ImportError>;

/** A reason why rows are refused, given once for all of them. */
export const ImportReason = Type.Object({
  column: ImportError.properties.column,
  columnTitle: ImportError.properties.columnTitle,
  code: Type.String(),
  message: Type.String({ description: 'With … for what varies from row to row' }),
  messageRu: Type.String(),
  rows: Type.Integer({ description: 'How many' }),
  lines: Type.Array(Type.Integer(), { description: 'The first 10' }),
});
export type ImportReason = Static<typeof ImportReason>;

export const Import = Type.Object({
  ...ListedImport.properties,
  repeats: Type.Union([Id, Type.Null()], {
    description: 'The import that stored the very same file at the same place before',
  }),
  appliedMonths: Nullable(
    Type.Array(Type.Object({ houseId: Id, months: Type.Array(MonthText) }), {
      description:
        'Houses with months already in the ledger in which the changes count, or in a dry run would: those months stay ' +
        'until they are corrected. null until the import has ended, and when it could not be found out',
    }),
  ),
  errors: Type.Array(ImportError, {
    description: 'The first 100; the file of refused rows has all',
  }),
  reasons: Type.Array(ImportReason, { description: 'In the order of their first lines' }),
});
export type Import = Static<typeof Import>;

/** Problems of a file as a whole, or of the time of its import. */
export const OF_FILES = [
  'not-found',
  'too-many-jobs',
  'malformed-file',
  'file-too-demanding',
  'wrong-columns',
] as const satisfies readonly ProblemCode[];

export const OF_IMPORTING =
  'All rows are stored or none; a dry run stores nothing and reports what would be stored. The answer waits up to 3 ' +
  'seconds for the end: 200 with the ended import, else 202; `Location` names it in both cases. ';

export const importHouses = endpoint({
  id: 'importHouses',
  service: 'core',
  method: 'POST',
  path: '/api/imports/houses',
  tag: 'imports',
  summary: 'Import houses with their rooms and personal accounts',
  description:
    `${OF_IMPORTING}Without \`organizationId\` it is the only organization whose books the caller keeps. A blank cell ` +
    'leaves the stored value as it is.',
  access: 'accountant',
  query: ImportOfOrganizationQuery,
  form: FileForm,
  idempotent: true,
  answers: { 200: Import, 202: Import },
  refusals: ['organization-required', ...OF_FILES],
});

export const importServices = endpoint({
  id: 'importServices',
  service: 'core',
  method: 'POST',
  path: '/api/imports/services',
  tag: 'imports',
  summary: 'Import services, tariffs and norms of many houses',
  description:
    `${OF_IMPORTING}A row is a service of a house, or of all houses, with its tariff or norm from a day on. A service ` +
    'that the house lacks begins on that day; a tariff or norm in force ends on the day before. The payee of a service ' +
    'is given by name or INN; only an owner may change it.',
  access: 'accountant',
  query: ImportOfOrganizationQuery,
  form: FileForm,
  idempotent: true,
  answers: { 200: Import, 202: Import },
  refusals: ['organization-required', ...OF_FILES],
});

export const importMeters = endpoint({
  id: 'importMeters',
  service: 'core',
  method: 'POST',
  path: '/api/imports/meters',
  tag: 'imports',
  summary: 'Import meters of a house or of many',
  description:
    `${OF_IMPORTING}A meter is found by its service and serial number. Without a house the file may cover all houses of ` +
    'the organization: a row then names its house by an account or by its address.',
  access: 'accountant',
  query: ImportMetersQuery,
  form: FileForm,
  idempotent: true,
  answers: { 200: Import, 202: Import },
  refusals: ['organization-required', ...OF_FILES],
});

export const importReadings = endpoint({
  id: 'importReadings',
  service: 'core',
  method: 'POST',
  path: '/api/imports/readings',
  tag: 'imports',
  summary: 'Import readings of a house or of many',
  description:
    `${OF_IMPORTING}A row without a month is of the month in the query. Without a house the file may cover all houses ` +
    'of the organization: a row then names its house by an account, by a serial number that only one house has, or by ' +
    'its address.',
  access: 'accountant',
  query: ImportReadingsQuery,
  form: FileForm,
  idempotent: true,
  answers: { 200: Import, 202: Import },
  refusals: ['organization-required', ...OF_FILES],
});

export const listImports = endpoint({
  id: 'listImports',
  service: 'core',
  method: 'GET',
  path: '/api/imports',
  tag: 'imports',
  summary: 'List the imports of the last 30 days',
  description: 'Newest first, of one organization or of all that the caller may see.',
  access: 'viewer',
  query: ImportsQuery,
  answers: { 200: Page(ListedImport) },
  refusals: ['not-found'],
});

export const getImport = endpoint({
  id: 'getImport',
  service: 'core',
  method: 'GET',
  path: '/api/imports/:importId',
  tag: 'imports',
  summary: 'Get an import',
  description: 'With its progress while it runs, and the first refused rows once it has ended.',
  access: 'viewer',
  answers: { 200: Import },
  refusals: ['not-found'],
});

export const cancelImport = endpoint({
  id: 'cancelImport',
  service: 'core',
  method: 'POST',
  path: '/api/imports/:importId/cancel',
  tag: 'imports',
  summary: 'Cancel an import',
  description: 'Nothing of it is stored. An import that has ended is a 409.',
  access: 'accountant',
  answers: { 200: Import },
  refusals: ['not-found', 'conflict'],
});

export const undoImport = endpoint({
  id: 'undoImport',
  service: 'core',
  method: 'POST',
  path: '/api/imports/:importId/undo',
  tag: 'imports',
  summary: 'Undo an import of readings or of services',
  description:
    'What it added is deleted and what it changed is restored: all of it or nothing. The undo is an import too, whose ' +
    '`undoes` names the other; a dry run changes nothing and reports what would be. A row is refused if it has been ' +
    'changed since, if other records depend on it, or if it counts in an applied month. Imports of houses and of meters ' +
    'cannot be undone. The answer waits up to 3 seconds for the end.',
  access: 'accountant',
  query: UndoQuery,
  idempotent: true,
  answers: { 200: Import, 202: Import },
  refusals: ['not-found', 'conflict', 'too-many-jobs'],
});

export const downloadRefusedRows = endpoint({
  id: 'downloadRefusedRows',
  service: 'core',
  method: 'GET',
  path: '/api/imports/:importId/refused',
  tag: 'imports',
  summary: 'Download the refused rows of an import',
  description:
    'Each with its line, the reasons in Russian, and its cells as they stood in the file.',
  access: 'viewer',
  query: TableQuery,
  answers: { 200: TABLE_FILE },
  refusals: ['not-found'],
});

export const downloadImportTemplate = endpoint({
  id: 'downloadImportTemplate',
  service: 'core',
  method: 'GET',
  path: '/api/imports/:kind/template',
  tag: 'imports',
  summary: 'Download an import template',
  description:
    'The columns of the kind, and a row that explains each of them; an import skips that row.',
  access: 'user',
  params: ImportKindParams,
  query: TableQuery,
  answers: { 200: TABLE_FILE },
  refusals: [],
});

export const downloadServiceRows = endpoint({
  id: 'downloadServiceRows',
  service: 'core',
  method: 'GET',
  path: '/api/imports/services/rows',
  tag: 'imports',
  summary: 'Download the services of all houses as rows to import',
  description:
    'The template of services, filled with a row for each stored tariff and norm of a day (today, UTC, unless given), ' +
    'so that importing the file unchanged changes nothing; for each house that lacks one of `utilityServiceIds`, also a ' +
    'row from that day on with blank figures. The workbook has a second sheet with the names of services and methods.',
  access: 'viewer',
  query: ServiceRowsQuery,
  answers: { 200: TABLE_FILE },
  refusals: ['not-found'],
});

export const downloadReadingRows = endpoint({
  id: 'downloadReadingRows',
  service: 'core',
  method: 'GET',
  path: '/api/imports/readings/rows',
  tag: 'imports',
  summary: 'Download the meters of all houses as rows to import',
  description:
    'The template of readings, filled with a row for each meter in use in the month, of all houses of the organization ' +
    'or of up to 200 named ones: with its reading, or blank with `takenOn` (the last day of the month, or today in the ' +
    'current month) if there is none. Rows left blank change nothing.',
  access: 'viewer',
  query: ReadingRowsQuery,
  answers: { 200: TABLE_FILE },
  refusals: ['not-found'],
});
