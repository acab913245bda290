// A case: its sums, its steps, and the frozen claim.
import type { Claim, CourtCaseWithClaim } from '@kvartplata/contracts/billing/court-cases.ts';
import { sourceName } from '@kvartplata/contracts/billing/payment-sources.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import type { ReactElement } from 'react';
import { showDay, showInstant, showMonth } from '../../lib/days.ts';
import { difference, showFigure, signOf } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { caseWords } from './case-words.ts';
import { caseDocuments } from './court-cases.ts';
import { StepForm } from './step-form.tsx';

const WORDS = inBoth(
  {
    claim: (day: string) => `Требование на ${day}`,
    documents: 'Документы ZIP',
    principal: 'Основной долг, ₽',
    penalty: 'Пени, ₽',
    total: 'Цена требования, ₽',
    duty: 'Пошлина, ₽',
    barred: 'Давность истекла, ₽',
    now: 'Счёт должен сейчас, ₽',
    difference: 'Изменилось с тех пор, ₽',
    steps: 'Ход дела',
    step: 'Шаг',
    on: 'Дата',
    reference: 'Документ',
    when: 'Записано',
    fee: 'пошлина проведена',
    noSteps: 'Шагов ещё не было.',
    due: (day: string) => `Следующий шаг – до ${day}.`,
    next: 'Следующий шаг',
    months: 'Долг по месяцам и услугам',
    month: 'Месяц',
    dueDate: 'Срок оплаты',
    limitation: 'Давность до',
    passed: 'истекла',
    service: 'Услуга',
    charged: 'Начислено, ₽',
    debt: 'Долг, ₽',
    payments: 'Платежи',
    noPayments: 'С начала долга платежей не было.',
    paidOn: 'Дата',
    source: 'Источник',
    amount: 'Сумма, ₽',
    penalties: (day: string) => `Пени по ${day}`,
    ofMonth: 'Долг за месяц',
    wholePenalty: 'Начислено, ₽',
    together: 'Итого',
    penaltyClaim: 'Пени к взысканию',
    part: 'Пени',
    booked: 'Начислено',
    brought: 'Начальный остаток',
    paid: 'Уплачено',
    writtenOff: 'Списано',
  },
  {
    claim: (day) => `Claim as of ${day}`,
    documents: 'Documents ZIP',
    principal: 'Principal, ₽',
    penalty: 'Penalties, ₽',
    total: 'Claimed, ₽',
    duty: 'State duty, ₽',
    barred: 'Time-barred, ₽',
    now: 'Owed now, ₽',
    difference: 'Changed since, ₽',
    steps: 'Steps',
    step: 'Step',
    on: 'Day',
    reference: 'Document',
    when: 'Entered',
    fee: 'court fee booked',
    noSteps: 'No steps yet.',
    due: (day) => `The next step is due by ${day}.`,
    next: 'Next step',
    months: 'Debt by month and service',
    month: 'Month',
    dueDate: 'Due date',
    limitation: 'Limitation until',
    passed: 'time-barred',
    service: 'Service',
    charged: 'Charged, ₽',
    debt: 'Debt, ₽',
    payments: 'Payments',
    noPayments: 'No payments since the debt began.',
    paidOn: 'Day',
    source: 'Source',
    amount: 'Amount, ₽',
    penalties: (day) => `Penalties up to ${day}`,
    ofMonth: 'Debt of month',
    wholePenalty: 'Accrued, ₽',
    together: 'Total',
    penaltyClaim: 'Penalties claimed',
    part: 'Penalties',
    booked: 'Accrued',
    brought: 'Opening balance',
    paid: 'Paid',
    writtenOff: 'Written off',
  },
);

export function CaseSheets({ of }: { readonly of: CourtCaseWithClaim }): ReactElement {
  const t = useWords(WORDS);
  const { countedTo, debts } = of.claim.penalties;
  return (
    <>
      <Sheet
        title={t.claim(showDay(of.asOf))}
        actions={<ExportButton label={t.documents} file={caseDocuments(of.id)} />}
      >
        <Sums of={of} />
      </Sheet>
      <Sheet title={t.steps}>
        <Steps of={of} />
        {of.dueOn !== null && <p className="table-note soft">{t.due(showDay(of.dueOn))}</p>}
      </Sheet>
      {of.nextSteps.length > 0 && (
        <ForRole least="accountant">
          <Sheet title={t.next}>
            <div className="body">
              <StepForm key={of.state} of={of} />
            </div>
          </Sheet>
        </ForRole>
      )}
      <Sheet title={t.months}>
        <Months claim={of.claim} />
      </Sheet>
      <div className="columns">
        <Sheet title={t.payments}>
          <Payments claim={of.claim} />
        </Sheet>
        {signOf(of.penalty) > 0 && (
          <Sheet title={countedTo === null ? t.part : t.penalties(showDay(countedTo))}>
            {debts.length > 0 && <Penalties claim={of.claim} />}
            <PenaltyParts of={of} />
          </Sheet>
        )}
      </div>
    </>
  );
}

