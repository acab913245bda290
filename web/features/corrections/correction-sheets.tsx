// Correcting applied months of a house: which months and why, the differences line by line, and charging them.
import type { CorrectionOutcome } from '@kvartplata/contracts/billing/corrections.ts';
import { skipWords } from '@kvartplata/contracts/billing/skip-words.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { showMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { CorrectionForm, type FirstMonths } from './correction-form.tsx';
import { CorrectionLines } from './correction-lines.tsx';
import { CorrectionList } from './correction-list.tsx';
import { bookCorrection, tryCorrection } from './corrections.ts';

const WORDS = inBoth(
  {
    title: 'Исправить прошлые месяцы',
    how: 'Сначала исправьте сами данные: показание, тариф, карточку счёта. Здесь проведённые месяцы считаются заново, и разница войдёт в следующие начисления.',
    changes: 'Что изменится',
    sum: (lines: number, accounts: number, amount: string) =>
      `${counted(lines, 'строка', 'строки', 'строк')} по ${counted(accounts, 'счёту', 'счетам', 'счетам')}, всего ${amount} ₽.`,
    into: (month: string) => `Разница войдёт в начисления за ${month}.`,
    book: 'Провести исправление',
    booked: (lines: number) =>
      `Исправление проведено: ${counted(lines, 'строка', 'строки', 'строк')}.`,
    nothing: 'Ничего не меняется: начислено верно.',
    skipped: (count: number) => `Пересчитать нельзя: ${count}`,
  },
  {
    title: 'Correct past months',
    how: 'First put the data right: a reading, a tariff, an account. Here booked months are computed again, and the difference goes into the next charges.',
    changes: 'What changes',
    sum: (lines, accounts, amount) =>
      `${countedEn(lines, 'line')} of ${countedEn(accounts, 'account')}, ${amount} ₽ together.`,
    into: (month) => `The difference goes into the charges of ${month}.`,
    book: 'Charge the correction',
    booked: (lines) => `Correction charged: ${countedEn(lines, 'line')}.`,
    nothing: 'Nothing changes: the charges are right.',
    skipped: (count) => `Cannot be recalculated: ${count}`,
  },
);

type Props = FirstMonths & {
  readonly houseId: number;
  readonly nameOf: (accountId: number) => ReactNode;
};

export function CorrectionSheets({ houseId, periodFrom, periodTo, nameOf }: Props): ReactElement {
  const t = useWords(WORDS);
  const [tried, setTried] = useState<CorrectionOutcome>();
  return (
    <div className="stack">
      <ForRole least="accountant">
        <Sheet title={t.title}>
          <div className="body narrow stack">
            <p className="soft">{t.how}</p>
            <CorrectionForm
              periodFrom={periodFrom}
              periodTo={periodTo}
              onAsk={async (asked) => {
                setTried(undefined);
                setTried(await tryCorrection({ houseId, ...asked }));
              }}
            />
          </div>
        </Sheet>
        {tried !== undefined && (
          <Tried
            key={`${tried.periodFrom} ${tried.periodTo} ${tried.reason}`}
            tried={tried}
            nameOf={nameOf}
            onBooked={() => setTried(undefined)}
          />
        )}
      </ForRole>
      <CorrectionList houseId={houseId} />
    </div>
  );
}

function Tried({
  tried,
  nameOf,
  onBooked,
}: Pick<Props, 'nameOf'> & {
  readonly tried: CorrectionOutcome;
  readonly onBooked: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [key] = useWriteKey();
  const { houseId, periodFrom, periodTo, reason, lines, lineCount, amount } = tried;
  const accounts = new Set(lines.map(({ personalAccountId }) => personalAccountId)).size;
  const booking = useMutation({
    mutationFn: async () => bookCorrection({ houseId, periodFrom, periodTo, reason }, key),
    onSuccess: async (booked) => {
      tell(t.booked(booked.lineCount));
      await reloadBilling();
      onBooked();
    },
  });
  return (
    <Sheet
      title={t.changes}
      actions={
        lineCount > 0 && (
          <Button kind="primary" isBusy={booking.isPending} onClick={() => booking.mutate()}>
            {t.book}
          </Button>
        )
      }
    >
      {lineCount > 0 && (
        <p className="table-note" role="status">
          {t.sum(lineCount, accounts, showFigure(amount))}{' '}
          {t.into(showMonth(tried.period, language))}
        </p>
      )}
      {booking.error !== null && <FailureNote error={booking.error} />}
      {tried.skippedCount > 0 && (
        <details className="table-note">
          <summary className="odd">{t.skipped(tried.skippedCount)}</summary>
          <ul className="small">
            {tried.skipped.map((one) => (
              <li key={`${one.personalAccountId} ${one.period} ${skipWords(one).en}`}>
                {nameOf(one.personalAccountId)}, {showMonth(one.period, language)}:{' '}
                {skipWords(one)[language]}
              </li>
            ))}
          </ul>
        </details>
      )}
      {lines.length === 0 ? <Empty>{t.nothing}</Empty> : <CorrectionLines lines={lines} />}
    </Sheet>
  );
}
