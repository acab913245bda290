// A file of the state's GUIDs in which the devices stand already: those that lack one, or all.
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Sheet } from '../../ui/page.tsx';
import { gisMeterRowsOf } from './imports.ts';

const WORDS = inBoth(
  {
    title: 'Приборы без кода ГИС ЖКХ',
    steps:
      'В файле уже стоят приборы, у которых нет кода ГИС ЖКХ. Впишите корневые GUID из выгрузки ГИС ЖКХ и выберите файл ниже; пустые ячейки ничего не меняют. Двухтарифный счётчик – одна строка.',
    missing: 'Скачать приборы без кода',
    all: 'Скачать все приборы',
  },
  {
    title: 'Meters without a code of ГИС ЖКХ',
    steps:
      'The file has the meters that lack a code of ГИС ЖКХ. Fill in the root GUIDs from an export of ГИС ЖКХ and choose the file below; blank cells change nothing. A meter of day and night is one row.',
    missing: 'Download meters without a code',
    all: 'Download all meters',
  },
);

export function GisMeterRows({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <Sheet title={t.title}>
      <div className="body stack">
        <p>{t.steps}</p>
        <div className="row">
          <ExportButton label={t.missing} file={gisMeterRowsOf(organizationId, false)} />
          <ExportButton label={t.all} file={gisMeterRowsOf(organizationId, true)} />
        </div>
      </div>
    </Sheet>
  );
}
