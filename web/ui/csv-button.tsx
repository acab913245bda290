// Downloads the rows of a fully loaded table as a CSV file, in the order shown.
import type { ReactElement } from 'react';
import { csvOf } from '../lib/csv.ts';
import { download } from '../lib/download.ts';
import { Button } from './button.tsx';
import type { Column } from './table.tsx';

export function CsvButton<Row>({
  fileName,
  columns,
  rows,
}: {
  /** Without its extension. */
  readonly fileName: string;
  /** Only columns with a `text` are used. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}): ReactElement {
  const save = async (): Promise<void> => {
    const told = columns.filter(({ text }) => text !== undefined);
    const lines = rows.map((row) => told.map(({ text }) => text?.(row) ?? ''));
    const content = csvOf([told.map(({ title }) => title), ...lines]);
    const type = 'text/csv;charset=utf-8';
    await download(async () => new Response(new Blob([content], { type })), {
      fileName: `${fileName}.csv`,
    });
  };
  return <Button onClick={() => void save()}>CSV</Button>;
}
