// One plan: its state, a chart of what is paid, and its months.
import type { Instalment, InstalmentPart } from '@kvartplata/contracts/billing/instalments.ts';
import { useState, type ReactElement } from 'react';
import { showDay, showMonth, showShortMonth } from '../../lib/days.ts';
import { showFigure, showRoundFigure, showShortFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { PartColumns } from '../../ui/charts/part-columns.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { ReasonForm } from '../../ui/reason-form.tsx';
import { Table } from '../../ui/table.tsx';
import { tell } from '../../ui/toasts.tsx';
import { instalmentWords } from './instalment-words.ts';
import { cancel } from './instalments.ts';

const WORDS = inBoth(
  {
    since: (day: string) => `с ${day}`,
    until: (day: string) => `до ${day}`,
    never: 'не действовала: отменена до первого дня или в него',
    amount: 'В рассрочке, ₽',
    paid: 'Оплачено, ₽',
    left: 'Осталось, ₽',
    interest: (rate: string) => `Проценты, ${rate} % в год, ₽`,
    picture: 'Части и что из них оплачено, ₽',
    whole: 'часть',
    part: 'оплачено',
    told: (month: string, part: string, paid: string) =>
      `${month}: часть ${part}, оплачено ${paid}`,
    caption: (id: number) => `Рассрочка № ${id} по месяцам`,
    month: 'Месяц',
    due: 'Срок',
    principal: 'Часть долга, ₽',
    monthInterest: 'Проценты, ₽',
    state: 'Состояние',
    cancel: 'Отменить рассрочку',
    cancelled: 'Рассрочка отменена.',
  },
  {
    since: (day) => `since ${day}`,
    until: (day) => `until ${day}`,
    never: 'never ran: cancelled before or on its first day',
    amount: 'Covered, ₽',
    paid: 'Paid, ₽',
    left: 'Left, ₽',
    interest: (rate) => `Interest at ${rate} % a year, ₽`,
    picture: 'The parts, and what is paid of them, ₽',
    whole: 'part',
    part: 'paid',
    told: (month, part, paid) => `${month}: part ${part}, paid ${paid}`,
    caption: (id) => `Plan ${id} by month`,
    month: 'Month',
    due: 'Due',
    principal: 'Part of the debt, ₽',
    monthInterest: 'Interest, ₽',
    state: 'State',
    cancel: 'Cancel the plan',
    cancelled: 'The plan is cancelled.',
  },
);

export function InstalmentPlan({ plan }: { readonly plan: Instalment }): ReactElement {
  const t = useWords(WORDS);
  const { states } = useWords(instalmentWords);
  const language = useLanguage();
  const isWrong = plan.state === 'broken';
  return (
    <div className="stack">
      <p className="row">
        <span className={isWrong ? 'badge odd' : 'badge'}>{states[plan.state]}</span>
        <span className="small soft">
          {t.since(showDay(plan.startsOn))}
          {plan.endedOn !== null && ` ${t.until(showDay(plan.endedOn))}`}
          {plan.state === 'cancelled' && plan.endedOn === null && ` · ${t.never}`}
          {plan.basis !== null && ` · ${plan.basis}`}
          {plan.cancelReason !== null && ` · ${plan.cancelReason}`}
        </span>
        <CancelPlan plan={plan} />
      </p>
      <Figures plan={plan} />
      <PartColumns
        caption={t.picture}
        whole={t.whole}
        part={t.part}
        showTick={showRoundFigure}
        columns={plan.schedule.map(({ period, principal, paid }) => ({
          key: period,
          label: showShortMonth(period, language),
          whole: principal,
          part: paid,
          told: t.told(showMonth(period, language), showFigure(principal), showFigure(paid)),
        }))}
      />
      <Schedule plan={plan} />
    </div>
  );
}

function Figures({ plan }: { readonly plan: Instalment }): ReactElement {
  const t = useWords(WORDS);
  return (
    <dl className="figures">
      {[
        [t.amount, plan.amount],
        [t.paid, plan.paid],
        [t.left, plan.left],
        [t.interest(showShortFigure(plan.annualInterest)), plan.interest],
      ].map(([name = '', amount = '']) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{showFigure(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Schedule({ plan }: { readonly plan: Instalment }): ReactElement {
  const t = useWords(WORDS);
  const { parts } = useWords(instalmentWords);
  const language = useLanguage();
  return (
    <Table<InstalmentPart>
      caption={t.caption(plan.id)}
      rows={plan.schedule}
      keyOf={({ period }) => period}
      columns={[
        { title: t.month, isName: true, cell: ({ period }) => showMonth(period, language) },
        { title: t.due, isExtra: true, cell: ({ dueDate }) => showDay(dueDate) },
        {
          title: t.principal,
          isFigure: true,
          total: showFigure(plan.amount),
          cell: ({ principal }) => showFigure(principal),
        },
        {
          title: t.monthInterest,
          isFigure: true,
          isExtra: true,
          cell: ({ interest }) => showFigure(interest),
        },
        {
          title: t.paid,
          isFigure: true,
          total: showFigure(plan.paid),
          cell: ({ paid }) => showFigure(paid),
        },
        {
          title: t.left,
          isFigure: true,
          isExtra: true,
          cell: ({ left }) => showFigure(left),
        },
        {
          title: t.state,
          cell: ({ state }) => (
            <span className={state === 'missed' ? 'badge odd' : 'small soft'}>{parts[state]}</span>
          ),
        },
      ]}
    />
  );
}

function CancelPlan({ plan }: { readonly plan: Instalment }): ReactElement | null {
  const t = useWords(WORDS);
  const [isAsked, setAsked] = useState(false);
  if (plan.state !== 'active') return null;
  return (
    <ForRole least="accountant">
      <Button kind="quiet" className="push" onClick={() => setAsked(true)}>
        {t.cancel}
      </Button>
      {isAsked && (
        <Dialog title={t.cancel} onClose={() => setAsked(false)}>
          <ReasonForm
            save={t.cancel}
            onCancel={() => setAsked(false)}
            act={async (reason, key) => {
              await cancel(plan.id, reason, key);
              await reloadBilling();
              tell(t.cancelled);
              setAsked(false);
            }}
          />
        </Dialog>
      )}
    </ForRole>
  );
}
