// The files in which tables and reports are downloaded: their formats, with their HTTP media types.
import Type, { type Static, type TSchema } from 'typebox';
import { fileAnswer, type FileAnswer } from './file-answer.ts';

export const TableFormat = Type.Union([Type.Literal('csv'), Type.Literal('xlsx')], {
  description: 'xlsx by default',
});
export type TableFormat = Static<typeof TableFormat>;

export const TABLE_MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export type ReportFormat = TableFormat | 'json';

export const REPORT_MEDIA_TYPES: Readonly<Record<ReportFormat, string>> = {
  json: 'application/json; charset=utf-8',
  ...TABLE_MEDIA_TYPES,
};

export const TableQuery = Type.Object(
  { format: Type.Optional(TableFormat) },
  { additionalProperties: false },
);

/** A table in the requested format. */
export const TABLE_FILE = fileAnswer(...Object.values(TABLE_MEDIA_TYPES));

/** A report as JSON, or as a workbook if requested. */
export function reportAnswer<S extends TSchema>(
  report: S,
): FileAnswer & { readonly content: { readonly 'application/json': { readonly schema: S } } } {
  const { content } = fileAnswer(TABLE_MEDIA_TYPES.xlsx);
  return { content: { 'application/json': { schema: report }, ...content } };
}
