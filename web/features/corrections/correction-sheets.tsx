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
import { bookCorrection, tryCorrection, type AskedMonths } from './corrections.ts';

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
    neighbour: (month: string, lines: number, amount: string) =>
      `Отличается и ${month}: ${counted(lines, 'строка', 'строки', 'строк')} на ${amount} ₽.`,
    together: 'Проведите их вместе: одно показание может менять оба месяца.',
    widen: 'Пересчитать вместе',
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
    neighbour: (month, lines, amount) =>
      `${month} differs too: ${countedEn(lines, 'line')}, ${amount} ₽.`,
    together: 'Charge them together: one reading may change both months.',
    widen: 'Compute them together',
  },
);

type Props = FirstMonths & {
  readonly houseId: number;
  readonly nameOf: (accountId: number) => ReactNode;
};

export function CorrectionSheets({ houseId, periodFrom, periodTo, nameOf }: Props): ReactElement {
  const t = useWords(WORDS);
  const [tried, setTried] = useState<CorrectionOutcome>();
  const tryMonths = async (asked: AskedMonths): Promise<void> =>
    setTried(await tryCorrection({ houseId, ...asked }));
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
                await tryMonths(asked);
              }}
            />
          </div>
        </Sheet>
        {tried !== undefined && (
          <Tried
            key={`${tried.periodFrom} ${tried.periodTo} ${tried.reason}`}
            tried={tried}
            nameOf={nameOf}
            onWiden={tryMonths}
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
  onWiden,
  onBooked,
}: Pick<Props, 'nameOf'> & {
  readonly tried: CorrectionOutcome;
  readonly onWiden: (asked: AskedMonths) => Promise<void>;
  readonly onBooked: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [key] = useWriteKey();
  const { houseId, periodFrom, periodTo, reason, lines, lineCount, amount } = tried;
  const accounts = new Set(lines.map(({ personalAccountId }) => personalAccountId)).size;
  const booking = useMutation({
    mutationFn: async () =>
      bookCorrection({ houseId, periodFrom, periodTo, reason, expectedAmount: amount }, key),
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
      {tried.neighbours.length > 0 && <Neighbours of={tried} onWiden={onWiden} />}
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

/** The months next to the range that differ too, and the range with them. */
function Neighbours({
  of: { neighbours, periodFrom, periodTo, reason },
  onWiden,
}: {
  readonly of: CorrectionOutcome;
  readonly onWiden: (asked: AskedMonths) => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const months = [periodFrom, periodTo, ...neighbours.map(({ period }) => period)].toSorted();
  const widening = useMutation({
    mutationFn: async () =>
      onWiden({ periodFrom: months.at(0) ?? '', periodTo: months.at(-1) ?? '', reason }),
  });
  return (
    <div className="table-note stack">
      {neighbours.map(({ period, lineCount, amount }) => (
        <p key={period} className="odd">
          {t.neighbour(showMonth(period, language), lineCount, showFigure(amount))}
        </p>
      ))}
      <p>{t.together}</p>
      {widening.error !== null && <FailureNote error={widening.error} />}
      <div className="row">
        <Button isBusy={widening.isPending} onClick={() => widening.mutate()}>
          {t.widen}
        </Button>
      </div>
    </div>
  );
}
