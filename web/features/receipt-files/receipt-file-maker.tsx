// The receipts of all or chosen houses: requested with one button, their progress, and the file. The choice is remembered for the
// next time.
import type { ReceiptFile } from '@kvartplata/contracts/billing/receipt-files.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { showRoundFigure } from '../../lib/figures.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { BankDetailsLink } from '../../ui/bank-details-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useChosenHouses } from '../../ui/chosen-houses.ts';
import { HouseBoxes, type BoxedHouse } from '../../ui/house-boxes.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { Answered } from '../../ui/states.tsx';
import {
  cancelFile,
  contentOf,
  filesOf,
  keepChoice,
  lastChoice,
  makeFile,
  type Choice as FileChoice,
} from './receipt-files.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const WORDS = inBoth(
  {
    houses: 'Дома',
    form: 'Вид',
    zip: 'Архив: файл на дом (ZIP)',
    pdf: 'Один файл на все дома (PDF)',
    make: 'Сделать квитанции',
    none: 'Отметьте хотя бы один дом.',
    progress: 'Сделано квитанций',
    waiting: 'Ждёт очереди.',
    stop: 'Остановить',
    download: 'Скачать',
    done: (receipts: number) => counted(receipts, 'квитанция', 'квитанции', 'квитанций'),
    size: (megabytes: string) => `${megabytes} МБ`,
    kept: (until: string) => `хранится до ${until}`,
    gone: 'Файл уже не хранится. Сделайте его заново.',
    failed: 'Не получилось:',
    cancelled: 'Остановлено.',
    without: (count: number) =>
      `Без начислений ${counted(count, 'дом', 'дома', 'домов')}, квитанций для них нет:`,
  },
  {
    houses: 'Houses',
    form: 'Form',
    zip: 'Archive: a file a house (ZIP)',
    pdf: 'One file of all houses (PDF)',
    make: 'Make receipts',
    none: 'Select at least one house.',
    progress: 'Receipts made',
    waiting: 'Waiting for its turn.',
    stop: 'Stop',
    download: 'Download',
    done: (receipts) => countedEn(receipts, 'receipt'),
    size: (megabytes) => `${megabytes} MB`,
    kept: (until) => `kept until ${until}`,
    gone: 'The file is no longer kept. Make it again.',
    failed: 'It failed:',
    cancelled: 'Stopped.',
    without: (count) => `${countedEn(count, 'house')} without charges and so without receipts:`,
  },
);
const MEGABYTE = 1_000_000;
const SHOWN_WITHOUT = 10;

