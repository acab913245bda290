// Importing opening balances: the file is chosen, its columns are mapped, it is checked, and booked if it is correct.
import type {
  OpeningColumns,
  OpeningImport,
  OpeningMapping,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { thisMonth } from '../../lib/days.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { useStillShown } from '../../lib/still-shown.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Button } from '../../ui/button.tsx';
import { MonthChoice } from '../../ui/choice.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Sheet } from '../../ui/page.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import {
  bookOpening,
  columnsOf,
  openingsOf,
  rememberMapping,
  settledMapping,
  templateFile,
  tryOpening,
  type Opening,
} from './opening-balances.ts';
import { OpeningProgress } from './opening-progress.tsx';
import { OpeningReport } from './opening-report.tsx';
import { RefusedOpening } from './refused-opening.tsx';

const WORDS = inBoth(
  {
    title: 'Загрузить начальные остатки',
    hint: 'Шаблон или оборотная ведомость прежней программы. Сначала файл только проверяется.',
    asOf: 'Учёт ведётся здесь с месяца',
    template: 'Скачать шаблон, XLSX',
    check: 'Проверить',
    checking: 'Проверяем файл…',
    book: 'Записать остатки',
  },
  {
    title: 'Import opening balances',
    hint: 'The template, or the turnover sheet of your former program. First it is only checked.',
    asOf: 'The books are kept here from',
    template: 'Download the template, XLSX',
    check: 'Check',
    checking: 'Checking the file…',
    book: 'Book the balances',
  },
);

type Chosen = {
  readonly file: File;
  readonly columns: OpeningColumns;
  readonly mapping: OpeningMapping;
};

type FormProps = {
  readonly organizationId: number;
  readonly onBooked: (importId: number) => void;
};

export function OpeningImportForm(props: FormProps): ReactElement {
  const t = useWords(WORDS);
  const { asOf, chosen, opening, choosing, trying, booking, choose, settle } = useOpening(props);
  return (
    <>
      <Sheet title={t.title} actions={<ExportButton label={t.template} file={templateFile()} />}>
        <div className="body stack">
          <div className="row">
            <MonthChoice
              label={t.asOf}
              value={asOf}
              onChoose={(month) => settle({ asOf: month })}
            />
          </div>
          <FileDrop
            hint={t.hint}
            accept=".csv,.xlsx,text/csv"
            chosen={chosen?.file.name}
            onChoose={choose}
          />
          {chosen?.columns.isTemplate === false && (
            <ColumnMapping
              of={chosen.columns}
              mapping={chosen.mapping}
              onChange={(mapping) => settle({ chosen: { ...chosen, mapping } })}
            />
          )}
          {opening !== undefined && (
            <div className="row">
              <Button
                kind={trying.data === undefined ? 'primary' : 'quiet'}
                isBusy={trying.isPending}
                onClick={() => trying.mutate(opening)}
              >
                {t.check}
              </Button>
            </div>
          )}
          {choosing.error !== null && <RefusedOpening error={choosing.error} />}
          {trying.error !== null && <RefusedOpening error={trying.error} />}
          {booking.error !== null && <FailureNote error={booking.error} />}
        </div>
      </Sheet>
      {opening !== undefined && trying.data !== undefined && (
        <OpeningProgress id={trying.data.id}>
          {(preview) => (
            <>
              <OpeningReport of={preview} />
              {preview.refused === 0 && preview.repeats === null && (
                <div className="row">
                  <Button
                    kind="primary"
                    isBusy={booking.isPending}
                    onClick={() => booking.mutate(opening)}
                  >
                    {t.book}
                  </Button>
                </div>
              )}
            </>
          )}
        </OpeningProgress>
      )}
    </>
  );
}

/** The choices so far and the last check: any change requires a new check. */
function useOpening({ organizationId, onBooked }: FormProps) {
  const [saidAsOf, setAsOf] = useState<string>();
  const { data: imports } = useInfiniteQuery(openingsOf(organizationId));
  const asOf = saidAsOf ?? asOfLast(imports?.pages[0]?.items ?? []) ?? thisMonth();
  const [chosen, setChosen] = useState<Chosen>();
  const [key, renewKey] = useWriteKey();
  const isStillShown = useStillShown();
  const choosing = useMutation({ mutationFn: columnsOf });
  const trying = useMutation({
    mutationFn: async (opening: Opening) => {
      if (Object.keys(opening.mapping).length > 0) rememberMapping(opening.mapping);
      return tryOpening(opening);
    },
  });
  const booking = useMutation({
    mutationFn: async (opening: Opening) => bookOpening(opening, key),
    onSuccess: async ({ id }) => {
      if (isStillShown()) onBooked(id);
      await reloadBilling();
    },
  });
  const settle = (said: { readonly asOf?: string; readonly chosen?: Chosen | undefined }): void => {
    renewKey();
    trying.reset();
    booking.reset();
    if (said.asOf !== undefined) setAsOf(said.asOf);
    if ('chosen' in said) setChosen(said.chosen);
  };
  return {
    asOf,
    chosen,
    opening: chosen && { organizationId, asOf, file: chosen.file, mapping: chosen.mapping },
    choosing,
    trying,
    booking,
    settle,
    choose: (file: File): void => {
      settle({ asOf, chosen: undefined });
      // Not an option of the mutation: a file that was chosen before and answered later would take this one's place.
      choosing.mutate(file, {
        onSuccess: (columns) =>
          setChosen({ file, columns, mapping: columns.isTemplate ? {} : settledMapping(columns) }),
      });
    },
  };
}

/** A further file is usually of the same takeover. @param imports the newest first */
function asOfLast(imports: readonly OpeningImport[]): string | undefined {
  return imports.find(({ status, undo }) => status === 'COMPLETED' && undo === null)?.asOf;
}
