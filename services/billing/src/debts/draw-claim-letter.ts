// The claim letter: what is owed, by when it is to be paid, and what follows otherwise.
import type { Claim } from '@kvartplata/contracts/billing/court-cases.ts';
import { inFigures } from '../paper/receipt-words.ts';
import {
  creditorLines,
  longDay,
  monthName,
  periodOf,
  roubles,
  shortDay,
  type DebtPapers,
} from './claim-words.ts';
import type { Flow } from './paper-flow.ts';

/** Days to pay after it was received. */
const DAYS_TO_PAY = 30;

export function drawClaimLetter(flow: Flow, letter: DebtPapers): void {
  const { claim, address, accountNumber, asOf, principal, penalty, total } = letter;
  const { creditor, debtor, months } = claim;
  flow.addressee(debtor.payer, [address, `лицевой счёт № ${accountNumber}`]);
  flow.addressee(`От: ${creditor.name}`, creditorLines(claim));
  flow.title('Претензия', 'о погашении задолженности по оплате помещения и коммунальных услуг');
  flow.paragraph(
    `На ${longDay(asOf)} по лицевому счёту № ${accountNumber} не оплачено ${roubles(total)}: основной долг ${periodOf(months)} – ${roubles(principal)}, пени – ${roubles(penalty)}.`,
  );
  flow.table(
    [
      { title: 'Месяц', part: 40, of: ({ period }: Claim['months'][number]) => monthName(period) },
      { title: 'Срок оплаты', part: 30, of: ({ dueDate }) => shortDay(dueDate) },
      { title: 'Долг, ₽', part: 30, align: 'right', of: ({ amount }) => inFigures(amount) },
    ],
    months,
    ['Основной долг', '', inFigures(principal)],
  );
  flow.paragraph(
    `Плата вносится ежемесячно и полностью в срок, установленный ст. 155 Жилищного кодекса РФ. Просим погасить задолженность в течение ${DAYS_TO_PAY} дней со дня получения претензии или обратиться к нам для соглашения о рассрочке.`,
  );
  flow.paragraph(
    'Если задолженность не будет погашена, мы обратимся в суд с заявлением о вынесении судебного приказа; расходы на государственную пошлину будут отнесены на Вас. Пени по ч. 14 ст. 155 Жилищного кодекса РФ начисляются по день фактической оплаты.',
  );
  flow.paragraph(
    'Если долг уже оплачен, сообщите, пожалуйста, дату и сумму платежа и приложите документ об оплате.',
  );
  flow.signature(creditor.name, longDay(asOf));
}
