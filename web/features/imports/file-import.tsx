// A file is checked first, row by row, and stored as a whole once nothing in it is wrong.
import { listImports } from '@kvartplata/contracts/core/imports.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { download } from '../../lib/download.ts';
import { groupOf } from '../../lib/reads.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Sheet } from '../../ui/page.tsx';
import { RefusedFile } from '../../ui/refused-file.tsx';
import { ImportReport } from './import-report.tsx';
import { storeFile, templateOf, tryFile, type ImportPlace } from './imports.ts';

const WORDS = inBoth(
  {
    file: 'Файл',
    hint: 'XLSX или CSV. Сначала файл только проверяется.',
    template: 'Пустой бланк, XLSX',
    templateName: {
      houses: 'Дома и счета',
      services: 'Услуги и тарифы',
      meters: 'Приборы',
      readings: 'Показания',
      'gis-accounts': 'Номера ГИС ЖКХ',
      'gis-meters': 'Приборы в ГИС ЖКХ',
    },
    checking: 'Проверяем…',
    todo: 'Сохраните её в Excel как XLSX без пароля и объединённых ячеек или как CSV и выберите снова.',
  },
  {
    file: 'File',
    hint: 'XLSX or CSV. First it is only checked.',
    template: 'Template, XLSX',
    templateName: {
      houses: 'Houses and accounts',
      services: 'Services and tariffs',
      meters: 'Meters',
      readings: 'Readings',
      'gis-accounts': 'Numbers of ГИС ЖКХ',
      'gis-meters': 'Meters in ГИС ЖКХ',
    },
    checking: 'Checking…',
    todo: 'Save it in Excel as XLSX without a password or merged cells, or as CSV, and choose it again.',
  },
);

export function FileImport({
  place,
  worked,
}: {
  readonly place: ImportPlace;
  /** The month being worked on. */
  readonly worked: string;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [key, renewKey] = useWriteKey();
  const trying = useMutation({ mutationFn: async (chosen: File) => tryFile(place, chosen) });
  const storing = useMutation({
    mutationFn: async (chosen: File) => storeFile(place, chosen, key),
    onSettled: async () => client.invalidateQueries({ queryKey: groupOf(listImports) }),
  });
  const fetching = useMutation({
    mutationFn: async () =>
      download(templateOf(place.kind), { fileName: `${t.templateName[place.kind]}.xlsx` }),
  });
  const shown = storing.data ?? trying.data;
  return (
    <>
      <Sheet
        title={t.file}
        actions={
          <Button isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
            {t.template}
          </Button>
        }
      >
        <div className="body stack">
          <FileDrop
            hint={t.hint}
            accept=".csv,.xlsx,text/csv"
            chosen={file?.name}
            onChoose={(chosen) => {
              setFile(chosen);
              renewKey();
              storing.reset();
              trying.mutate(chosen);
            }}
          />
          {trying.isPending && (
            <p className="busy" role="status">
              {t.checking}
            </p>
          )}
          {fetching.error !== null && <FailureNote error={fetching.error} />}
          {trying.error !== null && <RefusedFile error={trying.error} todo={t.todo} />}
          {storing.error !== null && <RefusedFile error={storing.error} todo={t.todo} />}
        </div>
      </Sheet>
      {shown !== undefined && file !== undefined && (
        <ImportReport
          key={shown.id}
          id={shown.id}
          place={place}
          worked={worked}
          isStoring={storing.isPending}
          onStore={() => storing.mutate(file)}
          onStored={() => void client.invalidateQueries()}
        />
      )}
    </>
  );
}
