// The calculation attached to an application: debts by month and service, payments, penalties with their days and rates.
import { shortDecimal } from '@kvartplata/domain/text/short-decimal.ts';
import { sourceName } from '@kvartplata/contracts/billing/payment-sources.ts';
import type { Claim, ClaimedMonth } from '@kvartplata/contracts/billing/court-cases.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { inFigures, inRoubles } from '@kvartplata/domain/text/in-figures.ts';
import type { Flow, FlowColumn } from '../paper-flow.ts';
import {
  longDay,
  monthName,
  PENALTY_PARTS,
  penaltyKindsOf,
  penaltyLaw,
  periodOf,
  shortDay,
  type CasePapers,
} from '../claim-words.ts';

type ServiceRow = {
  readonly month: ClaimedMonth;
  readonly service: ClaimedMonth['services'][number];
};
type PenaltyDebt = Claim['penalties']['debts'][number];
type PenaltyRow = { readonly debt: PenaltyDebt; readonly line: PenaltyDebt['lines'][number] };

const MONTHS: readonly FlowColumn<ClaimedMonth>[] = [
  { title: 'Месяц', part: 24, of: ({ period }) => monthName(period) },
  { title: 'Срок оплаты', part: 18, of: ({ dueDate }) => shortDay(dueDate) },
  {
    title: 'Исковая давность',
    part: 34,
    of: ({ limitationEndsOn, isTimeBarred }) =>
      `${isTimeBarred ? 'истекла' : 'до'} ${shortDay(limitationEndsOn)}`,
  },
  { title: 'Долг, ₽', part: 24, align: 'right', of: ({ amount }) => inFigures(amount) },
];

const SERVICES: readonly FlowColumn<ServiceRow>[] = [
  { title: 'Месяц', part: 20, of: ({ month }) => monthName(month.period) },
  { title: 'Услуга', part: 44, of: ({ service }) => service.name },
  {
    title: 'Начислено, ₽',
    part: 18,
    align: 'right',
    of: ({ service }) => inFigures(service.charged),
  },
  { title: 'Долг, ₽', part: 18, align: 'right', of: ({ service }) => inFigures(service.debt) },
];

const PAYMENTS: readonly FlowColumn<Claim['payments'][number]>[] = [
  { title: 'Дата', part: 16, of: ({ paidOn }) => shortDay(paidOn) },
  { title: 'Источник', part: 30, of: ({ source }) => sourceName(source, 'ru') },
  { title: 'Сумма, ₽', part: 18, align: 'right', of: ({ amount }) => inFigures(amount) },
  {
    title: 'В основной долг, ₽',
    part: 18,
    align: 'right',
    of: ({ principal }) => inFigures(principal),
  },
  { title: 'В пени, ₽', part: 18, align: 'right', of: ({ penalty }) => inFigures(penalty) },
];

const PENALTIES: readonly FlowColumn<PenaltyRow>[] = [
  { title: 'Долг за месяц', part: 17, of: ({ debt }) => monthName(debt.period) },
  { title: 'Долг, ₽', part: 14, align: 'right', of: ({ line }) => inFigures(line.debtAmount) },
  { title: 'С', part: 12, of: ({ line }) => shortDay(line.from) },
  { title: 'По', part: 12, of: ({ line }) => shortDay(line.to) },
  { title: 'Дней', part: 8, align: 'right', of: ({ line }) => String(line.days) },
  {
    title: 'Ставка, %',
    part: 10,
    align: 'right',
    of: ({ line }) => inFigures(shortDecimal(line.rate)),
  },
  { title: 'Доля', part: 9, of: ({ line }) => line.fraction },
  { title: 'Пени, ₽', part: 18, align: 'right', of: ({ line }) => inFigures(line.amount) },
];

export function drawCalculation(flow: Flow, papers: CasePapers): void {
  const { claim, asOf, accountNumber, address, principal, penalty, total } = papers;
  flow.title('Расчёт задолженности', `на ${longDay(asOf)}`);
  flow.paragraph(
    `Лицевой счёт № ${accountNumber}, ${address}. Плательщик: ${claim.debtor.payer}; взыскатель: ${claim.creditor.name}.`,
  );
  flow.table(
    [
      { title: 'Требование', part: 70, of: ([name]: readonly [string, string]) => name },
      { title: 'Сумма', part: 30, align: 'right', of: ([, sum]) => sum },
    ],
    [
      [`Основной долг ${periodOf(claim.months)}`.trimEnd(), inRoubles(principal)],
      ['Пени', inRoubles(penalty)],
    ],
    ['Итого', inRoubles(total)],
  );
  drawDebts(flow, claim);
  drawPayments(flow, claim);
  drawPenalties(flow, papers);
  flow.signature(`Расчёт составил: ${claim.creditor.name}`, longDay(asOf));
}

