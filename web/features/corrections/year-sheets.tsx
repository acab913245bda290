// The yearly recalculation of a house's common needs or heating: a dry run to be reviewed line by line, then booking it once.
import type { YearKind, YearTrial } from '@kvartplata/contracts/billing/year-corrections.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showInstant, showMonth, today } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { showFigure } from '../../lib/figures.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { tell } from '../../ui/toasts.tsx';
import { bookYear, tryYear, yearCorrectionsOf } from './year-corrections.ts';
import { YearLines } from './year-lines.tsx';

const WORDS = inBoth(
  {
    title: 'Пересчитать год',
    what: 'Что пересчитать',
    kinds: {
      'common-needs': 'КР на СОИ (п. 29 Правил № 491)',
      heating: 'отопление, начисленное равномерно (формула 3(4))',
    },
    kind: 'Что',
    year: 'Год',
    yearHint: 'Все его месяцы должны быть проведены',
    yearWrong: 'Нужен год, например 2025',
    try: 'Показать, что получится',
    lines: (year: number, what: string) => `Перерасчёт за ${year} год: ${what}`,
    into: (month: string) => `Строки войдут в начисления: ${month}.`,
    once: 'Год проводится один раз.',
    book: 'Провести перерасчёт',
    booked: 'Перерасчёт проведён.',
    nothing: 'Год сошёлся: никому ничего не доначисляется и не возвращается.',
    done: 'Пересчитанные годы',
    none: 'Ещё ни один год не пересчитан.',
    when: 'Когда',
    month: 'В начислениях за',
    amount: 'Итого, ₽',
  },
  {
    title: 'Recalculate a year',
    what: 'What to recalculate',
    kinds: {
      'common-needs': 'common-house needs (Rules 491, p. 29)',
      heating: 'heating charged evenly (formula 3(4))',
    },
    kind: 'What',
    year: 'Year',
    yearHint: 'All of its months have to be booked',
    yearWrong: 'Enter a year, such as 2025',
    try: 'Show what it would come to',
    lines: (year, what) => `Recalculation of ${year}: ${what}`,
    into: (month) => `The lines will be charged with ${month}.`,
    once: 'A year is booked once.',
    book: 'Book the recalculation',
    booked: 'Recalculation booked.',
    nothing: 'The year agrees: nothing is owed or given back.',
    done: 'Recalculated years',
    none: 'No year recalculated yet.',
    when: 'When',
    month: 'Charged with',
    amount: 'Total, ₽',
  },
);

const YEAR_KINDS: readonly YearKind[] = ['common-needs', 'heating'];

export function YearSheets({ houseId }: { readonly houseId: number }): ReactElement {
  const t = useWords(WORDS);
  const [kind, setKind] = useState<YearKind>('common-needs');
  const [tried, setTried] = useState<YearTrial>();
  const form = useForm({
    initial: { year: String(Number(today().slice(0, 4)) - 1) },
    required: ['year'],
    check: ({ year }) => (/^2\d{3}$/.test(year.trim()) ? {} : { year: t.yearWrong }),
    save: async ({ year }) => {
      setTried(undefined);
      setTried(await tryYear({ kind, houseId, year: Number(year.trim()) }));
    },
  });
  return (
    <div className="stack">
      <ForRole least="accountant">
        <Sheet title={t.title}>
          <div className="body narrow">
            <Form of={form} save={t.try}>
              <Choice
                label={t.what}
                value={kind}
                options={YEAR_KINDS.map((one) => [one, t.kinds[one]])}
                onChoose={(chosen) => {
                  setTried(undefined);
                  setKind(YEAR_KINDS.find((one) => one === chosen) ?? kind);
                }}
              />
              <TextField
                of={form.field('year')}
                label={t.year}
                hint={t.yearHint}
                inputMode="numeric"
              />
            </Form>
          </div>
        </Sheet>
        {/* An answer for the kind that was chosen before is not shown under the present one. */}
        {tried?.kind === kind && (
          <TriedYear
            key={`${tried.kind} ${tried.year}`}
            tried={tried}
            onBooked={() => setTried(undefined)}
          />
        )}
      </ForRole>
      <DoneYears houseId={houseId} />
    </div>
  );
}

function TriedYear({
  tried,
  onBooked,
}: {
  readonly tried: YearTrial;
  readonly onBooked: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const client = useQueryClient();
  const [key, renewKey] = useWriteKey();
  const booking = useMutation({
    mutationFn: async () => {
      const { kind, houseId, year, amount: expectedAmount } = tried;
      return bookYear({ kind, houseId, year, expectedAmount }, key);
    },
    onSuccess: async () => {
      renewKey();
      tell(t.booked);
      await client.invalidateQueries();
      onBooked();
    },
  });
  return (
    <Sheet
      title={t.lines(tried.year, t.kinds[tried.kind])}
      actions={
        <Button kind="primary" isBusy={booking.isPending} onClick={() => booking.mutate()}>
          {t.book}
        </Button>
      }
    >
      <p className="table-note">
        {t.into(showMonth(tried.period, language))} {t.once}
      </p>
      {booking.error !== null && <FailureNote error={booking.error} />}
      {tried.lines.length === 0 ? <Empty>{t.nothing}</Empty> : <YearLines tried={tried} />}
    </Sheet>
  );
}

function DoneYears({ houseId }: { readonly houseId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useQuery(yearCorrectionsOf(houseId));
  return (
    <Sheet title={t.done}>
      <Answered query={query}>
        {(years) =>
          years.length === 0 ? (
            <Empty>{t.none}</Empty>
          ) : (
            <Table
              caption={t.done}
              rows={years}
              keyOf={({ id }) => id}
              columns={[
                { title: t.year, isName: true, cell: ({ year }) => year },
                { title: t.kind, isExtra: true, cell: ({ kind }) => t.kinds[kind] },
                { title: t.when, cell: ({ createdAt }) => showInstant(createdAt) },
                { title: t.month, cell: ({ period }) => showMonth(period, language) },
                { title: t.amount, isFigure: true, cell: ({ amount }) => showFigure(amount) },
              ]}
            />
          )
        }
      </Answered>
    </Sheet>
  );
}
