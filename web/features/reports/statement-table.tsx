// The entries of an account in some months, with the debt after each; a charge opens to its explanation.
import type {
  AccountStatement,
  StatementEntry,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { sourceName } from '@kvartplata/contracts/billing/payment-sources.ts';
import { namesOfLine } from '@kvartplata/domain/charging/charging-methods.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { useState, type ReactElement, type ReactNode } from 'react';
import { showDay, showMonth } from '../../lib/days.ts';
import { showFigure, signOf } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Empty } from '../../ui/states.tsx';
import { LongTable } from '../../ui/long-table.tsx';

const WORDS = inBoth(
  {
    caption: 'Проводки с остатком',
    month: 'Месяц',
    day: 'Дата',
    what: 'Операция',
    debit: 'Дебет',
    credit: 'Кредит',
    balance: 'Долг после',
    opening: 'На начало',
    closing: 'На конец',
    none: 'За эти месяцы проводок нет.',
    CHARGE: 'начисление',
    PAYMENT: 'оплата',
    PENALTY: 'пени',
    STORNO: 'сторно',
    OPENING: 'начальный остаток',
    ADJUSTMENT: 'строка вручную',
    ofPenalty: 'пеней',
    corrects: 'перерасчёт за',
    concerns: 'за',
  },
  {
    caption: 'Entries with running balance',
    month: 'Month',
    day: 'Day',
    what: 'Operation',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Balance',
    opening: 'Opening',
    closing: 'Closing',
    none: 'No entries in these months.',
    CHARGE: 'charge',
    PAYMENT: 'payment',
    PENALTY: 'penalty',
    STORNO: 'storno',
    OPENING: 'opening balance',
    ADJUSTMENT: 'line by hand',
    ofPenalty: 'penalty',
    corrects: 'recalculation for',
    concerns: 'for',
  },
);

export function StatementTable({
  statement,
  explain,
}: {
  readonly statement: AccountStatement;
  /** The explanation of a charge by its id. */
  readonly explain: (chargeId: number) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [opened, setOpened] = useState<number>();
  const { opening, items, totals, closing } = statement;
  return (
    <>
      <p className="table-note">
        <span className="soft">{t.opening}</span> <strong>{showDebt(opening)}</strong>
        <span className="soft"> → {t.closing}</span> <strong>{showDebt(closing)}</strong>
      </p>
      {items.length === 0 ? (
        <Empty>{t.none}</Empty>
      ) : (
        <LongTable
          caption={t.caption}
          rows={items}
          keyOf={({ id }) => id}
          detail={(entry) => (entry.id === opened ? explain(documentOf(entry)) : undefined)}
          columns={[
            {
              title: t.month,
              isExtra: true,
              cell: ({ period }) => <span className="soft">{showMonth(period, language)}</span>,
            },
            { title: t.day, cell: ({ effectiveOn }) => showDay(effectiveOn) },
            {
              title: t.what,
              isName: true,
              cell: (entry) => (
                <Operation
                  entry={entry}
                  isOpen={entry.id === opened}
                  onPress={() => setOpened(entry.id === opened ? undefined : entry.id)}
                />
              ),
            },
            {
              title: t.debit,
              isFigure: true,
              cell: ({ debit }) => unlessZero(debit),
              total: showFigure(totals.debit),
            },
            {
              title: t.credit,
              isFigure: true,
              cell: ({ credit }) => unlessZero(credit),
              total: showFigure(totals.credit),
            },
            {
              title: t.balance,
              isFigure: true,
              isExtra: true,
              cell: ({ balance }) => showDebt(balance),
              total: showDebt(closing),
            },
          ]}
        />
      )}
    </>
  );
}

/** The booked document; a charge opens. */
function Operation({
  entry: { transactionType, debtKind, description, rateType, isHeat, concernedPeriod },
  isOpen,
  onPress,
}: {
  readonly entry: StatementEntry;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const isCharge = transactionType === 'CHARGE';
  const ofPenalty = debtKind === 'penalty' && transactionType !== 'PENALTY';
  const name = ofPenalty ? `${t[transactionType]} ${t.ofPenalty}` : t[transactionType];
  // With its month, a recalculation is named by the words before the month.
  const names = namesOfLine({ rateType: concernedPeriod === null ? rateType : null, isHeat });
  const told = transactionType === 'PAYMENT' ? sourceName(description, language) : description;
  return (
    <>
      {isCharge ? (
        <button className="link" type="button" aria-expanded={isOpen} onClick={onPress}>
          {description}
        </button>
      ) : (
        name
      )}
      {!isCharge && told !== '' && <span className="small soft"> {told}</span>}
      {names.length > 0 && (
        <span className="small soft"> ({names.map((one) => one[language]).join(', ')})</span>
      )}
      {concernedPeriod !== null && (
        <span className="small soft">
          {' '}
          {isCharge ? t.corrects : t.concerns} {showMonth(concernedPeriod, language)}
        </span>
      )}
    </>
  );
}

type Debt = AccountStatement['opening'];

function showDebt({ principal, penalty }: Debt): string {
  return showFigure(sumOfMoney([principal, penalty]));
}

function unlessZero(amount: string): string {
  return signOf(amount) === 0 ? '' : showFigure(amount);
}

/** The id in `charge:1207`. */
function documentOf({ referenceId }: StatementEntry): number {
  return Number(referenceId.split(':', 2)[1]);
}
