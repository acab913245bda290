// Freezes an account's debt as a claim: read in one transaction while nobody can book for the account.
import type { Claim, Proceeding } from '@kvartplata/contracts/billing/court-cases.ts';
import type { ReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import { formatBillingMonth, monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy, sumOf } from '@kvartplata/domain/money/sums.ts';
import {
  DutyNotKnownError,
  MOST_BY_ORDER_KOPECKS,
  stateDuty,
} from '@kvartplata/domain/regulation/state-duty/state-duty.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { CoreClient } from '../../access/core-client.ts';
import type {
  AccountPlace,
  LockedBalance,
} from '../../books/account-balances/account-balances.repository.ts';
import { lockAccounts } from '../../books/account-balances/account-balances.service.ts';
import { readPenaltySums } from '../../paper/reports/account-reports.service.ts';
import type { Trx } from '../../tables.ts';
import { closedBefore } from '../closed-account.service.ts';
import { claimedSums, setOffPenalty } from '../set-off-penalty.ts';
import { listPaymentsSince } from './claimed-books.repository.ts';
import { readOverdue } from './overdue-months.service.ts';

/** The creditor and the debtor, as core knows them. */
export type Parties = Pick<Claim, 'creditor' | 'debtor'>;

type Readers = { readonly core: Pick<CoreClient, 'readReceiptFacts'> };

/** @throws Refusal not-found, dependency-unavailable */
export async function readParties(
  caller: Caller,
  { houseId, personalAccountId }: AccountPlace,
  today: Temporal.PlainDate,
): Promise<Parties> {
  const { core, requestId } = caller;
  const period = formatBillingMonth(monthOf(today));
  const facts = await core.readReceiptFacts(houseId, period, { personalAccountId }, requestId);
  const [account] = facts?.accounts ?? [];
  if (facts === undefined || account === undefined)
    throw notFound(`personal account ${personalAccountId}`);
  return {
    creditor: toCreditor(facts),
    debtor: {
      payer: account.payer,
      payerAddress: account.payerAddress,
      inn: account.payerInn,
      facts: null,
      address: facts.house.address,
      roomNumber: account.roomNumber,
      roomKind: account.roomKind,
      area: account.area,
      closedOn: await closedBefore(caller, personalAccountId, today),
    },
  };
}

/** The creditor, whether or not the account is open. @throws Refusal not-found, dependency-unavailable */
export async function readCreditor(
  { core, requestId }: Pick<Caller, 'requestId'> & Readers,
  { houseId, personalAccountId }: Omit<AccountPlace, 'organizationId'>,
  today: Temporal.PlainDate,
): Promise<Claim['creditor']> {
  const period = formatBillingMonth(monthOf(today));
  const facts = await core.readReceiptFacts(houseId, period, { personalAccountId }, requestId);
  if (facts === undefined) throw notFound(`house ${houseId}`);
  return toCreditor(facts);
}

function toCreditor({ contractor }: Pick<ReceiptFacts, 'contractor'>): Claim['creditor'] {
  const { bankDetails, ...creditor } = contractor;
  return {
    name: creditor.name,
    inn: creditor.inn,
    kpp: creditor.kpp,
    legalAddress: creditor.legalAddress,
    phone: creditor.phone,
    email: creditor.email,
    bankName: bankDetails.bankName,
    bic: bankDetails.bic,
    settlementAccount: bankDetails.settlementAccount,
    correspondentAccount: bankDetails.correspondentAccount,
  };
}

export type FrozenClaim = {
  readonly claim: Claim;
  readonly principal: string;
  readonly penalty: string;
  readonly stateDuty: string;
  /** The account's balance, including what is not due yet. */
  readonly balance: string;
};

/** Locks the account against bookings and against another case until the transaction ends. */
export async function holdAccount(trx: Trx, place: AccountPlace): Promise<LockedBalance> {
  const [locked] = await lockAccounts(trx, place.organizationId, [place]);
  if (locked === undefined) throw new Error('a balance is not there');
  return locked;
}

/**
 * What is overdue, with the penalties as booked; the account has to be locked.
 * @throws Refusal no-debt, order-above-limit, law-not-known
 */
export async function freezeClaim(
  trx: Trx,
  place: AccountPlace,
  { locked, parties, proceeding, asOf }: FreezeTerms,
): Promise<FrozenClaim> {
  const overdue = await readOverdue(trx, place, asOf);
  const { months } = overdue;
  const { booked, sums } = await readPenaltySums(trx, place);
  const { advanceKopecks, ...owed } = setOffPenalty(overdue, parseKopecks(sums.owed));
  const monthsKopecks = sumBy(months, ({ amount }) => parseKopecks(amount));
  const { principalKopecks, penaltyKopecks } = claimedSums(
    { ...owed, monthsKopecks },
    advanceKopecks,
  );
  const first = months[0]?.period ?? booked.debts.map(({ period }) => period).toSorted()[0];
  if (principalKopecks + penaltyKopecks === 0n) throw new Refusal('no-debt');
  const claim: Claim = {
    ...parties,
    months: [...months],
    advance: formatKopecks(advanceKopecks),
    courtFees: locked.openCourtFees,
    payments: first === undefined ? [] : [...(await listPaymentsSince(trx, place, `${first}-01`))],
    penalties: {
      countedTo: booked.countedTo,
      debts: [...booked.debts],
      booked: sums.booked,
      brought: sums.brought,
      paid: sums.paid,
      writtenOff: sums.writtenOff,
      remarks: [...booked.remarks],
    },
    timeBarred: formatKopecks(
      sumOf(months.filter((month) => month.isTimeBarred).map(({ amount }) => parseKopecks(amount))),
    ),
  };
  return {
    claim,
    principal: formatKopecks(principalKopecks),
    penalty: formatKopecks(penaltyKopecks),
    stateDuty: formatKopecks(dutyOf(principalKopecks + penaltyKopecks, proceeding, asOf)),
    balance: formatKopecks(parseKopecks(locked.principalDebt) + parseKopecks(locked.penaltyDebt)),
  };
}

type FreezeTerms = {
  readonly locked: LockedBalance;
  readonly parties: Parties;
  readonly proceeding: Proceeding;
  readonly asOf: Temporal.PlainDate;
};

function dutyOf(claimed: Kopecks, proceeding: Proceeding, asOf: Temporal.PlainDate): Kopecks {
  if (proceeding === 'order' && claimed > MOST_BY_ORDER_KOPECKS)
    throw new Refusal(
      'order-above-limit',
      `${formatKopecks(claimed)} is owed, and an order is given up to ${formatKopecks(MOST_BY_ORDER_KOPECKS)}`,
    );
  try {
    return stateDuty(claimed, proceeding, asOf);
  } catch (error) {
    if (error instanceof DutyNotKnownError)
      throw new Refusal('law-not-known', `The state duty of ${formatDay(asOf)} is not known`);
    throw error;
  }
}
