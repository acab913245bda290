// A file of accounts or meters, prefilled, for their numbers or GUIDs in the state's system: those without one, or all.
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Sheet } from '../../ui/page.tsx';
import { gisRowsOf, type GisRowsKind } from './imports.ts';

const WORDS = inBoth(
  {
    'gis-accounts': {
      title: 'Счета без номеров ГИС ЖКХ',
      steps:
        'В файле уже стоят счета, которым не хватает единого лицевого счёта, идентификатора ЖКУ или кода счёта. Впишите номера из выгрузки ГИС ЖКХ и выберите файл ниже; пустые ячейки ничего не меняют.',
      missing: 'Скачать счета без номеров',
      all: 'Скачать все счета',
    },
    'gis-meters': {
      title: 'Приборы без кода ГИС ЖКХ',
      steps:
        'В файле уже стоят приборы, у которых нет кода ГИС ЖКХ. Впишите корневые GUID из выгрузки ГИС ЖКХ и выберите файл ниже; пустые ячейки ничего не меняют. Двухтарифный счётчик – одна строка.',
      missing: 'Скачать приборы без кода',
      all: 'Скачать все приборы',
    },
  },
  {
    'gis-accounts': {
      title: 'Accounts without numbers of ГИС ЖКХ',
      steps:
        'The file has the accounts that lack a unified account number, a service id or an account code. Fill in the numbers from an export of ГИС ЖКХ and choose the file below; blank cells change nothing.',
      missing: 'Download accounts without numbers',
      all: 'Download all accounts',
    },
    'gis-meters': {
      title: 'Meters without a code of ГИС ЖКХ',
      steps:
        'The file has the meters that lack a code of ГИС ЖКХ. Fill in the root GUIDs from an export of ГИС ЖКХ and choose the file below; blank cells change nothing. A meter of day and night is one row.',
      missing: 'Download meters without a code',
      all: 'Download all meters',
    },
  },
);

export function GisRows({
  kind,
  organizationId,
}: {
  readonly kind: GisRowsKind;
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS)[kind];
  return (
    <Sheet title={t.title}>
      <div className="body stack">
        <p>{t.steps}</p>
        <div className="row">
          <ExportButton label={t.missing} file={gisRowsOf(kind, organizationId, false)} />
          <ExportButton label={t.all} file={gisRowsOf(kind, organizationId, true)} />
        </div>
      </div>
    </Sheet>
  );
}
