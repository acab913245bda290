// Requested letters: their progress, their number, the file, and who was left out and why.
import { LEFT_OUT_WORDS } from '@kvartplata/contracts/billing/debt-letter-words.ts';
import type { DebtLetterAccount, DebtLetters } from '@kvartplata/contracts/billing/debt-letters.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { showDay, showInstant } from '../../lib/days.ts';
import { showFigure, showRoundFigure } from '../../lib/figures.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { cancelLetters, contentOf, leftOutOf } from './debt-letters.ts';
import { isUnderWay } from '../../lib/under-way.ts';
import { letterWords } from './letter-words.ts';

const WORDS = inBoth(
  {
    of: (kind: string, day: string) => `${kind} на ${day}`,
    check: (kind: string, day: string) => `Проверка: ${kind.toLowerCase()} на ${day}`,
    waiting: 'Ждёт очереди.',
    judged: 'Проверено должников',
    drawn: 'Написано писем',
    stop: 'Остановить',
    cancelled: 'Остановлено.',
    failed: 'Не получилось:',
    gone: 'Файл уже не хранится. Сделайте его заново.',
    download: 'Скачать',
    letters: (count: number) => counted(count, 'письмо', 'письма', 'писем'),
    would: (count: number) => `Можно написать ${counted(count, 'письмо', 'письма', 'писем')}`,
    size: (megabytes: string) => `${megabytes} МБ`,
    kept: (until: string) => `хранится до ${until}`,
    leftOut: (count: number) => `Пропущено: ${counted(count, 'должник', 'должника', 'должников')}`,
    nobody: 'Никто не пропущен.',
    caption: 'Кому не написано',
    account: 'Счёт',
    payer: 'Плательщик',
    address: 'Адрес',
    debt: 'Долг, ₽',
    why: 'Почему',
  },
  {
    of: (kind, day) => `${kind} as of ${day}`,
    check: (kind, day) => `Check: ${kind.toLowerCase()} as of ${day}`,
    waiting: 'Waiting for its turn.',
    judged: 'Debtors looked at',
    drawn: 'Letters written',
    stop: 'Stop',
    cancelled: 'Stopped.',
    failed: 'It failed:',
    gone: 'The file is no longer kept. Make it again.',
    download: 'Download',
    letters: (count) => countedEn(count, 'letter'),
    would: (count) => `${countedEn(count, 'letter')} can be written`,
    size: (megabytes) => `${megabytes} MB`,
    kept: (until) => `kept until ${until}`,
    leftOut: (count) => `Left out: ${countedEn(count, 'debtor')}`,
    nobody: 'Nobody is left out.',
    caption: 'Who is left out',
    account: 'Account',
    payer: 'Payer',
    address: 'Address',
    debt: 'Debt, ₽',
    why: 'Why',
  },
);
const MEGABYTE = 1_000_000;

export function MadeLetters({
  letters,
  onStopped,
}: {
  readonly letters: DebtLetters;
  readonly onStopped: (() => Promise<void>) | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const { kinds } = useWords(letterWords);
  const name = (letters.dryRun ? t.check : t.of)(kinds[letters.kind], showDay(letters.madeOn));
  return (
    <div className="stack">
      <strong>{name}</strong>
      {isUnderWay(letters) ? (
        <UnderWay letters={letters} onStopped={onStopped} />
      ) : (
        <Ended letters={letters} />
      )}
    </div>
  );
}

function UnderWay({
  letters,
  onStopped,
}: {
  readonly letters: DebtLetters;
  readonly onStopped: (() => Promise<void>) | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const { status, judgedAccounts, totalAccounts, drawnLetters } = letters;
  const stopping = useMutation({
    mutationFn: async () => cancelLetters(letters),
    onSettled: async () => onStopped?.(),
  });
  return (
    <div className="row">
      {status === 'QUEUED' ? (
        <p role="status">{t.waiting}</p>
      ) : judgedAccounts < totalAccounts ? (
        <JobProgress label={t.judged} done={judgedAccounts} all={totalAccounts} />
      ) : (
        <JobProgress label={t.drawn} done={drawnLetters} all={letters.letters} />
      )}
      {onStopped !== undefined && (
        <Button kind="quiet" isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
          {t.stop}
        </Button>
      )}
      {stopping.error !== null && <FailureNote error={stopping.error} />}
    </div>
  );
}

function Ended({ letters }: { readonly letters: DebtLetters }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { status, dryRun, file, form } = letters;
  if (status === 'CANCELLED') return <p className="soft">{t.cancelled}</p>;
  if (status === 'FAILED')
    return (
      <p className="debt" role="status">
        {t.failed} {jobErrorWords(letters)?.[language]}
      </p>
    );
  return (
    <>
      {dryRun ? (
        <p>{t.would(letters.letters)}.</p>
      ) : file === null ? (
        <p className="soft">{t.gone}</p>
      ) : (
        <div className="row">
          <ExportButton label={`${t.download} ${form.toUpperCase()}`} file={contentOf(letters)} />
          <span className="soft">
            {t.letters(letters.letters)}, {t.size(showRoundFigure(file.bytes / MEGABYTE))},{' '}
            {t.kept(showInstant(file.keptUntil))}
          </span>
        </div>
      )}
      <LeftOut letters={letters} />
    </>
  );
}

function LeftOut({ letters: { id, leftOut } }: { readonly letters: DebtLetters }): ReactElement {
  const t = useWords(WORDS);
  const [isOpen, setOpen] = useState(false);
  if (leftOut === 0) return <p className="small soft">{t.nobody}</p>;
  return (
    <>
      <button
        type="button"
        className="link small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t.leftOut(leftOut)}
      </button>
      {isOpen && <LeftOutTable id={id} />}
    </>
  );
}

function LeftOutTable({ id }: { readonly id: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(leftOutOf(id));
  const columns: readonly Column<DebtLetterAccount>[] = [
    {
      title: t.account,
      isName: true,
      cell: ({ personalAccountId, accountNumber }) => (
        <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
          <Identifier>{accountNumber}</Identifier>
        </Link>
      ),
    },
    { title: t.payer, isExtra: true, cell: ({ payer }) => payer },
    { title: t.address, isExtra: true, cell: ({ address }) => unbroken(address) },
    { title: t.debt, isFigure: true, cell: ({ debt }) => showFigure(debt) },
    { title: t.why, cell: ({ leftOut }) => leftOut && LEFT_OUT_WORDS[leftOut][language] },
  ];
  return (
    <PagedTable
      query={query}
      caption={t.caption}
      keyOf={({ position }) => position}
      empty={<p className="soft">{t.nobody}</p>}
      columns={columns}
    />
  );
}
