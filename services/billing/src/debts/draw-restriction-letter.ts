// The warning that a service will be restricted: the debt, the two terms, and the consequences.
import type { Claim } from '@kvartplata/contracts/billing/court-cases.ts';
import { inRoubles } from '@kvartplata/domain/text/in-figures.ts';
import {
  addresseeOf,
  addressLines,
  longDay,
  paymentDetails,
  roomOfDebt,
  senderLines,
} from './claim-words.ts';
import type { Flow } from './paper-flow.ts';

export type RestrictionLetter = {
  readonly accountNumber: string;
  readonly payer: string;
  readonly address: string;
  /** Where the payer lives, if not in the room. */
  readonly payerAddress: string | null;
  readonly serviceName: string;
  readonly debt: string;
  readonly normCharge: string;
  readonly madeOn: string;
  readonly creditor: Claim['creditor'];
};

export function drawRestrictionLetter(flow: Flow, letter: RestrictionLetter): void {
  const { creditor, payer, accountNumber, serviceName, debt, normCharge, madeOn } = letter;
  flow.addressee(addresseeOf(payer), addressLines(letter, `лицевой счёт № ${accountNumber}`));
  flow.addressee(`От: ${creditor.name}`, senderLines({ creditor }));
  flow.paragraph(`Исх. № __________ от ${longDay(madeOn)}`);
  flow.title('Предупреждение', 'об ограничении и приостановлении коммунальной услуги');
  flow.table(
    [
      { title: 'Услуга', part: 40, of: ([name]: readonly [string, string, string]) => name },
      { title: 'Долг по услуге', part: 25, align: 'right', of: ([, sum]) => sum },
      { title: 'Месяц по нормативу', part: 35, align: 'right', of: ([, , norm]) => norm },
    ],
    [[serviceName, inRoubles(debt), inRoubles(normCharge)]],
  );
  flow.paragraph(
    `На ${longDay(madeOn)} долг по услуге «${serviceName}»${roomOfDebt(letter)} составляет ${inRoubles(debt)}. Это больше двух месячных размеров платы, исчисленных по нормативу потребления и тарифу: услуга считается оплаченной не полностью (п. 118 Правил предоставления коммунальных услуг, постановление Правительства РФ от 06.05.2011 № 354).`,
  );
  flow.paragraph('Предупреждаем в соответствии с п. 117, 119 этих Правил:');
  flow.list([
    'погасите долг в течение 20 дней со дня доставки этого предупреждения;',
    'если долг не будет погашен, после этого срока предоставление услуги будет ограничено, а если ограничить её технически невозможно – приостановлено без ограничения;',
    'если долг не будет погашен и в течение 10 дней со дня ограничения, предоставление услуги будет приостановлено до полного погашения долга.',
  ]);
  flow.paragraph(
    'Расходы на введение ограничения и возобновление услуги возмещает должник. Услуга возобновляется в течение 2 календарных дней после полной оплаты долга и этих расходов или заключения соглашения о порядке погашения долга (п. 120, 121(1) Правил).',
  );
  const details = paymentDetails(creditor, accountNumber);
  if (details !== undefined) flow.paragraph(details);
  flow.paragraph(
    'Если долг уже оплачен, сообщите, пожалуйста, дату и сумму платежа. Рассрочку можно согласовать по нашим телефонам.',
  );
  flow.signature(creditor.name, longDay(madeOn));
  flow.paragraph('Вручено (подпись, дата): ____________________________________________');
}
