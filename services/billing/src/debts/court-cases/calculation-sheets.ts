// The calculation of a case as a workbook: the total, debts by month and service, payments, and penalties line by line.
import { sourceName } from '@kvartplata/contracts/billing/payment-sources.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import type { Cell, WrittenTable } from '@kvartplata/platform/table-files/written-table.ts';
import { PENALTY_PARTS, type CasePapers } from '../claim-words.ts';

export function calculationSheets(papers: CasePapers): readonly WrittenTable[] {
  return [sumSheet(papers), debtSheet(papers), paymentSheet(papers), penaltySheet(papers)];
}

function sumSheet(papers: CasePapers): WrittenTable {
  const { claim, accountNumber, address, asOf, principal, penalty, total, stateDuty } = papers;
  const { penalties } = claim;
  return {
    sheetName: 'Требование',
    widths: [48, 40],
    rows: [
      ['Расчёт задолженности', ''],
      ['Взыскатель', claim.creditor.name],
      ['Плательщик', claim.debtor.payer],
      ['Лицевой счёт', accountNumber],
      ['Адрес', address],
      ['На день', { day: asOf }],
      ['Основной долг', { money: principal }],
      ['Пени', { money: penalty }],
      [{ heading: 'Цена требования' }, { formula: 'B7+B8', money: total }],
      ['Государственная пошлина', { money: stateDuty }],
      ['В том числе с истёкшей исковой давностью', { money: claim.timeBarred }],
      ['Не отнесено ни на один месяц (уменьшает долг, затем пени)', { money: claim.advance }],
      [
        'Судебные расходы прежних дел и проценты за рассрочку (не входят)',
        { money: claim.courtFees },
      ],
      ['Пени начислены', { money: penalties.booked }],
      ['Начальный остаток пеней', { money: penalties.brought }],
      ['Пени уплачены', { money: penalties.paid }],
      ['Пени списаны', { money: penalties.writtenOff }],
    ],
  };
}

function debtSheet({ claim }: CasePapers): WrittenTable {
  const rows = claim.months.flatMap((month) =>
    month.services.map(({ name, charged, debt }): readonly Cell[] => [
      month.period,
      { day: month.dueDate },
      { day: month.limitationEndsOn },
      month.isTimeBarred ? 'истекла' : '',
      name,
      { money: charged },
      { money: debt },
    ]),
  );
  const all = claim.months.flatMap(({ services }) => services);
  return {
    sheetName: 'Долг по услугам',
    widths: [12, 14, 18, 18, 44, 16, 16],
    rows: [
      ['Месяц', 'Срок оплаты', 'Давность по', 'Исковая давность', 'Услуга', 'Начислено', 'Долг'],
      ...rows,
      [
        { heading: 'Итого' },
        '',
        '',
        '',
        '',
        totalOf(
          'F',
          rows.length,
          all.map(({ charged }) => charged),
        ),
        totalOf(
          'G',
          rows.length,
          all.map(({ debt }) => debt),
        ),
      ],
    ],
  };
}

function paymentSheet({ claim: { payments } }: CasePapers): WrittenTable {
  const rows = payments.map(({ paidOn, source, amount, principal, penalty }): readonly Cell[] => [
    { day: paidOn },
    sourceName(source, 'ru'),
    { money: amount },
    { money: principal },
    { money: penalty },
  ]);
  return {
    sheetName: 'Платежи',
    widths: [14, 28, 16, 20, 16],
    rows: [
      ['Дата', 'Источник', 'Сумма', 'В основной долг', 'В пени'],
      ...rows,
      [
        { heading: 'Итого' },
        '',
        totalOf(
          'C',
          rows.length,
          payments.map(({ amount }) => amount),
        ),
        totalOf(
          'D',
          rows.length,
          payments.map(({ principal }) => principal),
        ),
        totalOf(
          'E',
          rows.length,
          payments.map(({ penalty }) => penalty),
        ),
      ],
    ],
  };
}

function penaltySheet({ claim: { penalties } }: CasePapers): WrittenTable {
  return {
    sheetName: 'Пени',
    widths: [14, 18, 14, 16, 12, 12, 8, 12, 12, 20, 60],
    rows: [
      [
        'Долг за месяц',
        'Часть ст. 155 ЖК РФ',
        'Срок оплаты',
        'Долг',
        'С',
        'По',
        'Дней',
        'Ставка, %',
        'Доля ставки',
        'Пени',
        'Основание ставки',
      ],
      ...penalties.debts.flatMap((debt) =>
        debt.lines.map((line): readonly Cell[] => [
          debt.period,
          `ч. ${PENALTY_PARTS[debt.kind]}`,
          { day: debt.dueDate },
          { money: line.debtAmount },
          { day: line.from },
          { day: line.to },
          { decimal: String(line.days) },
          { decimal: line.rate },
          line.fraction,
          { decimal: line.amount },
          line.basis.ru,
        ]),
      ),
    ],
  };
}

/** For a column whose rows begin in line 2. */
function totalOf(column: string, count: number, amounts: readonly string[]): Cell {
  const money = sumOfMoney(amounts);
  return count === 0 ? { money } : { formula: `SUM(${column}2:${column}${count + 1})`, money };
}
