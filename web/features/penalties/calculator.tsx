// The calculator: a debt, its due date and the day to count to; the result day range by day range, by both readings of the law.
import type { CalculatedPenalty } from '@kvartplata/contracts/billing/penalties.ts';
import { useState, type ReactElement } from 'react';
import { parseDay, showDay, today } from '../../lib/days.ts';
import {
  inKopecks,
  parseFigure,
  showExactFigure,
  showFigure,
  showShortFigure,
} from '../../lib/figures.ts';
import { said } from '../../lib/said.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { DateField, SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { calculatePenalty, type PenaltyQuestion } from './penalties.ts';

const WORDS = inBoth(
  {
    question: 'Долг',
    debt: 'Сумма долга, ₽',
    due: 'Оплатить до',
    dueHint: 'Последний день в срок',
    target: 'Посчитать по',
    targetHint: 'День оплаты или сегодня, включительно',
    kind: 'За что долг',
    kinds: {
      utilities: 'жильё и коммунальные услуги',
      'major-repairs': 'взносы на капитальный ремонт',
    },
    count: 'Посчитать',
    figureWrong: 'Нужно число, например 1 234,50',
    dayWrong: 'Нужна дата, например 15.06.2026',
    methods: {
      daily: 'Каждый день по своей ставке',
      'payment-day': 'Все дни по ставке дня оплаты',
    },
    sum: (penalty: string, days: string) => `${penalty} ₽ · ${days} просрочки`,
    days: (count: number) => counted(count, 'день', 'дня', 'дней'),
    exact: (amount: string) => `Точно: ${amount} ₽`,
    inTime: 'Оплачено в срок: пеней нет.',
    span: 'Дни',
    dayCount: 'Дней',
    rate: 'Ставка, %',
    fraction: 'Доля ставки',
    basis: 'Основание',
    amount: 'Пени, ₽',
    together: 'Итого',
    free: 'не начисляется',
  },
  {
    question: 'The debt',
    debt: 'Amount, ₽',
    due: 'Due on',
    dueHint: 'The last day to pay in time',
    target: 'Counted up to',
    targetHint: 'The day of payment, or today, inclusive',
    kind: 'What the debt is for',
    kinds: {
      utilities: 'housing and utilities',
      'major-repairs': 'contributions for major repairs',
    },
    count: 'Calculate',
    figureWrong: 'Enter a number, such as 1 234,50',
    dayWrong: 'Enter a date, such as 15.06.2026',
    methods: {
      daily: 'Each day at its own rate',
      'payment-day': 'All days at the rate of the day of payment',
    },
    sum: (penalty, days) => `${penalty} ₽ · ${days} overdue`,
    days: (count) => countedEn(count, 'day'),
    exact: (amount) => `Exactly: ${amount} ₽`,
    inTime: 'Paid in time: no penalty.',
    span: 'Days',
    dayCount: 'Number',
    rate: 'Rate, %',
    fraction: 'Fraction of the rate',
    basis: 'Basis',
    amount: 'Penalty, ₽',
    together: 'Total',
    free: 'nothing',
  },
);

const METHODS = ['daily', 'payment-day'] as const;
type Method = (typeof METHODS)[number];
type Answers = Readonly<Record<Method, PromiseSettledResult<CalculatedPenalty>>>;

type Typed = Readonly<Record<'debtAmount' | 'dueDate' | 'targetDate' | 'kind', string>>;

