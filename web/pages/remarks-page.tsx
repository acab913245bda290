// /month/:period/remarks: the remarks of a month's closing checks, as a table that can be filtered, exported and accepted.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { checksOf } from '../features/closing-checks/closing-checks.ts';
import { RemarkTable } from '../features/closing-checks/remark-table.tsx';
import { remarksOf } from '../features/closing-checks/remarks.ts';
import { closedWith, periodOf } from '../features/cycles/cycle-months.ts';
import { cyclesOf } from '../features/cycles/cycles.ts';
import { allHousesOf } from '../features/houses/houses.ts';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { useMay } from '../lib/role.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Answered, Empty } from '../ui/states.tsx';
import { MonthFrame } from './month-frame.tsx';

const WORDS = inBoth(
  {
    title: 'Замечания',
    first: 'Месяц ещё не рассчитан: замечаний пока нет.',
  },
  {
    title: 'Remarks',
    first: 'The month has not been calculated: there are no remarks yet.',
  },
);
const route = getRouteApi('/signed-in/month/$period/remarks');

export function RemarksPage(): ReactElement {
  const t = useWords(WORDS);
  const { period } = route.useParams();
  return (
    <MonthFrame title={t.title} period={period}>
      {(id) => <OfMonth key={`${id} ${period}`} organizationId={id} period={period} />}
    </MonthFrame>
  );
}

function OfMonth({
  organizationId,
  period,
}: {
  readonly organizationId: number;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const cycles = useQuery(cyclesOf(organizationId));
  const mayWork = useMay('accountant');
  return (
    <Answered query={cycles}>
      {(known) => {
        const cycle = known.find((each) => periodOf(each) === period);
        if (cycle === undefined) return <Empty>{t.first}</Empty>;
        return (
          <Remarks
            organizationId={organizationId}
            cycleId={cycle.id}
            mayAccept={
              mayWork && cycle.status !== 'CLOSED' && closedWith(known, period) === undefined
            }
          />
        );
      }}
    </Answered>
  );
}

function Remarks({
  organizationId,
  cycleId,
  mayAccept,
}: {
  readonly organizationId: number;
  readonly cycleId: number;
  readonly mayAccept: boolean;
}): ReactElement {
  const language = useLanguage();
  const filter = route.useSearch();
  const query = useQuery(remarksOf(cycleId));
  const { data: checks = [] } = useQuery(checksOf(cycleId));
  const { data: houses = [] } = useQuery(allHousesOf(organizationId));
  return (
    <Answered query={query}>
      {({ items }) => (
        <RemarkTable
          cycleId={cycleId}
          remarks={items}
          filter={filter}
          mayAccept={mayAccept}
          titles={new Map(checks.map(({ code, title }) => [code, title[language]]))}
          houses={houses}
          accountNameOf={(id) => <AccountName id={id} />}
        />
      )}
    </Answered>
  );
}
