// The claim letter: the debt, the day by which to pay it, and the consequences.
import type { Proceeding } from '@kvartplata/contracts/billing/court-cases.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { isInnOfOrganization } from '@kvartplata/domain/organizations/registration-numbers.ts';
import { MOST_BY_ORDER_KOPECKS } from '@kvartplata/domain/regulation/state-duty/state-duty.ts';
import { inFigures, inRoubles } from '@kvartplata/domain/text/in-figures.ts';
import {
  accountLine,
  addresseeOf,
  addressLines,
  longDay,
  monthName,
  paymentDetails,
  penaltyLaw,
  periodOf,
  roomOfDebt,
  senderLines,
  shortDay,
  type DebtPapers,
} from './claim-words.ts';
import { DAYS_TO_PAY } from './case-terms.ts';
import type { Flow } from './paper-flow.ts';

const TO_COURT: Readonly<Record<Proceeding | 'arbitration', string>> = {
  order: 'в суд с заявлением о вынесении судебного приказа',
  claim: 'в суд с исковым заявлением',
  arbitration: 'в арбитражный суд',
};

type Month = DebtPapers['claim']['months'][number];

export function drawClaimLetter(flow: Flow, letter: DebtPapers): void {
  const { claim, address, accountNumber, asOf, principal, penalty, total } = letter;
  const { creditor, debtor, months } = claim;
  const place = { address, payerAddress: debtor.payerAddress };
  flow.addressee(addresseeOf(debtor.payer), addressLines(place, accountLine(letter)));
  flow.addressee(`От: ${creditor.name}`, senderLines(claim));
  flow.paragraph(`Исх. № __________ от ${longDay(asOf)}`);
  flow.title('Претензия', 'о погашении задолженности по оплате помещения и коммунальных услуг');
  flow.paragraph(
    `На ${longDay(asOf)} по лицевому счёту № ${accountNumber}${roomOfDebt(place)} не оплачено ${inRoubles(total)}: ${principal === '0.00' ? '' : `основной долг ${periodOf(months)} – ${inRoubles(principal)}, `}пени – ${inRoubles(penalty)}.`,
  );
  if (months.length > 0)
    flow.table(
      [
        { title: 'Месяц', part: 40, of: ({ period }: Month) => monthName(period) },
        { title: 'Срок оплаты', part: 30, of: ({ dueDate }) => shortDay(dueDate) },
        { title: 'Долг, ₽', part: 30, align: 'right', of: ({ amount }) => inFigures(amount) },
      ],
      months,
      ['Итого', '', inFigures(sumOfMoney(months.map(({ amount }) => amount)))],
    );
  flow.table(
    [
      { title: 'К оплате', part: 70, of: ([name]: readonly [string, string]) => name },
      { title: 'Сумма', part: 30, align: 'right', of: ([, sum]) => sum },
    ],
    [
      ['Основной долг', inRoubles(principal)],
      [`Пени по ${penaltyLaw(letter.penaltyKinds)}`, inRoubles(penalty)],
    ],
    ['Всего', inRoubles(total)],
  );
  if (claim.advance !== '0.00')
    flow.paragraph(
      `Долг уменьшен на ${inRoubles(claim.advance)}: они поступили и не отнесены ни на один месяц.`,
    );
  flow.paragraph(
    `Плата вносится ежемесячно и полностью в срок, установленный ст. 155 Жилищного кодекса РФ. Просим погасить задолженность в течение ${DAYS_TO_PAY} дней со дня получения претензии или обратиться к нам для соглашения о рассрочке.`,
  );
  flow.paragraph(
    `Если задолженность не будет погашена, мы обратимся ${TO_COURT[nextStepOf(letter)]}; расходы на государственную пошлину будут отнесены на Вас. Пени по ст. 155 Жилищного кодекса РФ начисляются по день фактической оплаты.`,
  );
  const details = paymentDetails(creditor, accountNumber);
  if (details !== undefined) flow.paragraph(details);
  flow.paragraph(
    'Если долг уже оплачен, сообщите, пожалуйста, дату и сумму платежа и приложите документ об оплате.',
  );
  flow.signature(creditor.name, longDay(asOf));
}

/** Between organizations arbitration courts decide (Arbitration Procedure Code art. 27). */
function nextStepOf({ proceeding, total, claim }: DebtPapers): Proceeding | 'arbitration' {
  if (isInnOfOrganization(claim.debtor.inn)) return 'arbitration';
  return proceeding ?? (parseKopecks(total) > MOST_BY_ORDER_KOPECKS ? 'claim' : 'order');
}
