// A file of the state's numbers in which the accounts stand already: those that lack one, or all.
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Sheet } from '../../ui/page.tsx';
import { gisAccountRowsOf } from './imports.ts';

const WORDS = inBoth(
  {
    title: 'Счета без номеров ГИС ЖКХ',
    steps:
      'В файле уже стоят счета, которым не хватает единого лицевого счёта, идентификатора ЖКУ или кода счёта. Впишите номера из выгрузки ГИС ЖКХ и выберите файл ниже; пустые ячейки ничего не меняют.',
    missing: 'Скачать счета без номеров',
    all: 'Скачать все счета',
  },
  {
    title: 'Accounts without numbers of ГИС ЖКХ',
    steps:
      'The file has the accounts that lack a unified account number, a service id or an account code. Fill in the numbers from an export of ГИС ЖКХ and choose the file below; blank cells change nothing.',
    missing: 'Download accounts without numbers',
    all: 'Download all accounts',
  },
);

export function GisAccountRows({
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
          <ExportButton label={t.missing} file={gisAccountRowsOf(organizationId, false)} />
          <ExportButton label={t.all} file={gisAccountRowsOf(organizationId, true)} />
        </div>
      </div>
    </Sheet>
  );
}
