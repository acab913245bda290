// The month with which a report begins, once the organization's months are known.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { lastAppliedMonth } from '../features/cycles/cycle-months.ts';
import { cyclesOf } from '../features/cycles/cycles.ts';
import { thisMonth } from '../lib/days.ts';
import { Answered } from '../ui/states.tsx';

export function LastAppliedMonth({
  organizationId,
  children,
}: {
  readonly organizationId: number;
  readonly children: (month: string) => ReactNode;
}): ReactElement {
  const cycles = useQuery(cyclesOf(organizationId));
  return (
    <Answered query={cycles}>{(known) => children(lastAppliedMonth(known, thisMonth()))}</Answered>
  );
}
