// Books concurrent payments of one organization together, in one transaction of two round trips; each gets its own outcome.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { compareMonths, formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import {
  drawEntryIds,
  entryToRecord,
  type Actor,
} from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { leaveForCommit, sendTogether } from '@kvartplata/platform/database/together.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import {
  answersUnder,
  holdKeys,
  keepAnswers,
  type AnswerUnder,
  type RequestKey,
} from '@kvartplata/platform/idempotency/held-keys.ts';
import type {
  AccountPlace,
  LockedBalance,
} from '../../books/account-balances/account-balances.repository.ts';
import {
  FirstMonthUnknownError,
  makingMonths,
  monthOfDay,
} from '../../books/cycles/open-months.service.ts';
import type { RawBuilder } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { AllocationMove, AllocationPlan } from './allocation-plan.ts';
import { planPayments, type AccountToPay } from './allocations.service.ts';
import { splitAll, toNewPayment, type PaymentOfAccount } from './book-payments.service.ts';
import { readLimits, type AccountToLimit, type Limits } from './limitation.service.ts';
import {
  holdPayments,
  paymentsToPost,
  type NewPayment,
  type PaymentToHold,
} from './payments.repository.ts';

/** A payment of a caller who may book for the account. */
export type WaitingPayment = {
  readonly payment: Omit<PaymentOfAccount, 'place'> & { readonly place: PlaceToPay };
  readonly actor: Actor;
  readonly key: RequestKey | undefined;
};

/** The house is undefined where it is to be found in the books. */
export type PlaceToPay = Omit<AccountPlace, 'houseId'> & { readonly houseId: number | undefined };

/** Nothing was ever booked on the account; only core may know it. */
export class AccountUnknownError extends Error {
  override readonly name = 'AccountUnknownError';
}

export type Outcome =
  | { readonly kind: 'booked'; readonly payment: Payment; readonly isReplay: boolean }
  | {
      readonly kind: 'refused';
      readonly error: Refusal | FirstMonthUnknownError | AccountUnknownError;
    };

/**
 * The outcomes in the order of the payments; any other error fails all of them.
 * @param waiting of accounts of the organization, each account and each key at most once; houses are known for all or for none
 * @param firstMonth the first day of the organization's first month; null where it is not needed
 */
export async function bookTogether(
  db: Db,
  organizationId: number,
  waiting: readonly WaitingPayment[],
  firstMonth: string | null,
): Promise<readonly Outcome[]> {
  return makingMonths(db, async () =>
    inTransaction(db, async (trx) => book(trx, organizationId, waiting, firstMonth)),
  );
}

type Judged = {
  readonly waiting: WaitingPayment;
  readonly entryId: number;
  readonly account: AccountToPay;
  readonly payment: NewPayment;
};

async function book(
  trx: Trx,
  organizationId: number,
  waiting: readonly WaitingPayment[],
  firstMonth: string | null,
): Promise<readonly Outcome[]> {
  const held = await hold(trx, organizationId, waiting, firstMonth);
  const limits = await readLimits(trx, organizationId, accountsToLimit(waiting, held));
  const judged = waiting.map((one, nth) => settle(() => judge(one, nth, held, limits)));
  const toBook = judged.filter((one) => 'account' in one);
  const plans = await planPayments(
    trx,
    organizationId,
    toBook.map(({ account }) => account),
    limits.limitations,
  );
  const booked = new Map(
    toBook.map((one, nth) => {
      const plan = plans[nth];
      if (plan === undefined) throw new Error('a payment has no plan');
      return [one, { plan, answer: toBooked(one.payment, plan, held.at) }];
    }),
  );
  if (booked.size > 0) await leaveForCommit(trx, toWrite(organizationId, booked));
  return judged.map((one) =>
    'account' in one ? { kind: 'booked', payment: booked.get(one)!.answer, isReplay: false } : one,
  );
}

type Held = {
  readonly answerUnder: AnswerUnder;
  readonly monthOf: (day: string) => string;
  readonly accounts: ReadonlyMap<number, AccountPlace & LockedBalance>;
  /** Accounts that have already received the same payment. */
  readonly repeated: ReadonlySet<number>;
  readonly ids: readonly number[];
  /** Ids of the entries that record them, one per payment. */
  readonly entryIds: readonly number[];
  readonly at: Date;
};

/** Reads and locks everything needed in one round trip: keys, then months, then balances. */
async function hold(
  trx: Trx,
  organizationId: number,
  waiting: readonly WaitingPayment[],
  firstMonth: string | null,
): Promise<Held> {
  const keys = waiting.flatMap(({ key }) => key ?? []);
  const [lockKeys, readAnswers] = keys.length === 0 ? [] : holdKeys(organizationId, keys);
  const asked = waiting.map(({ payment }) => toAsked(payment));
  const houseIds = waiting.map(({ payment }) => payment.place.houseId);
  const [entryIds, heldKeys, answers, [held]] = await sendTogether(trx, [
    drawEntryIds(waiting.length),
    lockKeys,
    readAnswers,
    holdPayments(organizationId, asked, houseIds.every(isKnown) ? houseIds : null, firstMonth),
  ]);
  if (held === undefined) throw new Error('payments were not held');
  const { months, balances, repeated, ids, at } = held;
  return {
    answerUnder: answersUnder(heldKeys, answers),
    monthOf: monthOfDay(months),
    accounts: new Map(
      balances.map((balance) => [balance.personalAccountId, { ...balance, organizationId }]),
    ),
    repeated: new Set(repeated),
    ids,
    entryIds: entryIds.map(({ id }) => id),
    at,
  };
}

