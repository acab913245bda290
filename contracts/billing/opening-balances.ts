// Opening balances: what a company's accounts owed before its books were kept here, from files; booked and undone as a whole.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { JobErrorFields } from '../job-errors.ts';
import { Page, PageQuery } from '../page.ts';
import {
  BooleanText,
  Id,
  IdText,
  InstantText,
  MoneyText,
  Month,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { TABLE_FILE, TableQuery } from '../table-files.ts';
import { UNDOABLE_JOB } from '../undoable-jobs.ts';
import { RowReasonText } from './payment-imports.ts';

const ColumnName = (what: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `The title of the column ${what}, or its number: #3`,
    }),
  );

const MAPPING = {
  accountColumn: ColumnName('with the number of the personal account'),
  monthColumn: ColumnName('with the month; without one the month before `asOf`'),
  kindColumn: ColumnName('with the kind: principal, penalty or advance'),
  serviceColumn: ColumnName('with the service'),
  amountColumn: ColumnName('with sums of the kind of the row; principal where no column names it'),
  principalColumn: ColumnName('with debts; a sum below zero is an advance'),
  penaltyColumn: ColumnName('with penalties'),
  advanceColumn: ColumnName('with advances'),
};

/** Which of the file's columns mean what. */
export const OpeningMapping = Type.Object(MAPPING, { additionalProperties: false });
export type OpeningMapping = Static<typeof OpeningMapping>;

const ImportQuery = Type.Object(
  {
    organizationId: Type.Optional(IdText),
    asOf: Month,
    dryRun: Type.Optional(BooleanText),
    ...MAPPING,
  },
  { additionalProperties: false },
);

/** The form that carries the file. */
export const OpeningForm = Type.Object({
  file: Type.Unsafe<string>({
    type: 'string',
    format: 'binary',
    description: 'At most 50 MiB: CSV in UTF-8, UTF-16, windows-1251 or IBM 866, or XLSX',
  }),
});

export const OpeningTotals = Type.Object({
  principal: MoneyText,
  penalty: MoneyText,
  advance: MoneyText,
});

/** A reason why rows were refused, and their number. */
export const ReasonCount = Type.Object({
  code: Type.String(),
  message: Type.String({ description: 'With … for what varies from row to row' }),
  messageRu: Type.String(),
  count: Type.Integer(),
  firstLine: Type.Integer(),
});
export type ReasonCount = Static<typeof ReasonCount>;

export const OpeningImport = Type.Object({
  id: Id,
  organizationId: Id,
  moveId: Nullable(Type.Integer({ description: 'The move that it is a part of' })),
  asOf: MonthText,
  dryRun: Type.Boolean(),
  fileName: Type.String(),
  fileHash: Type.String({ description: 'SHA-256 in hexadecimal' }),
  mapping: Nullable(OpeningMapping),
  ...UNDOABLE_JOB,
  rows: Type.Integer({ description: 'All rows of the file' }),
  processedRows: Type.Integer(),
  accepted: Type.Integer(),
  refused: Type.Integer(),
  totals: OpeningTotals,
  reasons: Type.Array(ReasonCount, { description: 'The most frequent first' }),
  repeats: Nullable(
    Type.Integer({
      description: 'The import that has booked the very same file: this one books nothing',
    }),
  ),
  ...JobErrorFields,
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  undoneAt: Nullable(InstantText),
  undoneBy: Nullable(Id),
});
export type OpeningImport = Static<typeof OpeningImport>;

/** A refused row, with its values in the file. */
export const OpeningRow = Type.Object({
  line: Type.Integer({ description: 'As the program that opens the file numbers them, from 1' }),
  cells: Type.Array(Type.String()),
  reasons: Type.Array(RowReasonText),
});
export type OpeningRow = Static<typeof OpeningRow>;

const Column = Type.Object({
  number: Type.Integer({ description: 'From 1' }),
  title: Type.String(),
  samples: Type.Array(Type.String(), { description: 'From the first rows' }),
});

/** The header of a file, and the likely meanings of its columns. */
export const OpeningColumns = Type.Object({
  headerLine: Type.Integer(),
  columns: Type.Array(Column),
  isTemplate: Type.Boolean({
    description: 'It has the columns of the template: no mapping is needed',
  }),
  mapping: OpeningMapping,
});
export type OpeningColumns = Static<typeof OpeningColumns>;

