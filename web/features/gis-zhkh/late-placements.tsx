// A summary of the houses whose payment documents of the month before are still to be placed; nothing if there are none.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { monthFrom, showDay, showMonth, thisMonth, today } from '../../lib/days.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { placementsOf } from './gis-zhkh.ts';

const WORDS = inBoth(
  {
    title: (month: string) => `ГИС ЖКХ: документы за ${month}`,
    due: (day: string) => `до ${day}`,
    late: (day: string) => `просрочено, срок был ${day}`,
    more: (count: number) => `и ещё ${count}`,
  },
  {
    title: (month) => `ГИС ЖКХ: documents of ${month}`,
    due: (day) => `by ${day}`,
    late: (day) => `late, due by ${day}`,
    more: (count) => `and ${count} more`,
  },
);
const SHOWN = 3;

export function LatePlacements({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement | null {
  const t = useWords(WORDS);
  const language = useLanguage();
  const period = monthFrom(thisMonth(), -1);
  const { data, error, refetch } = useQuery(placementsOf(organizationId, period));
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  const waiting = data?.items.filter(({ exportedAt }) => exportedAt === null) ?? [];
  if (data === undefined || waiting.length === 0) return null;
  const isLate = data.dueOn < today();
  const day = showDay(data.dueOn);
  return (
    <ul className="checks">
      <li>
        <p className="row">
          <strong>{t.title(showMonth(period, language))}</strong>
          <span className="badge">{waiting.length}</span>
          <span className={isLate ? 'badge push debt' : 'badge push odd'}>
            {isLate ? t.late(day) : t.due(day)}
          </span>
        </p>
        <ul className="small soft">
          {waiting.slice(0, SHOWN).map(({ houseId, address }) => (
            <li key={houseId}>
              <Link to="/reports/gis-zhkh" search={{ periodTo: period }}>
                {unbroken(address)}
              </Link>
            </li>
          ))}
          {waiting.length > SHOWN && <li>{t.more(waiting.length - SHOWN)}</li>}
        </ul>
      </li>
    </ul>
  );
}