function Sums({ of }: { readonly of: CourtCaseWithClaim }): ReactElement {
  const t = useWords(WORDS);
  const sums: readonly (readonly [string, string])[] = [
    [t.total, of.total],
    [t.principal, of.principal],
    [t.penalty, of.penalty],
    [t.duty, of.stateDuty],
    ...(signOf(of.claim.timeBarred) > 0 ? [[t.barred, of.claim.timeBarred] as const] : []),
    [t.now, of.now.total],
    ...(signOf(of.now.difference) === 0 ? [] : [[t.difference, of.now.difference] as const]),
  ];
  return (
    <dl className="figures">
      {sums.map(([name, sum]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{showFigure(sum)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({ of }: { readonly of: CourtCaseWithClaim }): ReactElement {
  const t = useWords(WORDS);
  const { steps } = useWords(caseWords);
  if (of.steps.length === 0) return <Empty>{t.noSteps}</Empty>;
  return (
    <Table
      caption={t.steps}
      rows={of.steps}
      keyOf={({ step, createdAt }) => `${step} ${createdAt}`}
      columns={[
        {
          title: t.step,
          isName: true,
          cell: ({ step, courtFeeAdjustmentId }) => (
            <>
              {steps[step]}
              {courtFeeAdjustmentId !== null && <span className="badge"> {t.fee}</span>}
            </>
          ),
        },
        { title: t.on, cell: ({ on }) => showDay(on) },
        { title: t.reference, cell: ({ reference }) => reference ?? '' },
        {
          title: t.when,
          isExtra: true,
          cell: ({ createdAt }) => <span className="small soft">{showInstant(createdAt)}</span>,
        },
      ]}
    />
  );
}

function Months({ claim }: { readonly claim: Claim }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const rows = claim.months.flatMap((month) =>
    month.services.map((service, nth) => ({ month, service, nth })),
  );
  return (
    <Table
      caption={t.months}
      rows={rows}
      keyOf={({ month, nth }) => `${month.period} ${nth}`}
      columns={[
        {
          title: t.month,
          isName: true,
          cell: ({ month }) => showMonth(month.period, language),
          total: t.together,
        },
        { title: t.dueDate, isExtra: true, cell: ({ month }) => showDay(month.dueDate) },
        {
          title: t.limitation,
          isExtra: true,
          cell: ({ month }) =>
            month.isTimeBarred ? (
              <span className="badge odd">{t.passed}</span>
            ) : (
              showDay(month.limitationEndsOn)
            ),
        },
        { title: t.service, cell: ({ service }) => service.name },
        {
          title: t.charged,
          isFigure: true,
          isExtra: true,
          cell: ({ service }) => showFigure(service.charged),
        },
        {
          title: t.debt,
          isFigure: true,
          cell: ({ service }) => showFigure(service.debt),
          total: showFigure(sumOfMoney(claim.months.map(({ amount }) => amount))),
        },
      ]}
    />
  );
}

function Payments({ claim }: { readonly claim: Claim }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  if (claim.payments.length === 0) return <Empty>{t.noPayments}</Empty>;
  return (
    <Table
      caption={t.payments}
      rows={claim.payments.map((payment, nth) => ({ ...payment, nth }))}
      keyOf={({ nth }) => nth}
      columns={[
        {
          title: t.paidOn,
          isName: true,
          cell: ({ paidOn }) => showDay(paidOn),
          total: t.together,
        },
        { title: t.source, cell: ({ source }) => sourceName(source, language) },
        {
          title: t.amount,
          isFigure: true,
          cell: ({ amount }) => showFigure(amount),
          total: showFigure(sumOfMoney(claim.payments.map(({ amount }) => amount))),
        },
      ]}
    />
  );
}

function Penalties({ claim }: { readonly claim: Claim }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  return (
    <Table
      caption={t.penalty}
      rows={claim.penalties.debts}
      keyOf={({ period, kind }) => `${period} ${kind}`}
      columns={[
        { title: t.ofMonth, isName: true, cell: ({ period }) => showMonth(period, language) },
        { title: t.dueDate, isExtra: true, cell: ({ dueDate }) => showDay(dueDate) },
        { title: t.wholePenalty, isFigure: true, cell: ({ penalty }) => showFigure(penalty) },
      ]}
    />
  );
}

/** From what was accrued for the months to what is claimed. */
function PenaltyParts({ of }: { readonly of: CourtCaseWithClaim }): ReactElement {
  const t = useWords(WORDS);
  const { booked, brought, paid, writtenOff } = of.claim.penalties;
  const parts: readonly (readonly [string, string])[] = [
    [t.booked, booked],
    [t.brought, brought],
    [t.paid, difference('0.00', paid)],
    [t.writtenOff, difference('0.00', writtenOff)],
  ];
  return (
    <Table
      caption={t.penaltyClaim}
      rows={parts.filter(([, sum]) => signOf(sum) !== 0)}
      keyOf={([name]) => name}
      columns={[
        { title: t.part, isName: true, cell: ([name]) => name, total: t.penaltyClaim },
        {
          title: t.amount,
          isFigure: true,
          cell: ([, sum]) => showFigure(sum),
          total: showFigure(of.penalty),
        },
      ]}
    />
  );
}
