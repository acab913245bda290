// Why rows of a registry are not booked: each reason once, with its rows, which can be opened and downloaded as a file.
import type {
  PaymentImport,
  PaymentImportReason,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import { useState, type ReactElement, type ReactNode } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { lineRanges } from '../../lib/line-ranges.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { rejectedRowsOf } from './payment-imports.ts';
import { RowTable } from './row-table.tsx';
import { ROW_BADGES, ROW_WORDS } from './row-words.ts';

const WORDS = inBoth(
  {
    title: 'Почему не зачислено',
    reason: 'Причина',
    status: 'Что с ними',
    lines: 'Строки',
    count: 'Сколько',
    amount: 'Сумма, ₽',
    file: (format: string) => `Эти строки, ${format}`,
    rejected: (format: string) => `Все отклонённые, ${format}`,
  },
  {
    title: 'Why rows are not booked',
    reason: 'Reason',
    status: 'Result',
    lines: 'Lines',
    count: 'Rows',
    amount: 'Amount, ₽',
    file: (format) => `These rows, ${format}`,
    rejected: (format) => `All rejected rows, ${format}`,
  },
);

const FORMATS = ['xlsx', 'csv'] as const;

type Props = {
  readonly of: PaymentImport;
  readonly nameOf: (accountId: number) => ReactNode;
};

export function RowGroups({ of, nameOf }: Props): ReactElement {
  const t = useWords(WORDS);
  const names = useWords(ROW_WORDS);
  const language = useLanguage();
  const [openedKey, setOpened] = useState<string>();
  const wordsOf = ({ message, messageRu }: PaymentImportReason): string =>
    language === 'ru' ? messageRu : message;
  return (
    <Sheet title={t.title}>
      <Table
        caption={t.title}
        rows={of.reasons}
        keyOf={keyOf}
        detail={(reason) =>
          keyOf(reason) !== openedKey ? undefined : (
            <>
              <RowTable
                caption={wordsOf(reason)}
                id={of.id}
                status={reason.status}
                reason={reason.code}
                nameOf={nameOf}
              />
              <Files id={of.id} reason={reason.code} label={t.file} />
            </>
          )
        }
        columns={[
          {
            title: t.reason,
            isName: true,
            cell: (reason) => (
              <button
                className="link"
                type="button"
                aria-expanded={keyOf(reason) === openedKey}
                onClick={() => setOpened(keyOf(reason) === openedKey ? undefined : keyOf(reason))}
              >
                {wordsOf(reason)}
              </button>
            ),
          },
          {
            title: t.status,
            cell: ({ status }) => (
              <span className={`badge ${ROW_BADGES[status]}`}>{names[status]}</span>
            ),
          },
          {
            title: t.lines,
            isExtra: true,
            cell: ({ lines, rows }) => (
              <span className="small soft">{lineRanges(lines, rows)}</span>
            ),
          },
          { title: t.count, isFigure: true, cell: ({ rows }) => rows },
          { title: t.amount, isFigure: true, cell: ({ amount }) => showFigure(amount) },
        ]}
      />
      {of.rejected > 0 && <Files id={of.id} label={t.rejected} />}
    </Sheet>
  );
}

function keyOf({ status, code }: PaymentImportReason): string {
  return `${status} ${code}`;
}

function Files({
  id,
  reason,
  label,
}: {
  readonly id: number;
  readonly reason?: string | undefined;
  readonly label: (format: string) => string;
}): ReactElement {
  return (
    <div className="body row">
      {FORMATS.map((format) => (
        <ExportButton
          key={format}
          label={label(format.toUpperCase())}
          file={rejectedRowsOf(id, { format, reason })}
        />
      ))}
    </div>
  );
}
