// A new plan: for which months, over how many, from which day, with which interest, and by which document.
import type { ReactElement } from 'react';
import { monthFrom, parseDay, parseMonth, showDay, today, typedMonth } from '../../lib/days.ts';
import { parseFigure, signOf } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { DateField, TextField } from '../../ui/field.tsx';
import { Form, useForm, type FormState } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { agree, type NewPlan } from './instalments.ts';
import { sayMonths } from './month-spans.ts';

const WORDS = inBoth(
  {
    from: 'Долг с месяца',
    to: 'по месяц',
    owed: (months: string) => `Долг есть за ${months}; месяцы без долга пропускаются`,
    monthWrong: 'Нужен месяц, например 11.2026',
    orderWrong: 'Раньше первого месяца',
    months: 'Сколько месяцев платить',
    monthsWrong: 'От 2 до 60',
    startsOn: 'Первый день',
    startsOnHint: 'Первая часть платится вместе с начислениями этого месяца',
    dayWrong: 'Нужна дата, например 05.11.2026',
    interest: 'Проценты в год',
    interestHint: 'Пусто – по закону: ключевая ставка и 3 пункта (п. 72 Правил № 354)',
    interestWrong: 'Нужно число, например 9,5, или пусто',
    basis: 'Документ',
    basisHint: 'Соглашение или заявление; можно не указывать',
    save: 'Дать рассрочку',
    saved: 'Рассрочка дана.',
  },
  {
    from: 'Debts from',
    to: 'to',
    owed: (months) => `Owed: ${months}; months without a debt are left out`,
    monthWrong: 'Enter a month, such as 11.2026',
    orderWrong: 'Before the first month',
    months: 'Months to pay in',
    monthsWrong: 'From 2 to 60',
    startsOn: 'First day',
    startsOnHint: 'The first part is due with the charges of its month',
    dayWrong: 'Enter a day, such as 05.11.2026',
    interest: 'Interest, % a year',
    interestHint: 'Empty: the law’s, the key rate and 3 points (Decree 354 p. 72)',
    interestWrong: 'Enter a number such as 9,5, or leave it empty',
    basis: 'Document',
    basisHint: 'Agreement or application; may be left out',
    save: 'Agree',
    saved: 'The plan is agreed.',
  },
);

/** `YYYY-MM`, oldest first. */
export type OwedMonths = readonly string[];

type Typed = Readonly<
  Record<'from' | 'to' | 'months' | 'startsOn' | 'annualInterest' | 'basis', string>
>;

export function InstalmentForm({
  accountId,
  owed,
  onDone,
  onCancel,
}: {
  readonly accountId: number;
  readonly owed: OwedMonths;
  readonly onDone: () => Promise<void>;
  readonly onCancel: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const form = usePlan(accountId, owed, onDone);
  return (
    <Form of={form} save={t.save} onCancel={onCancel}>
      <div className="pair">
        <TextField of={form.field('from')} label={t.from} inputMode="numeric" autoFocus />
        <TextField of={form.field('to')} label={t.to} inputMode="numeric" />
      </div>
      {owed.length > 0 && <p className="hint">{t.owed(sayMonths(owed, language))}</p>}
      <div className="pair">
        <TextField of={form.field('months')} label={t.months} inputMode="numeric" />
        <DateField of={form.field('startsOn')} label={t.startsOn} hint={t.startsOnHint} />
      </div>
      <TextField
        of={form.field('annualInterest')}
        label={t.interest}
        hint={t.interestHint}
        inputMode="decimal"
      />
      <TextField of={form.field('basis')} label={t.basis} hint={t.basisHint} maxLength={200} />
    </Form>
  );
}

function usePlan(
  accountId: number,
  owed: OwedMonths,
  onDone: () => Promise<void>,
): FormState<Typed> {
  const t = useWords(WORDS);
  const [key, nextKey] = useWriteKey();
  const [from = '', to = ''] = [owed[0], owed.at(-1)];
  return useForm<Typed>({
    initial: {
      from: from === '' ? '' : typedMonth(from),
      to: to === '' ? '' : typedMonth(to),
      months: '12',
      startsOn: showDay(today()),
      annualInterest: '',
      basis: '',
    },
    required: ['from', 'to', 'months', 'startsOn'],
    check: (typed) => wrongIn(typed, t),
    fieldOf: (pointer) => (pointer.startsWith('/periods') ? 'from' : undefined),
    save: async (typed) => {
      await agree(bodyOf(accountId, typed, owed), key);
      nextKey();
      tell(t.saved);
      await onDone();
    },
  });
}

function wrongIn(
  { from, to, months, startsOn, annualInterest }: Typed,
  t: ReturnType<typeof useWords<(typeof WORDS)['ru']>>,
): Partial<Record<keyof Typed, string>> {
  const [first, last] = [parseMonth(from), parseMonth(to)];
  const count = Number(months);
  const interest = parseFigure(annualInterest);
  return {
    ...(first === undefined ? { from: t.monthWrong } : {}),
    ...(last === undefined
      ? { to: t.monthWrong }
      : first !== undefined && last < first
        ? { to: t.orderWrong }
        : {}),
    ...(Number.isInteger(count) && count >= 2 && count <= 60 ? {} : { months: t.monthsWrong }),
    ...(parseDay(startsOn) === undefined ? { startsOn: t.dayWrong } : {}),
    ...(annualInterest.trim() === '' || (interest !== undefined && signOf(interest) >= 0)
      ? {}
      : { annualInterest: t.interestWrong }),
  };
}

function bodyOf(personalAccountId: number, typed: Typed, owed: OwedMonths): NewPlan {
  const [first = '', last = ''] = [parseMonth(typed.from), parseMonth(typed.to)];
  const all: string[] = [];
  for (let month = first; month <= last; month = monthFrom(month, 1)) all.push(month);
  const covered = all.filter((month) => owed.includes(month));
  // If none of them is known to be owed, the service refuses it.
  const periods = covered.length === 0 ? all : covered;
  const annualInterest = parseFigure(typed.annualInterest);
  const basis = typed.basis.trim();
  return {
    personalAccountId,
    months: Number(typed.months),
    startsOn: parseDay(typed.startsOn) ?? '',
    periods,
    ...(annualInterest === undefined ? {} : { annualInterest }),
    ...(basis === '' ? {} : { basis }),
  };
}