export function Calculator(): ReactElement {
  const t = useWords(WORDS);
  const [answers, setAnswers] = useState<Answers>();
  const form = useForm<Typed>({
    savesNothing: true,
    initial: { debtAmount: '', dueDate: '', targetDate: showDay(today()), kind: 'utilities' },
    required: ['debtAmount', 'dueDate', 'targetDate'],
    check: (typed) => {
      const wrong = wrongIn(typed, t);
      if (Object.keys(wrong).length > 0) setAnswers(undefined);
      return wrong;
    },
    save: async (typed) => {
      const question = {
        debtAmount: parseFigure(typed.debtAmount) ?? '',
        dueDate: parseDay(typed.dueDate) ?? '',
        targetDate: parseDay(typed.targetDate) ?? '',
        kind: typed.kind as NonNullable<PenaltyQuestion['kind']>,
      };
      const [daily, paymentDay] = await Promise.allSettled(
        METHODS.map(async (method) => calculatePenalty({ ...question, method })),
      );
      if (daily === undefined || paymentDay === undefined) return;
      // A request that neither method can answer is reported by the form, without the result of the one before.
      if (daily.status === 'rejected' && paymentDay.status === 'rejected') {
        setAnswers(undefined);
        throw daily.reason;
      }
      setAnswers({ daily, 'payment-day': paymentDay });
    },
  });
  return (
    <div className="columns calculator">
      <Sheet title={t.question}>
        <div className="body">
          <Form of={form} save={t.count}>
            <TextField of={form.field('debtAmount')} label={t.debt} inputMode="decimal" autoFocus />
            <div className="pair">
              <DateField of={form.field('dueDate')} label={t.due} hint={t.dueHint} />
              <DateField of={form.field('targetDate')} label={t.target} hint={t.targetHint} />
            </div>
            <SelectField of={form.field('kind')} label={t.kind} options={Object.entries(t.kinds)} />
          </Form>
        </div>
      </Sheet>
      {answers !== undefined && (
        <div className="stack" aria-live="polite">
          {METHODS.map((method) => (
            <Sheet key={method} title={t.methods[method]}>
              <Answer answer={answers[method]} caption={t.methods[method]} />
            </Sheet>
          ))}
        </div>
      )}
    </div>
  );
}

function wrongIn(
  { debtAmount, dueDate, targetDate }: Typed,
  t: ReturnType<typeof useWords<(typeof WORDS)['ru']>>,
): Partial<Record<keyof Typed, string>> {
  return {
    ...(parseFigure(debtAmount) === undefined ? { debtAmount: t.figureWrong } : {}),
    ...(parseDay(dueDate) === undefined ? { dueDate: t.dayWrong } : {}),
    ...(parseDay(targetDate) === undefined ? { targetDate: t.dayWrong } : {}),
  };
}

function Answer({
  answer,
  caption,
}: {
  readonly answer: PromiseSettledResult<CalculatedPenalty>;
  readonly caption: string;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  if (answer.status === 'rejected') return <FailureNote error={answer.reason} />;
  const { penalty, days, segments, remarks } = answer.value;
  if (days === 0) return <Empty>{t.inTime}</Empty>;
  return (
    <>
      <p className="table-note">
        <strong className="large">{t.sum(showFigure(inKopecks(penalty)), t.days(days))}</strong>{' '}
        <span className="small soft">{t.exact(showExactFigure(penalty))}</span>
      </p>
      {remarks.map((remark) => (
        <p key={remark.code} className="table-note odd">
          {said(remark, language)}
        </p>
      ))}
      <Table
        caption={caption}
        rows={segments}
        keyOf={({ from }) => from}
        columns={[
          {
            title: t.span,
            isName: true,
            total: t.together,
            cell: ({ from, to }) => `${showDay(from)} – ${showDay(to)}`,
          },
          { title: t.dayCount, isFigure: true, cell: (segment) => segment.days, total: days },
          {
            title: t.rate,
            isFigure: true,
            cell: ({ rate }) => showShortFigure(rate),
          },
          {
            title: t.fraction,
            isFigure: true,
            isExtra: true,
            cell: (segment) => (segment.fraction === '0' ? t.free : segment.fraction),
          },
          {
            title: t.basis,
            isExtra: true,
            cell: ({ basis }) => <span className="small soft">{said(basis, language)}</span>,
          },
          {
            title: t.amount,
            isFigure: true,
            cell: ({ amount }) => showExactFigure(amount),
            total: showExactFigure(penalty),
          },
        ]}
      />
    </>
  );
}
