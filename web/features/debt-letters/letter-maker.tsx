// Requests letters to the debtors that are shown: first the list of recipients, then the letters.
import type { DebtLetterKind } from '@kvartplata/contracts/billing/debt-letters.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { askForLetters, lettersOf, type Debtors } from './debt-letters.ts';
import { isUnderWay } from '../../lib/under-way.ts';
import { letterWords } from './letter-words.ts';
import { MadeLetters } from './made-letters.tsx';

const WORDS = inBoth(
  {
    kind: 'Что написать',
    minDebt: 'Долг от, ₽',
    any: 'любой',
    form: 'Вид',
    zip: 'Архив: файл на дом (ZIP)',
    pdf: 'Один файл (PDF)',
    check: 'Проверить, кому',
    make: 'Сделать письма',
    none: 'Писем ещё не было.',
  },
  {
    kind: 'What to write',
    minDebt: 'Debt from, ₽',
    any: 'any',
    form: 'Form',
    zip: 'Archive: a file a house (ZIP)',
    pdf: 'One file (PDF)',
    check: 'Check to whom',
    make: 'Make the letters',
    none: 'No letters yet.',
  },
);
const LEAST_DEBTS = ['1000', '5000', '10000', '50000'];

export function LetterMaker({
  debtors,
  mayMake,
}: {
  readonly debtors: Debtors;
  readonly mayMake: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const letters = lettersOf(debtors.organizationId);
  const query = useQuery(letters);
  const reload = async (): Promise<void> =>
    client.invalidateQueries({ queryKey: letters.queryKey });
  return (
    <div className="stack">
      {mayMake && (
        <Asking
          debtors={debtors}
          isBusy={query.data?.items.some(isUnderWay) ?? false}
          onAsked={reload}
        />
      )}
      <Answered query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{t.none}</Empty>
          ) : (
            <ul className="stack">
              {items.map((one) => (
                <li key={one.id}>
                  <MadeLetters letters={one} onStopped={mayMake ? reload : undefined} />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </div>
  );
}

function Asking({
  debtors,
  isBusy,
  onAsked,
}: {
  readonly debtors: Debtors;
  readonly isBusy: boolean;
  readonly onAsked: () => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const { kinds } = useWords(letterWords);
  const [kind, setKind] = useState<DebtLetterKind>('claim');
  const [minDebt, setMinDebt] = useState('');
  const [form, setForm] = useState<'pdf' | 'zip'>('pdf');
  const [key, renewKey] = useWriteKey();
  const asking = useMutation({
    mutationFn: async (dryRun: boolean) => {
      const of = minDebt === '' ? debtors : { ...debtors, minDebt };
      await askForLetters(of, { kind, form, dryRun }, key);
    },
    onSuccess: onAsked,
    onSettled: renewKey,
  });
  const isWaiting = asking.isPending || isBusy;
  return (
    <>
      <div className="row end">
        <Choice
          label={t.kind}
          value={kind}
          options={Object.entries(kinds)}
          onChoose={(chosen) => setKind(chosen === 'restriction' ? 'restriction' : 'claim')}
        />
        <Choice
          label={t.minDebt}
          value={minDebt}
          options={[
            ['', t.any],
            ...LEAST_DEBTS.map((least) => [least, showFigure(least)] as const),
          ]}
          onChoose={setMinDebt}
        />
        <Choice
          label={t.form}
          value={form}
          options={[
            ['pdf', t.pdf],
            ['zip', t.zip],
          ]}
          onChoose={(chosen) => setForm(chosen === 'zip' ? 'zip' : 'pdf')}
        />
        <Button isBusy={isWaiting} onClick={() => asking.mutate(true)}>
          {t.check}
        </Button>
        <Button kind="primary" isBusy={isWaiting} onClick={() => asking.mutate(false)}>
          {t.make}
        </Button>
      </div>
      {asking.error !== null && <FailureNote error={asking.error} />}
    </>
  );
}
