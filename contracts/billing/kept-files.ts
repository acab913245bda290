// What jobs that make a file have in common: the format, the download, how long the file is kept, and the job's progress.
import Type, { type Static } from 'typebox';
import { JobErrorFields } from '../job-errors.ts';
import { InstantText, Nullable } from '../scalars.ts';

export const ZIP = 'application/zip';

export const FileForm = Type.Union([Type.Literal('pdf'), Type.Literal('zip')], {
  description: 'One document for all houses, or one per house, named by its address',
});
export type FileForm = Static<typeof FileForm>;

const KeptFile = Type.Object({
  name: Type.String({ description: 'Of ASCII, such as kvitancii-2026-10.zip' }),
  bytes: Type.Integer(),
  keptUntil: Type.String({
    format: 'date-time',
    description: 'Newer files of the organization may replace it earlier',
  }),
});

export const KeptFileFields = {
  place: Type.String({ description: 'Where the file is downloaded once it is there' }),
  file: Type.Union([KeptFile, Type.Null()], {
    description: 'Null while there is none: before it is whole, and once it is no longer kept',
  }),
  ...JobErrorFields,
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  finishedAt: Nullable(InstantText),
};
