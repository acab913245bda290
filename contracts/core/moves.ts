// The move of a company from another program: files of its accounts, tariffs, meters and balances, stored and undone as a whole.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { JobErrorFields } from '../job-errors.ts';
import { Page, PageQuery } from '../page.ts';
import { BooleanText, Id, IdText, InstantText, Month, MonthText, Nullable } from '../scalars.ts';
import { UNDOABLE_JOB } from '../undoable-jobs.ts';
import { ImportError, ImportReason } from './imports.ts';

/** In the order in which they are checked: each may refer to records that an earlier one adds. */
export const MOVE_PARTS = ['accounts', 'tariffs', 'meters', 'balances'] as const;
export type MovePartName = (typeof MOVE_PARTS)[number];

const file = (what: string) =>
  Type.Optional(
    Type.Unsafe<string>({ type: 'string', format: 'binary', description: `${what}, CSV or XLSX` }),
  );

/** The form that carries the files; at least one. */
const MoveForm = Type.Object({
  accounts: file('Houses, rooms and accounts, as for an import of houses'),
  tariffs: file('Services, tariffs and norms, as for an import of services'),
  meters: file('Meters, as for an import of the meters of many houses'),
  balances: file('What accounts owe: account, month, kind, service, amount'),
});

export const MovePart = Type.Object({
  part: Type.Enum(MOVE_PARTS),
  importId: Type.Integer({ description: 'Its import, whose refused rows can be downloaded' }),
  fileName: Type.String(),
  fileHash: Type.String({ description: 'SHA-256 in hexadecimal' }),
  totalRows: Type.Integer(),
  isJudged: Type.Boolean({
    description: 'False while it waits, and if an earlier part was refused',
  }),
  accepted: Type.Integer(),
  refused: Type.Integer(),
  changed: Type.Integer({ description: 'Rows that add something, or would' }),
  unchanged: Type.Integer({ description: 'Rows equal to what is stored' }),
  errors: Type.Array(ImportError, { description: 'The first 100' }),
  reasons: Type.Array(ImportReason, { description: 'In the order of their first lines' }),
});
export type MovePart = Static<typeof MovePart>;

export const Move = Type.Object({
  id: Id,
  organizationId: Id,
  asOf: MonthText,
  dryRun: Type.Boolean(),
  ...UNDOABLE_JOB,
  totalRows: Type.Integer({ description: 'Of all files' }),
  processedRows: Type.Integer(),
  parts: Type.Array(MovePart, { description: 'In the order in which they are checked' }),
  brought: Type.Object(
    {
      houses: Type.Integer(),
      rooms: Type.Integer(),
      accounts: Type.Integer(),
      services: Type.Integer(),
      tariffs: Type.Integer(),
      norms: Type.Integer(),
      meters: Type.Integer(),
    },
    { description: 'How many records it has made, or had made before it was undone' },
  ),
  ...JobErrorFields,
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  undoneAt: Nullable(InstantText),
});
export type Move = Static<typeof Move>;

export const startMove = endpoint({
  id: 'startMove',
  service: 'core',
  method: 'POST',
  path: '/api/imports/moves',
  tag: 'moves',
  summary: 'Move a company in',
  description:
    'Files of accounts, tariffs, meters and balances are stored together or not at all. `asOf` is the first month that ' +
    'is billed here; balances are of earlier months. A move only adds: a row that would change a stored record is ' +
    'refused. A dry run stores nothing and reports what would be added. Files after one with refused rows are not ' +
    'checked. The answer waits up to 3 seconds for the end.',
  access: 'owner',
  query: Type.Object(
    {
      organizationId: Type.Optional(IdText),
      asOf: Month,
      dryRun: Type.Optional(BooleanText),
    },
    { additionalProperties: false },
  ),
  form: MoveForm,
  idempotent: true,
  answers: { 202: Move },
  refusals: [
    'organization-required',
    'not-found',
    'too-many-jobs',
    'malformed-file',
    'file-too-demanding',
    'wrong-columns',
  ],
});

export const listMoves = endpoint({
  id: 'listMoves',
  service: 'core',
  method: 'GET',
  path: '/api/imports/moves',
  tag: 'moves',
  summary: 'List moves',
  description: 'Newest first, of one organization or of all that the caller may see.',
  access: 'viewer',
  query: Type.Object(
    { ...PageQuery, organizationId: Type.Optional(IdText) },
    { additionalProperties: false },
  ),
  answers: { 200: Page(Move) },
  refusals: ['not-found'],
});

export const getMove = endpoint({
  id: 'getMove',
  service: 'core',
  method: 'GET',
  path: '/api/moves/:moveId',
  tag: 'moves',
  summary: 'Get a move',
  description: 'With its progress, and the first refused rows of each file.',
  access: 'viewer',
  answers: { 200: Move },
  refusals: ['not-found'],
});

export const undoMove = endpoint({
  id: 'undoMove',
  service: 'core',
  method: 'POST',
  path: '/api/imports/moves/:moveId/undo',
  tag: 'moves',
  summary: 'Undo a move',
  description:
    'Removes all that it added, with the balances and the draft charges of its houses, as long as nothing has been ' +
    'booked or read in these houses since and no month from its first on is closed. For a move that is undone or being ' +
    'undone it answers the state.',
  access: 'owner',
  idempotent: true,
  answers: { 202: Move },
  refusals: [
    'not-found',
    'conflict',
    'move-built-upon',
    'has-children',
    'month-closed',
    'job-under-way',
  ],
});