function drawDebts(flow: Flow, claim: Claim): void {
  flow.heading('1. Основной долг по месяцам');
  const owed = sumOfMoney(claim.months.map(({ amount }) => amount));
  flow.table(MONTHS, claim.months, ['Итого', '', '', inFigures(owed)]);
  if (claim.timeBarred !== '0.00')
    flow.paragraph(
      `В том числе ${inRoubles(claim.timeBarred)} – за месяцы, исковая давность по которым истекла (ст. 196, 200 ГК РФ); суд применяет её по заявлению стороны (ст. 199 ГК РФ).`,
    );
  if (claim.advance !== '0.00')
    flow.paragraph(
      `Долг уменьшен на ${inRoubles(claim.advance)}, поступившие и не отнесённые ни на один месяц.`,
    );
  flow.heading('2. Основной долг по услугам');
  const rows = claim.months.flatMap((month) =>
    month.services.map((service) => ({ month, service })),
  );
  flow.table(SERVICES, rows, [
    'Итого',
    '',
    inFigures(sumOfMoney(rows.map(({ service }) => service.charged))),
    inFigures(owed),
  ]);
  flow.paragraph(
    'Неоплаченная часть месяца отнесена на его услуги пропорционально начислениям (п. 118 Правил, постановление Правительства РФ от 06.05.2011 № 354).',
  );
}

function drawPayments(flow: Flow, { payments, months }: Claim): void {
  flow.heading('3. Платежи');
  const [first] = months;
  if (payments.length === 0) {
    flow.paragraph(
      first === undefined
        ? 'Платежей не было.'
        : `С ${shortDay(`${first.period}-01`)} платежей не было.`,
    );
    return;
  }
  flow.table(PAYMENTS, payments, [
    'Итого',
    '',
    inFigures(sumOfMoney(payments.map(({ amount }) => amount))),
    inFigures(sumOfMoney(payments.map(({ principal }) => principal))),
    inFigures(sumOfMoney(payments.map(({ penalty }) => penalty))),
  ]);
}

function drawPenalties(flow: Flow, { claim, penalty }: CasePapers): void {
  flow.heading('4. Пени');
  const { debts, countedTo, booked, brought, paid, writtenOff, remarks } = claim.penalties;
  if (countedTo === null && penalty === '0.00') {
    flow.paragraph('Пени не начислялись.');
    return;
  }
  if (countedTo !== null)
    flow.paragraph(
      `Начислены по ${shortDay(countedTo)} включительно: долг × ставка × доля × дни; доли – по ${penaltyLaw(penaltyKindsOf(claim))}. Пени месяца округляются один раз.`,
    );
  for (const debt of debts.filter(({ lines }) => lines.length > 0))
    flow.table(
      PENALTIES,
      debt.lines.map((line) => ({ debt, line })),
      [totalOf(debt), '', '', '', '', '', '', inFigures(debt.penalty)],
    );
  flow.table(
    [
      { title: 'Пени', part: 70, of: ([name]: readonly [string, string]) => name },
      { title: 'Сумма', part: 30, align: 'right', of: ([, sum]) => sum },
    ],
    (
      [
        ['Начислено', booked],
        ['Начальный остаток', brought],
        ['Уплачено', negative(paid)],
        ['Списано', negative(writtenOff)],
        ['Зачтено из переплаты', negative(setOffOf(claim, penalty))],
      ] as const
    )
      .filter(([, sum]) => parseKopecks(sum) !== 0n)
      .map(([name, sum]) => [name, inRoubles(sum)] as const),
    ['К взысканию', inRoubles(penalty)],
  );
  for (const { ru } of remarks) flow.paragraph(ru);
}

/** A month may have two debts, each under a part of the law of its own. */
function totalOf({ kind, dueDate }: PenaltyDebt): string {
  return `Итого по ч. ${PENALTY_PARTS[kind]} (срок ${shortDay(dueDate)})`;
}

/** What the advance lowers the penalties by, once it has covered the months. */
function setOffOf({ penalties }: Claim, penalty: string): string {
  const owedKopecks =
    parseKopecks(penalties.booked) +
    parseKopecks(penalties.brought) -
    parseKopecks(penalties.paid) -
    parseKopecks(penalties.writtenOff);
  const setOffKopecks = owedKopecks - parseKopecks(penalty);
  return formatKopecks(setOffKopecks > 0n ? setOffKopecks : 0n);
}

function negative(amount: string): string {
  return formatKopecks(-parseKopecks(amount));
}
