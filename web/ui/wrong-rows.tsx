// The errors in a file's rows: each reason once with the number of rows and which, and a file of all of them for correction.
import type { ImportReason } from '@kvartplata/contracts/core/imports.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { download, type FileOf } from '../lib/download.ts';
import { lineRanges } from '../lib/line-ranges.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { FailureNote } from './failure-note.tsx';
import { Table } from './table.tsx';

const WORDS = inBoth(
  {
    lines: 'Строки',
    column: 'Колонка',
    reason: 'Что не так',
    rows: 'Сколько',
    whole: 'вся строка',
    download: 'Строки с ошибками, XLSX',
    file: 'Строки с ошибками',
  },
  {
    lines: 'Lines',
    column: 'Column',
    reason: 'Problem',
    rows: 'Rows',
    whole: 'entire row',
    download: 'Rows with errors, XLSX',
    file: 'Rows with errors',
  },
);

export function WrongRows({
  reasons,
  fileName,
  refusedRows,
}: {
  readonly reasons: readonly ImportReason[];
  /** The name of the file that contains them. */
  readonly fileName: string;
  readonly refusedRows: FileOf;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const fetching = useMutation({
    mutationFn: async () => download(refusedRows, { fileName: `${t.file}, ${fileName}.xlsx` }),
  });
  return (
    <>
      <Table
        caption={`${fileName}: ${t.reason}`}
        rows={reasons}
        keyOf={({ column, code }) => `${column ?? ''} ${code}`}
        columns={[
          {
            title: t.lines,
            isName: true,
            cell: ({ lines, rows }) => lineRanges(lines, rows),
          },
          { title: t.column, cell: ({ columnTitle }) => columnTitle ?? t.whole },
          {
            title: t.reason,
            cell: ({ message, messageRu }) => (language === 'ru' ? messageRu : message),
          },
          { title: t.rows, isFigure: true, cell: ({ rows }) => rows },
        ]}
      />
      <div className="table-more">
        <Button isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
          {t.download}
        </Button>
        {fetching.error !== null && <FailureNote error={fetching.error} />}
      </div>
    </>
  );
}