const isKnown = (houseId: number | undefined): houseId is number => houseId !== undefined;

function toAsked({
  place,
  amountKopecks,
  paidOn,
  source,
  reference,
}: WaitingPayment['payment']): PaymentToHold {
  return {
    personalAccountId: place.personalAccountId,
    source,
    reference,
    paidOn: formatDay(paidOn),
    amount: formatKopecks(amountKopecks),
  };
}

function accountsToLimit(
  waiting: readonly WaitingPayment[],
  { accounts }: Held,
): readonly AccountToLimit[] {
  return waiting.flatMap(({ payment: { place, paidOn } }) => {
    const account = accounts.get(place.personalAccountId);
    return account === undefined ? [] : [{ place: account, balance: account, days: [paidOn] }];
  });
}

/** Checked in this order: its key, its account, its day, it is not booked already, the balance stays in range. */
function judge(waiting: WaitingPayment, nth: number, held: Held, limits: Limits): Judged | Outcome {
  const { key } = waiting;
  const kept = key === undefined ? undefined : held.answerUnder(key);
  if (kept !== undefined)
    return { kind: 'booked', payment: kept.answer as Payment, isReplay: true };
  const { personalAccountId } = waiting.payment.place;
  const account = held.accounts.get(personalAccountId);
  if (account === undefined) throw new AccountUnknownError(`account ${personalAccountId}`);
  const payment = { ...waiting.payment, place: account };
  held.monthOf(formatDay(payment.paidOn));
  const id = held.ids[nth] ?? 0;
  const payments = splitAll({ place: account, balance: account, given: [{ id, payment }] }, limits);
  if (held.repeated.has(personalAccountId)) throw new Refusal('payment-exists');
  return {
    waiting,
    entryId: held.entryIds[nth] ?? 0,
    account: { place: account, locked: account, payments, areNewest: true },
    payment: toNewPayment(payment, payments[0], held.monthOf),
  };
}

function settle(judgeIt: () => Judged | Outcome): Judged | Outcome {
  try {
    return judgeIt();
  } catch (error) {
    if (
      error instanceof Refusal ||
      error instanceof FirstMonthUnknownError ||
      error instanceof AccountUnknownError
    )
      return { kind: 'refused', error };
    throw error;
  }
}

type Planned = { readonly plan: AllocationPlan; readonly answer: Payment };

function toWrite(
  organizationId: number,
  booked: ReadonlyMap<Judged, Planned>,
): readonly RawBuilder<unknown>[] {
  const all = [...booked];
  return [
    paymentsToPost(
      organizationId,
      all.map(([{ payment }, { plan }]) => ({
        ...payment.place,
        payments: [payment],
        plan,
        cause: { reason: 'payment', causeId: payment.id },
      })),
      all.map(([{ entryId, waiting }, { answer }]) =>
        entryToRecord(entryId, {
          actor: waiting.actor,
          change: {
            action: 'payment.booked',
            object: { type: 'payment', id: answer.id },
            organizationId,
            after: answer,
          },
        }),
      ),
    ),
    ...keepAnswers(
      organizationId,
      all.flatMap(([{ waiting }, { answer }]) =>
        waiting.key === undefined ? [] : [{ ...waiting.key, answer }],
      ),
    ),
  ];
}

function toBooked(payment: NewPayment, { moves }: AllocationPlan, at: Date): Payment {
  const own = moves.filter(({ paymentId }) => paymentId === payment.id).toSorted(byKindAndMonth);
  return {
    id: payment.id,
    houseId: payment.place.houseId,
    personalAccountId: payment.place.personalAccountId,
    amount: payment.amount,
    principalAmount: formatKopecks(payment.principalKopecks),
    penaltyAmount: formatKopecks(payment.penaltyKopecks),
    paidOn: payment.paidOn,
    period: payment.bookedIn.slice(0, 7),
    namedPeriod: payment.namedPeriod?.slice(0, 7) ?? null,
    reference: payment.reference,
    source: payment.source,
    status: 'BOOKED',
    createdAt: at.toISOString(),
    allocation: own.map(({ kind, month, amountKopecks }) => ({
      debtKind: kind,
      period: month === null ? null : formatBillingMonth(month),
      amount: formatKopecks(amountKopecks),
    })),
  };
}

/** The principal first, the oldest month first, and the advance last. */
function byKindAndMonth(a: AllocationMove, b: AllocationMove): number {
  if (a.kind !== b.kind) return a.kind === 'principal' ? -1 : 1;
  if (a.month === null || b.month === null) return a.month === null ? 1 : -1;
  return compareMonths(a.month, b.month);
}
