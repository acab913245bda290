// Today's data behind a receipt's link, and the readings and preferences sent through it. The amount to pay comes from the
// account's newest receipt, computed by the function that prints it, less what was paid since.
import type {
  ResidentAccount,
  ResidentPreferences,
  ResidentReadingsOutcome,
} from '@kvartplata/contracts/core/residents-door.ts';
import {
  firstDayOf,
  parseBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay, moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { leftToPay } from '@kvartplata/domain/receipts/payee-sums.ts';
import { withoutPayer, withSum } from '@kvartplata/domain/receipts/payment-code.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { CoreClient } from '../../access/core-client.ts';
import type { LinkedReceipt, ReceiptLinks } from '../receipt-links/receipt-links.service.ts';
import { readFirstPage, type Receipts } from '../receipts/house-receipts.service.ts';
import type { Db } from '../../tables.ts';
import * as repository from './residents-door.repository.ts';
import type { PaymentRow } from './residents-door.repository.ts';

export type DoorDeps = Receipts & {
  readonly db: Db;
  readonly core: CoreClient;
  readonly links: Pick<ReceiptLinks, 'isFor'>;
};

/** A payment code as on the receipt, but without the payer's name, and for what is left to pay. */
export type PaymentCode = {
  readonly payeeName: string;
  readonly leftKopecks: Kopecks;
  readonly text: string;
};

export type ToPay = {
  readonly period: BillingMonth;
  /** By the receipt. */
  readonly toPayKopecks: Kopecks;
  /** Of it, after what was paid, taken back or written off since. */
  readonly leftKopecks: Kopecks;
  /** What is owed besides, which the next receipt asks for: penalties and lines by hand since. */
  readonly addedKopecks: Kopecks;
  readonly dueOn: Temporal.PlainDate;
  readonly isDraft: boolean;
  readonly codes: readonly PaymentCode[];
};

export type Door = {
  readonly account: ResidentAccount;
  readonly principalKopecks: Kopecks;
  readonly penaltyKopecks: Kopecks;
  readonly payments: readonly PaymentRow[];
  /** Null when no receipt can be printed, such as before the bank details are complete. */
  readonly toPay: ToPay | null;
  /** Whether the month of the readings is already in the ledger. */
  readonly isMonthApplied: boolean;
};

/** `ended`: the account is closed, or has another payer. `away`: core is unavailable. */
export type DoorState = Door | 'ended' | 'away';

const PAYMENTS_OF_MONTHS = 12;

export async function readDoor(
  deps: DoorDeps,
  receipt: LinkedReceipt,
  requestId: string,
): Promise<DoorState> {
  try {
    const account = await deps.core.findResidentAccount(accountOf(receipt), requestId);
    if (account === undefined || hasEnded(deps, receipt, account)) return 'ended';
    return await openDoor(deps, receipt, account, requestId);
  } catch (error) {
    if (isAway(error)) return 'away';
    throw error;
  }
}

async function openDoor(
  deps: DoorDeps,
  receipt: LinkedReceipt,
  account: ResidentAccount,
  requestId: string,
): Promise<Door> {
  const { db } = deps;
  const balance = await repository.findBalance(db, receipt);
  const since = moscowDayOf(deps.now()).subtract({ months: PAYMENTS_OF_MONTHS });
  const principalKopecks = parseKopecks(balance?.principalDebt ?? '0');
  const penaltyKopecks = parseKopecks(balance?.penaltyDebt ?? '0');
  return {
    account,
    principalKopecks,
    penaltyKopecks,
    payments: await repository.listPaymentsSince(db, receipt, formatDay(since)),
    toPay: await readToPay(deps, receipt, principalKopecks + penaltyKopecks, requestId),
    isMonthApplied: await repository.isApplied(db, receipt, `${account.window.period}-01`),
  };
}

/**
 * From the account's newest receipt: there may be newer ones than the link's own.
 * @param owedKopecks by the books now
 */
async function readToPay(
  deps: DoorDeps,
  { organizationId, houseId, personalAccountId, period: linked }: LinkedReceipt,
  owedKopecks: Kopecks,
  requestId: string,
): Promise<ToPay | null> {
  const { db, core } = deps;
  const account = { organizationId, houseId, personalAccountId };
  const newer = await repository.findNewerMonth(db, account, formatDay(firstDayOf(linked)));
  const period = newer === null ? linked : parseBillingMonth(newer);
  const page = await readFirstPage(deps, { db, core, requestId }, account, period).catch(noReceipt);
  const receipt = page?.receipts[0];
  if (receipt === undefined) return null;
  const { figures, dueOn, isDraft, sections, payee, paymentCode } = receipt;
  const { toPayKopecks, notDueKopecks } = figures;
  // The charges of a draft are not in the books yet.
  const draftedKopecks = isDraft ? sumBy(figures.lines, ({ totalKopecks }) => totalKopecks) : 0n;
  const lowered = await repository.sumLowered(db, account, formatDay(firstDayOf(period)));
  const leftKopecks = between(0n, toPayKopecks - parseKopecks(lowered), toPayKopecks);
  const askableKopecks = owedKopecks + draftedKopecks - notDueKopecks;
  const asked =
    sections.length === 0 ? [{ payeeId: null, payee, toPayKopecks, paymentCode }] : sections;
  const left = leftToPay(new Map(asked.map((one) => [one.payeeId, one.toPayKopecks])), leftKopecks);
  const codes = asked.map(({ payeeId, payee: { name }, paymentCode: code }) => {
    const ofPayee = left.get(payeeId) ?? 0n;
    return {
      payeeName: name,
      leftKopecks: ofPayee,
      text: withSum(withoutPayer(code), ofPayee),
    };
  });
  return {
    period,
    toPayKopecks,
    leftKopecks,
    addedKopecks: askableKopecks > leftKopecks ? askableKopecks - leftKopecks : 0n,
    dueOn,
    isDraft,
    codes: codes.filter((code) => code.leftKopecks > 0n),
  };
}

function between(least: Kopecks, amount: Kopecks, most: Kopecks): Kopecks {
  return amount < least ? least : amount > most ? most : amount;
}

const UNPRINTABLE: readonly string[] = ['bank-details-missing', 'payee-details-missing'];

function noReceipt(error: unknown): undefined {
  if (error instanceof Refusal && UNPRINTABLE.includes(error.code)) return undefined;
  throw error;
}

export type Sent = {
  readonly readings: readonly { readonly meterId: number; readonly value: string }[];
  readonly confirmed: boolean;
};

/** `ended`: the account is closed, or has another payer. `month-applied`: the month's bills are already out. */
export type ReadingsOutcome = ResidentReadingsOutcome | 'ended' | 'month-applied' | 'away';

/** Idempotent: a retry with the same readings changes nothing. */
export async function sendReadings(
  deps: DoorDeps,
  receipt: LinkedReceipt,
  sent: Sent,
  requestId: string,
): Promise<ReadingsOutcome> {
  const { core, db } = deps;
  const of = accountOf(receipt);
  try {
    const account = await core.findResidentAccount(of, requestId);
    if (account === undefined || hasEnded(deps, receipt, account)) return 'ended';
    const { period, isOpen } = account.window;
    if (isOpen && (await repository.isApplied(db, receipt, `${period}-01`))) return 'month-applied';
    return (await core.storeResidentReadings(of, { period, ...sent }, requestId)) ?? 'ended';
  } catch (error) {
    if (isAway(error)) return 'away';
    throw error;
  }
}

/** @param chosen fields that are missing stay unchanged */
export async function choosePreferences(
  deps: DoorDeps,
  receipt: LinkedReceipt,
  chosen: Partial<ResidentPreferences>,
  requestId: string,
): Promise<'stored' | 'ended' | 'away'> {
  const of = accountOf(receipt);
  try {
    const account = await deps.core.findResidentAccount(of, requestId);
    if (account === undefined || hasEnded(deps, receipt, account)) return 'ended';
    const { email, wantsPaper } = account;
    const all = { email, wantsPaper, ...chosen };
    const stored = await deps.core.storeResidentPreferences(of, all, requestId);
    return stored === undefined ? 'ended' : 'stored';
  } catch (error) {
    if (isAway(error)) return 'away';
    throw error;
  }
}

/** Whether the account is closed, or its payer has changed since the link was made. */
function hasEnded(
  { links, now }: DoorDeps,
  receipt: LinkedReceipt,
  { closedOn, payer }: ResidentAccount,
): boolean {
  if (!links.isFor(receipt, payer)) return true;
  return closedOn !== null && closedOn < formatDay(moscowDayOf(now()));
}

function accountOf({ houseId, personalAccountId }: LinkedReceipt) {
  return { houseId, personalAccountId };
}

function isAway(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'dependency-unavailable';
}
