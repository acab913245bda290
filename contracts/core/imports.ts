// Imports: a file of houses, meters or readings that is stored as a whole or not at all, and what became of its rows.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { BooleanText, Id, IdText, InstantText, Month, MonthText, Nullable } from '../scalars.ts';

export const ImportKind = Type.Union([
  Type.Literal('houses'),
  Type.Literal('readings'),
  Type.Literal('meters'),
]);

const Status = Type.Union([
  Type.Literal('QUEUED'),
  Type.Literal('RUNNING'),
  Type.Literal('COMPLETED'),
  Type.Literal('FAILED'),
  Type.Literal('CANCELLED'),
]);

/** Report only, store nothing. */
const DryRun = Type.Optional(BooleanText);

export const ImportHousesQuery = Type.Object(
  { organizationId: Type.Optional(IdText), dryRun: DryRun },
  { additionalProperties: false },
);

export const ImportMetersQuery = Type.Object(
  { houseId: IdText, dryRun: DryRun },
  { additionalProperties: false },
);

export const ImportReadingsQuery = Type.Object(
  { houseId: IdText, period: Type.Optional(Month), dryRun: DryRun },
  { additionalProperties: false },
);

/** The form that carries the file. */
export const FileForm = Type.Object({
  file: Type.Unsafe<string>({
    type: 'string',
    format: 'binary',
    description: 'CSV (UTF-8, windows-1251) or XLSX, at most 50 MiB',
  }),
});

export const ListImportsQuery = Type.Object(
  { ...PageQuery, organizationId: Type.Optional(IdText), kind: Type.Optional(ImportKind) },
  { additionalProperties: false },
);

export const ImportIdParams = Type.Object({ id: IdText });
export const ImportKindParams = Type.Object({ kind: ImportKind });

export const ListedImport = Type.Object({
  id: Id,
  kind: ImportKind,
  organizationId: Id,
  houseId: Nullable(Id),
  period: Nullable(MonthText),
  dryRun: Type.Boolean(),
  fileName: Type.String(),
  fileHash: Type.String({ description: 'SHA-256 in hexadecimal' }),
  status: Status,
  totalRows: Type.Integer(),
  processedRows: Type.Integer(),
  accepted: Type.Integer({ description: 'Rows that are good; stored only when none is refused' }),
  refused: Type.Integer(),
  changed: Type.Integer({ description: 'Rows that stored something; of a dry run, that would' }),
  unchanged: Type.Integer({ description: 'Rows that say what is stored already' }),
  error: Nullable(Type.String()),
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  finishedAt: Nullable(InstantText),
});
export type ListedImport = Static<typeof ListedImport>;

export const ImportError = Type.Object({
  line: Type.Integer({ description: 'As the program of the file counts, from 1' }),
  column: Nullable(Type.String({ description: 'A field; null for the row as a whole' })),
  columnTitle: Nullable(Type.String({ description: 'As the template calls the column' })),
  code: Type.String(),
  message: Type.String(),
  messageRu: Type.String(),
});
export type ImportError = Static<typeof ImportError>;

export const Import = Type.Object({
  ...ListedImport.properties,
  /** The import that stored the very same file at the same place before. */
  repeats: Nullable(Id),
  appliedMonths: Nullable(
    Type.Array(Type.Object({ houseId: Id, months: Type.Array(MonthText) }), {
      description:
        'Houses with months in the ledger already that what changed, or in a dry run would, counts in: they stay as ' +
        'they are until they are corrected. null until the import has ended, and when nobody could say',
    }),
  ),
  errors: Type.Array(ImportError, {
    description: 'The first 100; the file of refused rows has all',
  }),
});
export type Import = Static<typeof Import>;