export const downloadOpeningTemplate = endpoint({
  id: 'downloadOpeningTemplate',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/opening-balances/template',
  tag: 'opening-balances',
  summary: 'Download the template for opening balances',
  description: 'A header and a row that explains the columns, which an import skips.',
  access: 'user',
  query: TableQuery,
  answers: { 200: TABLE_FILE },
  refusals: [],
});

export const readOpeningColumns = endpoint({
  id: 'readOpeningColumns',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/opening-balances/columns',
  tag: 'opening-balances',
  summary: 'Read the columns of a file of opening balances',
  description:
    'For the turnover sheet of a former program: its header, samples of the rows, and a first guess of what its columns ' +
    'mean. Nothing is stored.',
  access: 'user',
  form: OpeningForm,
  answers: { 200: OpeningColumns },
  refusals: ['malformed-file', 'file-too-demanding'],
});

export const importOpeningBalances = endpoint({
  id: 'importOpeningBalances',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/opening-balances/imports',
  tag: 'opening-balances',
  summary: 'Import opening balances',
  description:
    'Books what the accounts owed by the month `asOf`, by month and kind: all rows or, if any is refused, none. A dry run only ' +
    'reports. Rows of closed months are booked in the first open one, and are debts of their own months all the same. The answer ' +
    'waits up to 3 seconds for the end. A file that an import has booked already books nothing, and names ' +
    'that import in `repeats`. A file whose own total differs from its rows is refused before anything is stored.',
  access: 'accountant',
  query: ImportQuery,
  form: OpeningForm,
  idempotent: true,
  answers: { 202: OpeningImport },
  refusals: [
    'organization-required',
    'not-found',
    'month-out-of-range',
    'too-many-jobs',
    'malformed-file',
    'file-too-demanding',
    'wrong-columns',
    'totals-differ',
  ],
});

export const listOpeningImports = endpoint({
  id: 'listOpeningImports',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/opening-balances/imports',
  tag: 'opening-balances',
  summary: 'List imports of opening balances',
  description: 'Newest first. Without `organizationId` those of all the caller’s organizations.',
  access: 'viewer',
  query: Type.Object(
    {
      ...PageQuery,
      organizationId: Type.Optional(IdText),
      dryRun: Type.Optional(BooleanText),
    },
    { additionalProperties: false },
  ),
  answers: { 200: Page(OpeningImport) },
  refusals: ['not-found'],
});

export const getOpeningImport = endpoint({
  id: 'getOpeningImport',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/opening-balances/imports/:openingImportId',
  tag: 'opening-balances',
  summary: 'Get an import of opening balances',
  description: 'Its state, its totals, and how many rows each reason has refused.',
  access: 'viewer',
  answers: { 200: OpeningImport },
  refusals: ['not-found'],
});

export const listOpeningRows = endpoint({
  id: 'listOpeningRows',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/opening-balances/imports/:openingImportId/rows',
  tag: 'opening-balances',
  summary: 'List the refused rows of an import of opening balances',
  description:
    'In the order of the file, each with every reason; with `reason` those that it has refused.',
  access: 'viewer',
  query: Type.Object(
    {
      ...PageQuery,
      reason: Type.Optional(Type.String({ pattern: '^[a-z]+(-[a-z]+)*$', maxLength: 64 })),
    },
    { additionalProperties: false },
  ),
  answers: { 200: Page(OpeningRow) },
  refusals: ['not-found'],
});

export const undoOpeningImport = endpoint({
  id: 'undoOpeningImport',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/opening-balances/imports/:openingImportId/undo',
  tag: 'opening-balances',
  summary: 'Undo an import of opening balances',
  description:
    'Reverses all that it has booked, as long as none of its months or later ones is closed; `months` names the closed ' +
    'one. Money allocated to these debts goes to others or becomes an advance. The same file may then be imported ' +
    'again. The answer waits up to 3 seconds for the end. For an import that is undone or being undone it answers the ' +
    'state.',
  access: 'accountant',
  idempotent: true,
  answers: { 202: OpeningImport },
  refusals: ['not-found', 'conflict', 'month-closed'],
});
