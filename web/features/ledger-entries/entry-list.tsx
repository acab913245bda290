// The ledger entries of an account in one month.
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure, signOf } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'Проводки',
    effective: 'Дата',
    type: 'Операция',
    debit: 'Дебет',
    credit: 'Кредит',
    document: 'Документ',
    none: 'В этом месяце проводок нет.',
    CHARGE: 'начисление',
    PAYMENT: 'оплата',
    PENALTY: 'пени',
    STORNO: 'сторно',
    OPENING: 'начальный остаток',
    ADJUSTMENT: 'строка вручную',
    ofPenalty: 'пеней',
    documents: {
      charge: 'начисление',
      payment: 'платёж',
      accrual: 'начисление пеней',
      storno: 'проводка',
      opening: 'начальный остаток',
      adjustment: 'строка вручную',
    },
  },
  {
    caption: 'Ledger entries',
    effective: 'Day',
    type: 'Operation',
    debit: 'Debit',
    credit: 'Credit',
    document: 'Document',
    none: 'No entries this month.',
    CHARGE: 'charge',
    PAYMENT: 'payment',
    PENALTY: 'penalty',
    STORNO: 'storno',
    OPENING: 'opening balance',
    ADJUSTMENT: 'line by hand',
    ofPenalty: 'penalty',
    documents: {
      charge: 'charge',
      payment: 'payment',
      accrual: 'accrual',
      storno: 'entry',
      opening: 'opening balance',
      adjustment: 'line by hand',
    },
  },
);

export function EntryList({ entries }: { readonly entries: readonly LedgerEntry[] }): ReactElement {
  const t = useWords(WORDS);
  if (entries.length === 0) return <Empty>{t.none}</Empty>;
  return (
    <Table
      caption={t.caption}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { title: t.effective, cell: ({ effectiveOn }) => showDay(effectiveOn) },
        {
          title: t.type,
          isName: true,
          cell: ({ transactionType, debtKind }) =>
            debtKind === 'penalty' && transactionType !== 'PENALTY'
              ? `${t[transactionType]} ${t.ofPenalty}`
              : t[transactionType],
        },
        {
          title: t.document,
          isExtra: true,
          cell: ({ referenceId }) => (
            <span className="small soft">{sayDocument(referenceId, t.documents)}</span>
          ),
        },
        { title: t.debit, isFigure: true, cell: ({ debit }) => unlessZero(debit) },
        { title: t.credit, isFigure: true, cell: ({ credit }) => unlessZero(credit) },
      ]}
    />
  );
}

/** `payment:968` is `платёж № 968`. */
function sayDocument(reference: string, documents: Readonly<Record<string, string>>): string {
  const [kind = '', id = ''] = reference.split(':', 2);
  return `${documents[kind] ?? kind} № ${id}`;
}

function unlessZero(amount: string): string {
  return signOf(amount) === 0 ? '' : showFigure(amount);
}
