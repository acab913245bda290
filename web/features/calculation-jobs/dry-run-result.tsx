// The result of a dry run: by account and in total, the current and the new amounts with the difference; and the skipped
// accounts.
import type { DryRun } from '@kvartplata/contracts/billing/dry-runs.ts';
import { skipWords } from '@kvartplata/contracts/billing/skip-words.ts';
import { Link } from '@tanstack/react-router';
import { Fragment, useState, type ReactElement, type ReactNode } from 'react';
import { compareFigures, showFigure, signOf } from '../../lib/figures.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';

const WORDS = inBoth(
  {
    changes: (changed: number, all: number) =>
      `Изменится у ${counted(changed, 'счёта', 'счетов', 'счетов')} из ${all}.`,
    same: 'Ни у кого ничего не изменится.',
    none: 'За этот месяц никому ничего не начислить.',
    onlyChanged: 'Только те, что меняются',
    skipped: (count: number) =>
      `Не посчитано полностью: ${counted(count, 'причина', 'причины', 'причин')}`,
    others: (count: number) => `и ещё ${counted(count, 'счёт', 'счёта', 'счетов')}`,
    moreReasons: (count: number) =>
      `И ещё ${counted(count, 'другая причина', 'другие причины', 'других причин')}.`,
    caption: 'Что изменится по счетам',
    account: 'Счёт',
    house: 'Дом',
    before: 'Начислено, ₽',
    after: 'Станет, ₽',
    difference: 'Разница, ₽',
    together: 'Итого',
  },
  {
    changes: (changed, all) => `Changes ${countedEn(changed, 'account')} of ${all}.`,
    same: 'Nothing changes for anybody.',
    none: 'Nobody would be charged anything for this month.',
    onlyChanged: 'Only those that change',
    skipped: (count) => `Not charged in full: ${countedEn(count, 'reason')}`,
    others: (count) => `and ${countedEn(count, 'other account')}`,
    moreReasons: (count) => `And ${countedEn(count, 'other reason')}.`,
    caption: 'Changes by account',
    account: 'Account',
    house: 'House',
    before: 'Charged, ₽',
    after: 'Would be, ₽',
    difference: 'Difference, ₽',
    together: 'Total',
  },
);
const SHOWN_REASONS = 20;
const SHOWN_ACCOUNTS = 3;
const NOTHING = '—';

type Row = DryRun['accounts'][number];
/** The name of an account or a house, as a link to it. */
type NameOf = (id: number) => ReactNode;

export function DryRunResult({
  title,
  note,
  tried,
  houseNameOf,
  accountNameOf,
}: {
  readonly title: string;
  readonly note?: string;
  readonly tried: DryRun;
  /** Not needed in a dry run of a single house. */
  readonly houseNameOf?: NameOf;
  readonly accountNameOf: NameOf;
}): ReactElement {
  const t = useWords(WORDS);
  const [isChangedOnly, setChangedOnly] = useState(true);
  const { accounts, skippedCount } = tried;
  const shown = isChangedOnly
    ? accounts.filter(({ difference }) => signOf(difference) !== 0)
    : accounts;
  return (
    <Sheet
      title={title}
      actions={
        accounts.length > 0 && (
          <label className="check">
            <input
              type="checkbox"
              checked={isChangedOnly}
              onChange={(event) => setChangedOnly(event.target.checked)}
            />
            {t.onlyChanged}
          </label>
        )
      }
    >
      {note !== undefined && <p className="table-note">{note}</p>}
      <div className="stack" role="status">
        <Summary tried={tried} />
        {skippedCount > 0 && <Skipped tried={tried} nameOf={accountNameOf} />}
      </div>
      {shown.length > 0 && <Accounts tried={tried} rows={shown} houseNameOf={houseNameOf} />}
    </Sheet>
  );
}

function Summary({ tried: { totals, accounts } }: { readonly tried: DryRun }): ReactElement {
  const t = useWords(WORDS);
  if (accounts.length === 0) return <Empty>{t.none}</Empty>;
  return (
    <p className="table-note">
      {totals.changedAccounts === 0 ? t.same : t.changes(totals.changedAccounts, totals.accounts)}
    </p>
  );
}

/** A reason that several accounts have is shown once. */
function Skipped({
  tried: { skipped, skippedCount },
  nameOf,
}: {
  readonly tried: DryRun;
  readonly nameOf: NameOf;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const reasons = [...Map.groupBy(skipped, (one) => skipWords(one)[language])];
  const untold = reasons.length - SHOWN_REASONS;
  return (
    <details className="table-note" open>
      <summary className="odd">{t.skipped(skippedCount)}</summary>
      <ul className="small">
        {reasons.slice(0, SHOWN_REASONS).map(([words, all]) => (
          <li key={words}>
            {all.slice(0, SHOWN_ACCOUNTS).map(({ personalAccountId: id }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                {nameOf(id)}
              </Fragment>
            ))}
            {all.length > SHOWN_ACCOUNTS && ` ${t.others(all.length - SHOWN_ACCOUNTS)}`}: {words}
          </li>
        ))}
      </ul>
      {untold > 0 && <p className="small">{t.moreReasons(untold)}</p>}
    </details>
  );
}

function Accounts({
  tried: { period, totals },
  rows,
  houseNameOf,
}: {
  readonly tried: DryRun;
  readonly rows: readonly Row[];
  readonly houseNameOf: NameOf | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <LongTable
      caption={t.caption}
      rows={rows}
      keyOf={({ personalAccountId }) => personalAccountId}
      columns={[
        {
          title: t.account,
          isName: true,
          total: t.together,
          cell: ({ personalAccountId, accountNumber }) => (
            <Link
              to="/accounts/$accountId"
              params={{ accountId: String(personalAccountId) }}
              search={{ period }}
            >
              <Identifier>{accountNumber}</Identifier>
            </Link>
          ),
        },
        ...(houseNameOf === undefined
          ? []
          : [{ title: t.house, isExtra: true, cell: ({ houseId }: Row) => houseNameOf(houseId) }]),
        {
          title: t.before,
          isFigure: true,
          isExtra: true,
          cell: ({ before }) => (before === null ? NOTHING : showFigure(before)),
          total: showFigure(totals.before),
          sortAs: 'before',
          order: byBefore,
        },
        {
          title: t.after,
          isFigure: true,
          isExtra: true,
          cell: ({ after }) => showFigure(after),
          total: showFigure(totals.after),
          sortAs: 'after',
          order: byAfter,
        },
        {
          title: t.difference,
          isFigure: true,
          cell: ({ difference }) => showFigure(difference),
          total: showFigure(totals.difference),
          sortAs: 'difference',
          order: byDifference,
        },
      ]}
    />
  );
}

const byBefore = (one: Row, other: Row): number =>
  compareFigures(one.before ?? '0.00', other.before ?? '0.00');
const byAfter = (one: Row, other: Row): number => compareFigures(one.after, other.after);
const byDifference = (one: Row, other: Row): number =>
  compareFigures(one.difference, other.difference);
