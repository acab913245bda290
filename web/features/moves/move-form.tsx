// The files of a move and the first month billed here: checked first, and stored once nothing in them is wrong.
import type { MovePartName } from '@kvartplata/contracts/core/moves.ts';
import { listMoves } from '@kvartplata/contracts/core/moves.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { thisMonth } from '../../lib/days.ts';
import { download } from '../../lib/download.ts';
import { groupOf } from '../../lib/reads.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Button } from '../../ui/button.tsx';
import { MonthChoice } from '../../ui/choice.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Sheet } from '../../ui/page.tsx';
import { RefusedFile } from '../../ui/refused-file.tsx';
import { MoveReport } from './move-report.tsx';
import { PARTS, sendMove, templateOf, type MoveFiles } from './moves.ts';
import { PART_WORDS } from './part-words.ts';

const WORDS = inBoth(
  {
    title: 'Файлы прежней программы',
    about:
      'Заполните бланки выгрузками прежней программы. Можно начать с одного файла и добавить остальные позже: переезд только добавляет, записанное он не меняет.',
    asOf: 'Первый месяц, который считаем здесь',
    asOfHint: 'Долги и авансы — на начало этого месяца.',
    hints: {
      accounts: 'Дома, помещения, лицевые счета, плательщики.',
      tariffs: 'Услуги домов, тарифы и нормативы с их датами.',
      meters: 'Приборы счетов и домов с начальными показаниями.',
      balances: 'По счёту, месяцу и виду: основной долг, пени, аванс.',
    },
    template: 'Бланк, XLSX',
    remove: 'Убрать',
    check: 'Проверить всё',
    todo: 'Сохраните таблицу как XLSX без пароля и объединённых ячеек или как CSV и выберите снова.',
  },
  {
    title: 'Files of the former program',
    about:
      'Fill the templates from the exports of the former program. You may begin with one file and add the others later: a move only adds and changes nothing that is stored.',
    asOf: 'The first month billed here',
    asOfHint: 'Debts and advances are those at its beginning.',
    hints: {
      accounts: 'Houses, rooms, accounts, payers.',
      tariffs: 'Services of the houses, tariffs and norms with their days.',
      meters: 'Meters of accounts and houses with their first readings.',
      balances: 'By account, month and kind: principal, penalty, advance.',
    },
    template: 'Template, XLSX',
    remove: 'Remove',
    check: 'Check everything',
    todo: 'Save the table as XLSX without a password or merged cells, or as CSV, and choose it again.',
  },
);

export function MoveForm({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const [asOf, setAsOf] = useState(thisMonth);
  const [files, setFiles] = useState<MoveFiles>({});
  const [key, renewKey] = useWriteKey();
  const send = async (dryRun: boolean) =>
    sendMove({ organizationId, asOf, files, dryRun, idempotencyKey: key });
  const checking = useMutation({ mutationFn: async () => send(true) });
  const storing = useMutation({
    mutationFn: async () => send(false),
    onSuccess: renewKey,
    onSettled: async () => client.invalidateQueries({ queryKey: groupOf(listMoves) }),
  });
  const change = (next: () => void): void => {
    next();
    renewKey();
    checking.reset();
    storing.reset();
  };
  const shown = storing.data ?? checking.data;
  const error = storing.error ?? checking.error;
  return (
    <>
      <Sheet title={t.title}>
        <div className="body stack">
          <p>{t.about}</p>
          <div className="row">
            <MonthChoice
              label={t.asOf}
              value={asOf}
              onChoose={(month) => change(() => setAsOf(month))}
            />
          </div>
          <p className="hint">{t.asOfHint}</p>
          <div className="columns">
            <PartFiles files={files} onChange={(next) => change(() => setFiles(next))} />
          </div>
          {error !== null && <RefusedFile error={error} todo={t.todo} />}
          <div className="row">
            <Button
              kind={shown === undefined ? 'primary' : 'plain'}
              isBusy={checking.isPending}
              disabled={Object.keys(files).length === 0}
              onClick={() => {
                storing.reset();
                checking.mutate();
              }}
            >
              {t.check}
            </Button>
          </div>
        </div>
      </Sheet>
      {shown !== undefined && (
        <MoveReport
          key={shown.id}
          id={shown.id}
          isStoring={storing.isPending}
          onStore={() => storing.mutate()}
          onEnded={(of) =>
            void client.invalidateQueries(of.dryRun ? { queryKey: groupOf(listMoves) } : {})
          }
        />
      )}
    </>
  );
}

function PartFiles({
  files,
  onChange,
}: {
  readonly files: MoveFiles;
  readonly onChange: (files: MoveFiles) => void;
}): ReactElement {
  return (
    <>
      {PARTS.map((part) => (
        <PartFile
          key={part}
          part={part}
          file={files[part]}
          onChoose={(file) => {
            const { [part]: _former, ...others } = files;
            onChange(file === undefined ? others : { ...others, [part]: file });
          }}
        />
      ))}
    </>
  );
}

function PartFile({
  part,
  file,
  onChoose,
}: {
  readonly part: MovePartName;
  readonly file: File | undefined;
  readonly onChoose: (file: File | undefined) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const names = useWords(PART_WORDS);
  const fetching = useMutation({
    mutationFn: async () => download(templateOf(part), { fileName: `${names[part]}.xlsx` }),
  });
  return (
    <section className="stack" aria-label={names[part]}>
      <div className="row">
        <h3>{names[part]}</h3>
        <Button isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
          {t.template}
        </Button>
        {file !== undefined && <Button onClick={() => onChoose(undefined)}>{t.remove}</Button>}
      </div>
      <FileDrop
        hint={t.hints[part]}
        accept=".csv,.xlsx,text/csv"
        chosen={file?.name}
        onChoose={onChoose}
      />
      {fetching.error !== null && <FailureNote error={fetching.error} />}
    </section>
  );
}
