// Downloads the proof for an account's closed month; nothing before the month is closed.
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { closedCycleOf, downloadProof } from './seals.ts';

const WORDS = inBoth({ proof: 'Доказательство' }, { proof: 'Proof' });

export function ProofButton({
  organizationId,
  accountId,
  period,
}: {
  readonly organizationId: number;
  readonly accountId: number;
  readonly period: string;
}): ReactElement | null {
  const t = useWords(WORDS);
  const { data: cycle } = useQuery(closedCycleOf(organizationId, period));
  const fetching = useMutation({
    mutationFn: async (cycleId: number) => downloadProof(cycleId, accountId),
  });
  if (!cycle) return null;
  return (
    <>
      <Button isBusy={fetching.isPending} onClick={() => fetching.mutate(cycle.id)}>
        {t.proof}
      </Button>
      {fetching.error !== null && <FailureNote error={fetching.error} />}
    </>
  );
}
