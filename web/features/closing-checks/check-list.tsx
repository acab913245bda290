// What waits for a decision in a month: each check with its count, and the first of what it is about.
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Answered, Empty } from '../../ui/states.tsx';
import { checksOf } from './closing-checks.ts';

const WORDS = inBoth(
  {
    allWell: 'Всё в порядке: ничто не мешает закрыть месяц.',
    BLOCKING: 'мешает закрыть',
    REMARKS: 'стоит посмотреть',
    ACCEPTED: 'принято',
    more: (count: number) => `и ещё ${count}`,
  },
  {
    allWell: 'All is well: nothing keeps the month from being closed.',
    BLOCKING: 'keeps it open',
    REMARKS: 'worth a look',
    ACCEPTED: 'accepted',
    more: (count) => `and ${count} more`,
  },
);
const SHOWN_ROWS = 3;

export function CheckList({ cycleId }: { readonly cycleId: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(checksOf(cycleId));
  return (
    <Answered query={query}>
      {(checks) => {
        const told = checks.filter(({ state }) => state !== 'OK');
        if (told.length === 0) return <Empty>{t.allWell}</Empty>;
        return (
          <ul className="checks">
            {told.map((check) => (
              <Check key={check.code} check={check} />
            ))}
          </ul>
        );
      }}
    </Answered>
  );
}

function Check({ check }: { readonly check: ClosingCheck }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { title, state, count, rows } = check;
  const shown = rows.slice(0, SHOWN_ROWS);
  return (
    <li>
      <p className="row">
        <strong>{title[language]}</strong>
        <span className="badge">{count}</span>
        {state !== 'OK' && (
          <span className={`badge push ${state === 'BLOCKING' ? 'debt' : 'odd'}`}>{t[state]}</span>
        )}
      </p>
      <ul className="small soft">
        {shown.map((row) => (
          <li key={row.ru}>
            {row.personalAccountId === undefined ? (
              row[language]
            ) : (
              <Link to="/accounts/$accountId" params={{ accountId: String(row.personalAccountId) }}>
                {row[language]}
              </Link>
            )}
          </li>
        ))}
        {count > shown.length && <li>{t.more(count - shown.length)}</li>}
      </ul>
    </li>
  );
}
