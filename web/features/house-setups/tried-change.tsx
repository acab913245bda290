// A change in many houses is typed, previewed, and only then stored; going back loses no input.
import { listHouseServices } from '@kvartplata/contracts/core/house-services.ts';
import { listHouseSetups, type SetupOutcome } from '@kvartplata/contracts/core/house-setups.ts';
import { listNormsOfHouse } from '@kvartplata/contracts/core/norms.ts';
import { listTariffsOfHouse } from '@kvartplata/contracts/core/tariffs.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement, type ReactNode } from 'react';
import { monthsToCorrect } from '../../lib/applied-months.ts';
import { groupOf } from '../../lib/reads.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { NextStep } from '../../ui/next-step.tsx';
import { tell } from '../../ui/toasts.tsx';
import { SetupOutcomeView } from './setup-outcome.tsx';

const WORDS = inBoth(
  {
    stored: (rows: number) => `Записано: ${counted(rows, 'строка', 'строки', 'строк')}.`,
    difference: 'начислите разницу за проведённые месяцы.',
    correct: 'Исправить проведённые месяцы',
    later: 'Позже',
  },
  {
    stored: (rows) => `Saved: ${countedEn(rows, 'row')}.`,
    difference: 'charge the difference of applied months.',
    correct: 'Correct applied months',
    later: 'Later',
  },
);

export type TriedChangeOf<Body> = {
  /** Shows what the change would do; the form's input is not stored by it. */
  readonly tryOut: (body: Body) => Promise<'not-stored'>;
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
  const [toCorrect, setToCorrect] = useState<readonly string[]>([]);
  const storing = useMutation({
    mutationFn: async (body: Body) => send(body, false),
    onSuccess: async ({ added, changed, houses }) => {
      tell(t.stored(added + changed));
      for (const read of [listHouseSetups, listHouseServices, listTariffsOfHouse, listNormsOfHouse])
        await client.invalidateQueries({ queryKey: groupOf(read) });
      const months = houses.flatMap(({ appliedMonths }) => appliedMonths ?? []);
      if (months.length === 0) onDone();
      else setToCorrect(months);
    },
  });
  if (toCorrect.length > 0)
    return (
      <NextStep what={t.difference}>
        <Link className="button primary" to="/corrections" search={monthsToCorrect(toCorrect)}>
          {t.correct}
        </Link>
        <Button onClick={onDone}>{t.later}</Button>
      </NextStep>
    );
  return (
    <>
      <div hidden={tried !== undefined}>
        {children({
          tryOut: async (body) => {
            setTried({ body, outcome: await send(body, true) });
            return 'not-stored';
          },
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
