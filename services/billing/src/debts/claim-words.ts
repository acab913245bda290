// How the documents of a case word sums, periods and parties, in Russian.
import type { Claim, ClaimedMonth, Proceeding } from '@kvartplata/contracts/billing/court-cases.ts';
import type { PenaltyKind } from '@kvartplata/contracts/billing/penalties.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { dayInFigures, dayInWords, monthInWords } from '../paper/receipt-words.ts';

const NBSP = '\u00a0';

/** A debt as documents state it. */
export type DebtPapers = {
  readonly accountNumber: string;
  readonly address: string;
  readonly asOf: string;
  readonly principal: string;
  readonly penalty: string;
  readonly total: string;
  /** The kinds of debt that the penalties are for. */
  readonly penaltyKinds: readonly PenaltyKind[];
  /** Of the case; without a case an order if one is given for so much. */
  readonly proceeding?: Proceeding;
  readonly claim: Pick<Claim, 'creditor' | 'advance'> & {
    readonly debtor: Pick<Claim['debtor'], 'payer' | 'payerAddress' | 'inn' | 'closedOn'>;
    readonly months: readonly Pick<ClaimedMonth, 'period' | 'dueDate' | 'amount'>[];
  };
};

/** A case as its documents state it. */
export type CasePapers = Omit<DebtPapers, 'claim' | 'penaltyKinds'> & {
  readonly id: number;
  readonly proceeding: Proceeding;
  readonly court: string | null;
  readonly stateDuty: string;
  readonly claim: Claim;
};

/** The kinds of debt that a claim's penalties are for. */
export function penaltyKindsOf({ penalties }: Pick<Claim, 'penalties'>): readonly PenaltyKind[] {
  return penalties.debts.filter(({ lines }) => lines.length > 0).map(({ kind }) => kind);
}

/**
 * `ч. 14, 14.1 ст. 155 Жилищного кодекса РФ`: contributions for major repairs have a part of their own. When all penalties come
 * from opening balances, their kinds are not known, and only the article is cited.
 */
export function penaltyLaw(kinds: readonly PenaltyKind[]): string {
  const parts = [...new Set(kinds.map((kind) => PENALTY_PARTS[kind]))].toSorted();
  const named = parts.length === 0 ? '' : `ч. ${parts.join(', ')} `;
  return `${named}ст. 155 Жилищного кодекса РФ`;
}

/** Parts of article 155 of the Housing Code. */
export const PENALTY_PARTS: Readonly<Record<PenaltyKind, string>> = {
  utilities: '14',
  'major-repairs': '14.1',
};

/** 17 августа 2026 г. */
export function longDay(day: string): string {
  return `${dayInWords(parseDay(day))}${NBSP}г.`;
}

export function shortDay(day: string): string {
  return dayInFigures(day);
}

/** июль 2026 */
export function monthName(period: string): string {
  return monthInWords(parseBillingMonth(period));
}

/** за период с июля 2025 по март 2026; a single month by itself */
export function periodOf(months: readonly Pick<ClaimedMonth, 'period'>[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return '';
  return first === last
    ? `за ${monthName(first.period)}${NBSP}г.`
    : `за период ${monthName(first.period)} – ${monthName(last.period)}`;
}

/** лицевой счёт № 12, закрыт 31.05.2026 */
export function accountLine({
  accountNumber,
  claim,
}: Pick<DebtPapers, 'accountNumber' | 'claim'>): string {
  const { closedOn } = claim.debtor;
  const closed = closedOn ? `, закрыт ${shortDay(closedOn)}` : '';
  return `лицевой счёт № ${accountNumber}${closed}`;
}

/** Who pays, as a sentence: names end with the full stop of their initials. */
export function payerSentence({ payer, closedOn }: Claim['debtor']): string {
  const until = closedOn ? ` до его закрытия ${longDay(closedOn)}` : '';
  return `Плательщик по счёту${until} – ${payer}${payer.endsWith('.') ? '' : '.'}`;
}

/** The addressee of a letter; an account may have no name. */
export function addresseeOf(payer: string): string {
  return payer === '' ? 'Собственнику (нанимателю) помещения' : payer;
}

type LetterPlace = {
  /** Of the room. */
  readonly address: string;
  /** Where the payer lives, if not in the room. */
  readonly payerAddress: string | null;
};

/** The lines below the addressee of a letter: where the payer lives, and which account it is about. */
export function addressLines(
  { address, payerAddress }: LetterPlace,
  account: string,
): readonly string[] {
  return [payerAddress ?? address, account];
}

/** The room of the debt, which a letter to another address has to name. */
export function roomOfDebt({ address, payerAddress }: LetterPlace): string {
  return payerAddress === null ? '' : ` (помещение по адресу: ${address})`;
}

/** Where to pay the debt; empty while the bank details are incomplete. */
export function paymentDetails(
  creditor: Claim['creditor'],
  accountNumber: string,
): string | undefined {
  const { name, inn, kpp, bankName, bic, settlementAccount, correspondentAccount } = creditor;
  if (settlementAccount === null || bankName === null || bic === null) return undefined;
  const taxpayer = inn === null ? '' : `, ИНН${NBSP}${inn}${kpp ? `, КПП${NBSP}${kpp}` : ''}`;
  const through = correspondentAccount === null ? '' : `, к/с${NBSP}${correspondentAccount}`;
  return (
    `Реквизиты для оплаты: ${name}${taxpayer}, р/с${NBSP}${settlementAccount} в ${bankName}, БИК${NBSP}${bic}${through}. ` +
    `В назначении платежа укажите: «Оплата долга, лицевой счёт №${NBSP}${accountNumber}».`
  );
}

/** The sender, without the bank details for the payment. */
export function senderLines({ creditor }: Pick<Claim, 'creditor'>): readonly string[] {
  return [
    creditor.inn === null
      ? ''
      : `ИНН${NBSP}${creditor.inn}${creditor.kpp ? `, КПП${NBSP}${creditor.kpp}` : ''}`,
    creditor.legalAddress ?? '',
    [creditor.phone, creditor.email].filter((one) => one !== null).join(', '),
  ].filter((line) => line !== '');
}

export function creditorLines({ creditor }: Pick<Claim, 'creditor'>): readonly string[] {
  return [
    ...senderLines({ creditor }),
    creditor.settlementAccount === null
      ? ''
      : `р/с${NBSP}${creditor.settlementAccount} в ${creditor.bankName ?? 'банке'}, БИК${NBSP}${creditor.bic ?? ''}`,
    creditor.correspondentAccount === null ? '' : `к/с${NBSP}${creditor.correspondentAccount}`,
  ].filter((line) => line !== '');
}

export function debtorLines(papers: CasePapers): readonly string[] {
  const { claim, address } = papers;
  const { payerAddress, inn, facts, closedOn } = claim.debtor;
  const known = [facts ?? '', inn === null ? '' : `ИНН${NBSP}${inn}`].filter((one) => one !== '');
  // A former owner may live elsewhere by now, and a court asks for the place where the debtor lives.
  const residence = payerAddress ?? (closedOn ? '____________________________' : null);
  return [
    ...(residence === null
      ? [address]
      : [`адрес помещения: ${address}`, `место жительства: ${residence}`]),
    known.length > 0
      ? known.join(', ')
      : 'дата и место рождения, место работы и идентификаторы (СНИЛС, ИНН, паспорт) неизвестны',
    accountLine(papers),
  ];
}
