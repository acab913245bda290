// A change of many houses is typed, tried, looked at, and only then stored; going back loses nothing that was typed.
import { listHouseServices } from '@kvartplata/contracts/core/house-services.ts';
import { listHouseSetups, type SetupOutcome } from '@kvartplata/contracts/core/house-setups.ts';
import { listNormsOfHouse } from '@kvartplata/contracts/core/norms.ts';
import { listTariffsOfHouse } from '@kvartplata/contracts/core/tariffs.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { groupOf } from '../../lib/reads.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { tell } from '../../ui/toasts.tsx';
import { SetupOutcomeView } from './setup-outcome.tsx';

const WORDS = inBoth(
  { stored: (rows: number) => `Записано: ${counted(rows, 'строка', 'строки', 'строк')}.` },
  { stored: (rows) => `Saved: ${countedEn(rows, 'row')}.` },
);

export type TriedChangeOf<Body> = {
  /** Shows what the change would do. */
  readonly tryOut: (body: Body) => Promise<void>;
};

export function TriedChange<Body>({
  send,
  onDone,
  children,
}: {
  readonly send: (body: Body, dryRun: boolean) => Promise<SetupOutcome>;
  readonly onDone: () => void;
  readonly children: (change: TriedChangeOf<Body>) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const [tried, setTried] = useState<{ readonly body: Body; readonly outcome: SetupOutcome }>();
  const storing = useMutation({
    mutationFn: async (body: Body) => send(body, false),
    onSuccess: async ({ added, changed }) => {
      tell(t.stored(added + changed));
      for (const read of [listHouseSetups, listHouseServices, listTariffsOfHouse, listNormsOfHouse])
        await client.invalidateQueries({ queryKey: groupOf(read) });
      onDone();
    },
  });
  return (
    <>
      <div hidden={tried !== undefined}>
        {children({
          tryOut: async (body) => setTried({ body, outcome: await send(body, true) }),
        })}
      </div>
      {tried !== undefined && (
        <>
          {storing.error !== null && <FailureNote error={storing.error} />}
          <SetupOutcomeView
            of={tried.outcome}
            isStoring={storing.isPending}
            onStore={() => storing.mutate(tried.body)}
            onBack={() => {
              storing.reset();
              setTried(undefined);
            }}
          />
        </>
      )}
    </>
  );
}
