// The application for a court order, or the claim: what is requested from a court, and on which grounds.
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { MOST_BY_ORDER_KOPECKS } from '@kvartplata/domain/regulation/state-duty/state-duty.ts';
import { inRoubles } from '@kvartplata/domain/text/in-figures.ts';
import type { Flow } from '../paper-flow.ts';
import {
  creditorLines,
  debtorLines,
  longDay,
  payerSentence,
  penaltyKindsOf,
  penaltyLaw,
  periodOf,
  shortDay,
  type CasePapers,
} from '../claim-words.ts';

type Words = {
  readonly court: string;
  readonly creditor: string;
  readonly debtor: string;
  readonly sum: string;
  readonly title: string;
  readonly grounds: string;
  readonly asks: string;
  readonly debtorOf: string;
  readonly creditorOf: string;
};

const WORDS: Readonly<Record<CasePapers['proceeding'], Words>> = {
  order: {
    court: 'Мировому судье судебного участка № ______ ________________________',
    creditor: 'Взыскатель',
    debtor: 'Должник',
    sum: 'Цена требования',
    title: 'Заявление о вынесении судебного приказа',
    grounds: 'ст. 121–124 Гражданского процессуального кодекса РФ',
    asks: 'прошу вынести судебный приказ о взыскании',
    debtorOf: 'должника',
    creditorOf: 'взыскателя',
  },
  claim: {
    court: 'В ______________________________________ суд',
    creditor: 'Истец',
    debtor: 'Ответчик',
    sum: 'Цена иска',
    title: 'Исковое заявление',
    grounds: 'ст. 131, 132 Гражданского процессуального кодекса РФ',
    asks: 'прошу взыскать',
    debtorOf: 'ответчика',
    creditorOf: 'истца',
  },
};

export function drawApplication(flow: Flow, papers: CasePapers): void {
  const words = WORDS[papers.proceeding];
  drawHead(flow, papers, words);
  drawStory(flow, papers, words);
  drawRequest(flow, papers, words);
  flow.heading('Приложения');
  flow.list(
    [
      'Расчёт задолженности по месяцам и услугам, платежей и пеней.',
      ...(claimsBrought(papers) ? ['Расчёт пеней, перенесённых из прежнего учёта.'] : []),
      'Документ об уплате государственной пошлины.',
      'Документы, на основании которых оказываются услуги (договор управления, протокол общего собрания).',
      'Сведения о собственнике (нанимателе) помещения и зарегистрированных лицах.',
      ...sentBefore(papers),
      'Документ, подтверждающий полномочия представителя.',
    ],
    SIGNED_BELOW,
  );
  flow.signature(`Представитель ${words.creditorOf}`, '«___» ____________ 20___ г.');
}

/** No order is given above the limit, so none can have been set aside. */
function sentBefore({ proceeding, total }: CasePapers): readonly string[] {
  if (proceeding === 'order')
    return ['Копия претензии с документом об отправке (если направлялась).'];
  const mayHaveHadOrder = parseKopecks(total) <= MOST_BY_ORDER_KOPECKS;
  return [
    ...(mayHaveHadOrder
      ? ['Копия определения об отмене судебного приказа (если приказ выдавался).']
      : []),
    'Документ о направлении копий ответчику.',
  ];
}

/**
 * Height that the signature needs: without it, the last enclosure moves to the next page too, so that the signature is not alone
 * there.
 */
const SIGNED_BELOW = 80;

function drawHead(flow: Flow, papers: CasePapers, words: Words): void {
  const { claim, court, total, stateDuty } = papers;
  flow.addressee(court ?? words.court, []);
  flow.addressee(`${words.creditor}: ${claim.creditor.name}`, creditorLines(claim));
  flow.addressee(`${words.debtor}: ${claim.debtor.payer}`, debtorLines(papers));
  flow.addressee(`${words.sum}: ${inRoubles(total)}`, [
    `Государственная пошлина: ${inRoubles(stateDuty)}`,
  ]);
  flow.title(words.title, 'о взыскании задолженности по оплате помещения и коммунальных услуг');
}