export function ReceiptFileMaker({
  organizationId,
  period,
  houses,
  mayMake,
}: {
  readonly organizationId: number;
  readonly period: string;
  readonly houses: readonly BoxedHouse[];
  readonly mayMake: boolean;
}): ReactElement {
  const client = useQueryClient();
  const files = filesOf(organizationId, period);
  const query = useQuery(files);
  const reload = async (): Promise<void> => client.invalidateQueries({ queryKey: files.queryKey });
  const addressOf = new Map(houses.map(({ id, address }) => [id, address]));
  return (
    <div className="stack">
      {mayMake && (
        <Asking
          organizationId={organizationId}
          period={period}
          houses={houses}
          onAsked={reload}
          isBusy={query.data?.some(isUnderWay) ?? false}
        />
      )}
      <Answered query={query}>
        {(made) => (
          <ul className="stack">
            {made.map((file) => (
              <li key={file.id}>
                <Made
                  file={file}
                  nameOf={(id) => addressOf.get(id) ?? `№ ${id}`}
                  onStopped={reload}
                  mayMake={mayMake}
                />
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </div>
  );
}

/** An archive with a single file would be pointless. */
function firstChoice({ length }: readonly BoxedHouse[]): FileChoice {
  return { form: length === 1 ? 'pdf' : 'zip', leftOut: [] };
}

function Asking({
  organizationId,
  period,
  houses,
  isBusy,
  onAsked,
}: {
  readonly organizationId: number;
  readonly period: string;
  readonly houses: readonly BoxedHouse[];
  readonly isBusy: boolean;
  readonly onAsked: () => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const [first] = useState(() => lastChoice(organizationId) ?? firstChoice(houses));
  const [form, setForm] = useState(first.form);
  const [key, renewKey] = useWriteKey();
  const { ids, isAll, leftOut, boxes } = useChosenHouses(houses, first.leftOut);
  const asking = useMutation({
    mutationFn: async () => {
      await makeFile({ organizationId, period }, form, isAll ? undefined : ids, key);
    },
    onSuccess: async () => {
      keepChoice(organizationId, { form, leftOut: [...leftOut] });
      await onAsked();
    },
    onSettled: renewKey,
  });
  return (
    <>
      {houses.length > 1 && <HouseBoxes label={t.houses} {...boxes} />}
      <div className="row end">
        <Choice
          label={t.form}
          value={form}
          options={[
            ['zip', t.zip],
            ['pdf', t.pdf],
          ]}
          onChoose={(next) => setForm(next === 'pdf' ? 'pdf' : 'zip')}
        />
        <Button
          kind="primary"
          isBusy={asking.isPending || isBusy}
          disabled={ids.length === 0}
          onClick={() => asking.mutate()}
        >
          {t.make}
        </Button>
      </div>
      {ids.length === 0 && <p className="soft">{t.none}</p>}
      {asking.error !== null && (
        <FailureNote error={asking.error}>
          <BankDetailsLink error={asking.error} />
        </FailureNote>
      )}
    </>
  );
}

function Made({
  file,
  nameOf,
  onStopped,
  mayMake,
}: {
  readonly file: ReceiptFile;
  readonly nameOf: (houseId: number) => string;
  readonly onStopped: () => Promise<void>;
  readonly mayMake: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const stopping = useMutation({
    mutationFn: async () => cancelFile(file),
    onSettled: onStopped,
  });
  if (isUnderWay(file))
    return (
      <div className="row">
        {file.status === 'QUEUED' ? (
          <p role="status">{t.waiting}</p>
        ) : (
          <JobProgress label={t.progress} done={file.processedAccounts} all={file.totalAccounts} />
        )}
        {mayMake && (
          <Button kind="quiet" isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
            {t.stop}
          </Button>
        )}
        {stopping.error !== null && <FailureNote error={stopping.error} />}
      </div>
    );
  if (file.status === 'CANCELLED') return <p className="soft">{t.cancelled}</p>;
  if (file.status === 'FAILED')
    return (
      <p className="debt" role="status">
        {t.failed} {jobErrorWords(file)?.[language]}
      </p>
    );
  return (
    <div className="stack">
      {file.file === null ? (
        <p className="soft">{t.gone}</p>
      ) : (
        <div className="row">
          {mayMake && (
            <ExportButton
              label={`${t.download} ${file.form.toUpperCase()}`}
              file={contentOf(file)}
            />
          )}
          <span className="soft">
            {t.done(file.receipts)}, {t.size(showRoundFigure(file.file.bytes / MEGABYTE))},{' '}
            {t.kept(showInstant(file.file.keptUntil))}
          </span>
        </div>
      )}
      <Without houses={file.housesWithoutReceipts} nameOf={nameOf} />
    </div>
  );
}

function Without({
  houses,
  nameOf,
}: {
  readonly houses: readonly number[];
  readonly nameOf: (houseId: number) => string;
}): ReactElement | null {
  const t = useWords(WORDS);
  if (houses.length === 0) return null;
  const shown = houses.slice(0, SHOWN_WITHOUT).map(nameOf);
  return (
    <p className="small odd">
      {t.without(houses.length)} {shown.join('; ')}
      {houses.length > shown.length && '…'}
    </p>
  );
}
