// The certificate of an account's debt: the sum, what it is made of, and the months that are overdue.
import type { Claim } from '@kvartplata/contracts/billing/court-cases.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { inFigures, inRoubles } from '@kvartplata/domain/text/in-figures.ts';
import { money } from '../../paper/receipt-words.ts';
import { longDay, monthName, senderLines, shortDay } from '../claim-words.ts';
import type { Flow } from '../paper-flow.ts';
import type { Settled } from './settlement.ts';

export type Certificate = Settled & {
  readonly accountNumber: string;
  readonly payer: string;
  readonly address: string;
  /** The account's last day, if it is over. */
  readonly closedOn: string | null;
  readonly asOf: string;
  readonly creditor: Claim['creditor'];
};

type Part = readonly [name: string, kopecks: Kopecks];

/** Source: Government Decree 354 of 2011-05-06, p. 31 «д». */
export function drawCertificate(flow: Flow, of: Certificate): void {
  const { creditor, asOf, months } = of;
  flow.addressee(creditor.name, senderLines({ creditor }));
  flow.paragraph(`Исх. № __________ от ${longDay(asOf)}`);
  flow.title('Справка', 'о задолженности по оплате жилого помещения и коммунальных услуг');
  flow.paragraph(`${whose(of)}.`);
  flow.heading(verdictOf(of));
  flow.table(
    [
      { title: 'Состояние расчётов', part: 70, of: ([name]: Part) => name },
      { title: 'Сумма, ₽', part: 30, align: 'right', of: ([, sum]) => money(sum) },
    ],
    partsOf(of),
    ['Всего к оплате', money(of.balance)],
  );
  if (months.length > 0)
    flow.table(
      [
        { title: 'Не оплачен месяц', part: 40, of: ({ period }) => monthName(period) },
        { title: 'Срок оплаты', part: 30, of: ({ dueDate }) => shortDay(dueDate) },
        { title: 'Долг, ₽', part: 30, align: 'right', of: ({ amount }) => inFigures(amount) },
      ],
      months,
      ['Итого', '', money(of.overdue)],
    );
  for (const remark of remarksOf(of)) flow.paragraph(remark);
  flow.paragraph(
    'Справка выдана по требованию потребителя: п. 31 «д» Правил предоставления коммунальных услуг (постановление Правительства РФ от 06.05.2011 № 354).',
  );
  flow.signature(creditor.name, longDay(asOf));
}

function whose({ accountNumber, address, payer, closedOn }: Certificate): string {
  const name = payer === '' ? '' : `, плательщик – ${payer}`;
  const closed = closedOn === null ? '' : `, закрыт ${longDay(closedOn)}`;
  return `Лицевой счёт № ${accountNumber}${closed}: ${address}${name}`.replace(/\.$/, '');
}

function verdictOf({ asOf, debt }: Certificate): string {
  const day = longDay(asOf);
  return debt === 0n
    ? `На ${day} задолженности нет.`
    : `На ${day} задолженность составляет ${inRoubles(formatKopecks(debt))}.`;
}

/** Those that are not zero; the overdue principal always. */
function partsOf(of: Certificate): readonly Part[] {
  const counted = of.penaltyTo === null ? '' : ` (начислены по ${shortDay(of.penaltyTo)})`;
  const others: readonly Part[] = [
    ['Судебные расходы и проценты за рассрочку', of.courtFees],
    [`Пени${counted}`, of.penalty],
    ['Начислено, срок оплаты не наступил', of.notDue],
    ['Переплата', -of.advance],
  ];
  return [
    ['Долг, срок оплаты которого истёк', of.overdue],
    ...others.filter(([, sum]) => sum !== 0n),
  ];
}

function remarksOf({ chargedTo, planTo }: Certificate): readonly string[] {
  return [
    ...(planTo === null
      ? []
      : [
          `Действует соглашение о рассрочке, последний платёж по которому – за ${monthName(planTo)} г.; его условия выполняются.`,
        ]),
    chargedTo === null
      ? 'Начислений по дому ещё не было.'
      : `Учтены начисления по ${monthName(chargedTo)} г. включительно и оплаты, поступившие ко дню справки.`,
  ];
}