function drawStory(flow: Flow, papers: CasePapers, words: Words): void {
  const { claim, asOf, principal, penalty, address, accountNumber } = papers;
  const room = claim.debtor.roomKind === 'residential' ? 'Жилое помещение' : 'Нежилое помещение';
  flow.paragraph(
    `${room} площадью ${claim.debtor.area.replace('.', ',')} м² по адресу: ${address} (лицевой счёт № ${accountNumber}), обслуживает ${claim.creditor.name}. ${payerSentence(claim.debtor)}`,
  );
  flow.paragraph(
    `Плата за помещение и коммунальные услуги вносится ежемесячно и полностью в срок, установленный ст. 155 Жилищного кодекса РФ. ${
      principal === '0.00'
        ? `Эта обязанность ${words.debtorOf} исполнялась с просрочкой: основной долг на ${longDay(asOf)} погашен, пени не уплачены.`
        : `Эта обязанность ${words.debtorOf} исполнена не полностью: на ${longDay(asOf)} основной долг ${periodOf(claim.months)} составляет ${inRoubles(principal)}.`
    } Долг по месяцам и услугам, внесённые платежи и сроки оплаты показаны в расчёте.`,
  );
  if (penalty !== '0.00') flow.paragraph(penaltyStory(papers));
  flow.paragraph(
    `Государственная пошлина исчислена по ст. 333.19 Налогового кодекса РФ с цены ${inRoubles(papers.total)}${papers.proceeding === 'order' ? ' в размере половины пошлины по иску' : ''}.`,
  );
}

/** Days and rates are known only of the penalties that were computed here. */
function penaltyStory(papers: CasePapers): string {
  const { claim, penalty } = papers;
  const { countedTo, brought } = claim.penalties;
  const [law, unpaid] = [penaltyLaw(penaltyKindsOf(claim)), inRoubles(penalty)];
  if (countedTo === null)
    return `За просрочку начислены пени по ${law}, которые перенесены из прежнего учёта в сумме ${inRoubles(brought)}; не уплачено ${unpaid}. Их расчёт прилагается отдельно.`;
  const computed = `За просрочку начислены пени по ${law} по ${shortDay(countedTo)} включительно`;
  return claimsBrought(papers)
    ? `${computed}; за более ранние дни пени в сумме ${inRoubles(brought)} перенесены из прежнего учёта; всего не уплачено ${unpaid}. Дни, ставки и доли ставок начисленных пеней показаны в расчёте по каждому месяцу, расчёт перенесённых пеней прилагается отдельно.`
    : `${computed}; не уплачено ${unpaid}. Дни, ставки и доли ставок по каждому месяцу показаны в расчёте.`;
}

/** Whether a part of the penalties may be of an opening balance. */
function claimsBrought({ claim, penalty }: CasePapers): boolean {
  return penalty !== '0.00' && claim.penalties.brought !== '0.00';
}

/** Names are in brackets, because names of people and companies cannot be declined reliably. */
function drawRequest(flow: Flow, papers: CasePapers, words: Words): void {
  const { claim, principal, penalty, stateDuty } = papers;
  flow.paragraph(
    `На основании ст. 309, 310 Гражданского кодекса РФ, ст. 153, 155 Жилищного кодекса РФ, ${words.grounds} ${words.asks} с ${words.debtorOf} (${claim.debtor.payer}) в пользу ${words.creditorOf} (${claim.creditor.name}):`,
  );
  const { countedTo } = claim.penalties;
  flow.list([
    ...(principal === '0.00'
      ? []
      : [`основной долг ${periodOf(claim.months)} – ${inRoubles(principal)};`]),
    ...(penalty === '0.00'
      ? []
      : [`пени${countedTo === null ? '' : ` по ${shortDay(countedTo)}`} – ${inRoubles(penalty)};`]),
    `расходы на государственную пошлину – ${inRoubles(stateDuty)}.`,
  ]);
}
