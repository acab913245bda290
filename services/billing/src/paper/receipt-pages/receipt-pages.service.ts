// What a receipt's link shows and accepts. Its holder may see one month's charges of one account and, while the account is open,
// its debt, payments and meters.
import type { ReceiptProof } from '@kvartplata/contracts/billing/seals.ts';
import { MOST_REASON, type Dispute } from '@kvartplata/contracts/billing/disputes.ts';
import { firstDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { monthWords } from '@kvartplata/domain/calendar/month-words.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { codeOf } from '@kvartplata/domain/receipts/receipt.ts';
import { listExplainedCharges, type ExplainedRow } from '../../month/charges/charges.service.ts';
import type { Checkpoints } from '../../books/seals/checkpoints.service.ts';
import type { CoreClient } from '../../access/core-client.ts';
import { proveMonth } from '../../books/seals/receipt-proofs.service.ts';
import { listDisputesOf, openDispute, type DisputeOutcome } from '../disputes/disputes.service.ts';
import {
  openLink,
  type LinkedReceipt,
  type ReceiptLinks,
} from '../receipt-links/receipt-links.service.ts';
import { listLinesByHand, type LineByHand } from '../receipts/lines-by-hand.service.ts';
import type { Db } from '../../tables.ts';
import { PAGE_WORDS, type PageWords } from './page-words.ts';
import type { PageLine, PageStep, ReceiptPage } from './receipt-page.ts';
import { readDoor } from './residents-door.service.ts';

export type ReceiptPages = {
  readonly db: Db;
  readonly links: ReceiptLinks;
  readonly checkpoints: Checkpoints;
  readonly core: CoreClient;
  readonly now: () => Date;
};

/** The receipt of the token; undefined when the token is invalid, expired or withdrawn. */
export async function findLinked(
  { db, links }: Pick<ReceiptPages, 'db' | 'links'>,
  token: string,
): Promise<LinkedReceipt | undefined> {
  return openLink(db, links, token);
}

/** Undefined when the token is invalid, expired or withdrawn, or its month no longer has charges. */
export async function findReceiptPage(
  pages: ReceiptPages,
  token: string,
  requestId: string,
): Promise<ReceiptPage | undefined> {
  const { db, links, checkpoints } = pages;
  const receipt = await findLinked({ db, links }, token);
  if (receipt === undefined) return undefined;
  const place = placeOf(receipt);
  const charges = await listExplainedCharges(db, place);
  const [first] = charges;
  if (first === undefined) return undefined;
  const byHand = await listLinesByHand(db, place);
  const lines = linesOf(charges, byHand, await listDisputesOf(db, place));
  return {
    accountNumber: first.accountNumber,
    period: receipt.period,
    isDraft: first.isDraft,
    isSealed: (await proveMonth(db, place, checkpoints)) !== undefined,
    lines,
    total: totalOf([...charges, ...byHand]),
    door: await readDoor(pages, receipt, requestId),
  };
}

/**
 * The proof of the account's line in the month; undefined when the token is not valid, and before the month is closed.
 * @param since the size of an earlier head of the log of seals
 * @throws Refusal not-found when the log never had that size
 */
export async function findReceiptProof(
  { db, links, checkpoints }: ReceiptPages,
  token: string,
  since?: number,
): Promise<ReceiptProof | undefined> {
  const receipt = await openLink(db, links, token);
  return receipt === undefined ? undefined : proveMonth(db, placeOf(receipt), checkpoints, since);
}

/** `no-page`: the token is not valid. `bad-reason`: the text is empty or too long. `bad-line`: there is no such line. */
export type Objection = DisputeOutcome | 'no-page' | 'bad-reason' | 'bad-line';

export async function object(
  { db, links }: ReceiptPages,
  token: string,
  said: { readonly line: string; readonly reason: string; readonly requestId: string },
): Promise<Objection> {
  const receipt = await findLinked({ db, links }, token);
  if (receipt === undefined) return 'no-page';
  const place = placeOf(receipt);
  const charges = await listExplainedCharges(db, place);
  const [first] = charges;
  if (first === undefined) return 'no-page';
  const line = linesOf(charges, await listLinesByHand(db, place), []).find(
    ({ code }) => code === said.line,
  );
  if (line === undefined) return 'bad-line';
  const reason = readReason(said.reason);
  if (reason === undefined) return 'bad-reason';
  const { accountNumber } = first;
  const { code: lineCode, serviceName, amount } = line;
  const disputed = { accountNumber, lineCode, serviceName, amount };
  return openDispute(db, place, disputed, { reason, requestId: said.requestId });
}

/** Keeps line breaks but no other control characters; undefined when it is empty or too long. */
function readReason(text: string): string | undefined {
  const reason = text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim();
  return reason === '' || Array.from(reason).length > MOST_REASON ? undefined : reason;
}

function linesOf(
  charges: readonly ExplainedRow[],
  byHand: readonly LineByHand[],
  disputes: readonly Dispute[],
): readonly PageLine[] {
  const disputesOf = (code: string) => disputes.filter(({ lineCode }) => lineCode === code);
  const charged = [...Map.groupBy(charges, codeOf)].map(([code, ofLine]) => ({
    code,
    serviceName: ofLine[0]?.serviceName ?? '',
    amount: totalOf(ofLine),
    explanations: ofLine.map(({ steps }) =>
      steps.map(({ ru, en, article }) => ({ text: { ru, en }, article })),
    ),
    disputes: disputesOf(code),
  }));
  return [...charged, ...byHand.map((line) => lineByHand(line, disputesOf(line.code)))];
}

function lineByHand(
  { code, what, period, reason, basis, amount }: LineByHand,
  disputes: readonly Dispute[],
): PageLine {
  const { ru, en } = PAGE_WORDS;
  const month = monthWords(period);
  const inBoth = (say: (words: PageWords) => string) => ({ ru: say(ru), en: say(en) });
  const steps: readonly PageStep[] = [
    {
      text: { ru: ru.byHand(month.ru), en: en.byHand(month.en) },
      article: inBoth(({ byHandArticle }) => byHandArticle),
    },
    { text: inBoth((words) => words.reason(reason)), article: null },
    { text: inBoth((words) => words.basis(basis)), article: null },
  ];
  return { code, serviceName: what, amount, explanations: [steps], disputes };
}

function totalOf(charges: readonly { readonly amount: string }[]): string {
  return sumOfMoney(charges.map(({ amount }) => amount));
}

function placeOf({ organizationId, houseId, personalAccountId, period }: LinkedReceipt) {
  return { organizationId, houseId, personalAccountId, period: formatDay(firstDayOf(period)) };
}
