// The months that a correction begins with: those of the address, or else the last applied one.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { collectedMonths } from '../features/reports/month-summary.ts';
import { monthFrom, thisMonth } from '../lib/days.ts';
import { Answered } from '../ui/states.tsx';

type Months = { readonly periodFrom?: string | undefined; readonly periodTo?: string | undefined };

/** Applied months that are older are corrected rarely. */
const SOUGHT_MONTHS = 24;

export function FirstMonths({
  of,
  named,
  children,
}: {
  readonly of: { readonly organizationId: number } | { readonly houseId: number };
  /** The months of the address. */
  readonly named: Months;
  readonly children: (months: Months) => ReactNode;
}): ReactElement {
  const isNamed = named.periodFrom !== undefined;
  const periodTo = thisMonth();
  const periodFrom = monthFrom(periodTo, 1 - SOUGHT_MONTHS);
  const applied = useQuery({
    ...collectedMonths({ ...of, periodFrom, periodTo }),
    enabled: !isNamed,
  });
  if (isNamed) return <>{children(named)}</>;
  return (
    <Answered query={applied}>
      {(months) => children({ ...named, periodFrom: months.at(-1)?.period })}
    </Answered>
  );
}
