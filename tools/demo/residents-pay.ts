// The demo's part about payments: the residents pay for the first month, one payment turns up late, one was for another account
// and is reversed, and the month is closed.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import {
  type AccountBalance,
  getAccountBalance,
  listAccountBalances,
} from '@kvartplata/contracts/billing/account-balances.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { type BillingCycle, getCycle } from '@kvartplata/contracts/billing/cycles.ts';
import {
  createPayment,
  getPayment,
  listPayments,
  type Payment,
  reversePayment,
} from '@kvartplata/contracts/billing/payments.ts';
import { getMonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { day, figure, month, roubles, say } from '../speech/speech.ts';
import type { Api } from './api.ts';
import { type Books, cycleOf } from './bill-a-year.ts';
import type { Outcome } from './colleagues.ts';
import { renderTable } from './table.ts';

export const SOURCE = 'Касса офиса';
const AHEAD = '500.00';

export type Resident = {
  readonly id: number;
  readonly number: string;
  readonly chargedKopecks: bigint;
};

type NewPayment = {
  readonly personalAccountId: number;
  readonly amount: string;
  readonly paidOn: string;
  readonly source: string;
  readonly reference: string;
};

/** Attempts, and whether their outcome is as expected. Payments of an earlier run stay. */
export async function letResidentsPay(
  api: Api,
  { cycles, charges }: Pick<Books, 'cycles' | 'charges'>,
  period: string,
): Promise<readonly Outcome[]> {
  const residents = residentsOf(charges, period);
  const [first, second, third, fourth] = residents;
  if (!first || !second || !third || !fourth) throw new Error('the house has too few residents');
  const nextMonth = parseBillingMonth(period).add({ months: 1 }).toString();
  const pay = async (resident: Resident, kopecks: bigint, paidOn: string): Promise<Payment> =>
    book(api, {
      personalAccountId: resident.id,
      amount: formatKopecks(kopecks),
      paidOn,
      source: SOURCE,
      reference: cashOrder(resident.number, paidOn),
    });

  for (const resident of [first, ...residents.slice(2)])
    await pay(resident, resident.chargedKopecks, `${nextMonth}-09`);
  const later = await pay(second, second.chargedKopecks, `${nextMonth}-10`);
  await pay(second, second.chargedKopecks, `${nextMonth}-02`);
  const moved = await api.call(getPayment, { params: { paymentId: later.id } });
  const mistaken = await pay(third, 700_00n, `${nextMonth}-10`);
  const isTakenBack = await takeBackTwice(api, mistaken.id);

  const sealed = await closeTwice(api, cycleOf(cycles, period).id, period);
  const fresh = await book(api, {
    personalAccountId: fourth.id,
    amount: '0.01',
    paidOn: `${period}-28`,
    source: SOURCE,
    reference: cashOrder(fourth.number, `${period}-28`),
  });
  return [
    {
      what: say(
        `нашёлся более ранний платёж ${second.number}, и поздний переходит на другой месяц: ${partsOf(moved).join('; ')}`,
        `an earlier payment of ${second.number} turns up, and the later one moves on: ${partsOf(moved).join('; ')}`,
      ),
      holds: moved.allocation.every((part) => part.period !== period),
    },
    {
      what: say(
        `чужой платёж на ${third.number} сторнирован, и только один раз`,
        `a payment of ${third.number} that was another’s is taken back, and only once`,
      ),
      holds: isTakenBack,
    },
    ...sealed,
    {
      what: say(
        `оплата за ${month(period)} проведена тогда, когда заплатили: ${month(later.period)}`,
        `what is paid for ${month(period)} is booked when it is paid, in ${month(later.period)}`,
      ),
      holds: [later, mistaken].every((paid) => paid.period === nextMonth),
    },
    {
      what: say(
        `платёж от ${day(fresh.paidOn)}, найденный после закрытия, проведён в открытом месяце: ${month(fresh.period)}`,
        `a payment of ${day(fresh.paidOn)} that turns up after the closing is booked in ${month(fresh.period)}, which is open`,
      ),
      holds: fresh.period === nextMonth,
    },
  ];
}

/** Residents who have paid monthly pay the rest on the day after the last payment, and something in advance. */
export async function payAhead(
  api: Api,
  charges: Books['charges'],
  months: readonly string[],
): Promise<Outcome> {
  const last = months.at(-1) ?? '';
  const [first] = residentsOf(charges, last);
  if (first === undefined) throw new Error('the house has no residents');
  const personalAccountId = first.id;
  const { principalDebt } = await api.call(getAccountBalance, { params: { personalAccountId } });
  const owedKopecks = parseKopecks(principalDebt);
  const paidOn = parseBillingMonth(last).add({ months: 1 }).toPlainDate({ day: 1 }).toString();
  const paid = await book(api, {
    personalAccountId,
    amount: formatKopecks((owedKopecks > 0n ? owedKopecks : 0n) + parseKopecks(AHEAD)),
    paidOn,
    source: SOURCE,
    reference: cashOrder(first.number, paidOn),
  });
  return {
    what: say(
      `${first.number} платит всё и ${roubles(AHEAD)} вперёд`,
      `${first.number} pays all and ${roubles(AHEAD)} ahead`,
    ),
    holds: paid.allocation.at(-1)?.period === null && paid.allocation.at(-1)?.amount === AHEAD,
  };
}

/** Whether it can be reversed only once. */
async function takeBackTwice(api: Api, paymentId: number): Promise<boolean> {
  const storno = { params: { paymentId }, body: { reason: 'чужой платёж' } };
  const taken = await codeOf(api.call(reversePayment, storno));
  const again = await codeOf(api.call(reversePayment, storno));
  return isOnce(taken, again, 'already-reversed');
}

/** Closed once, however often it is requested. */
async function closeTwice(api: Api, cycleId: number, period: string): Promise<readonly Outcome[]> {
  const cycle = { params: { cycleId } };
  const [closed, closedAgain] = [
    await codeOf(api.call(closeCycle, cycle)),
    await codeOf(api.call(closeCycle, cycle)),
  ];
  const { status } = await api.call(getCycle, cycle);
  const seal = await api.call(getMonthSeal, cycle);
  const inOrder = seal.checks?.filter(({ state }) => state === 'OK').length;
  return [
    {
      what: say(
        `${month(period)}: месяц закрыт, и только один раз`,
        `${month(period)} is closed, and only once`,
      ),
      holds: status === 'CLOSED' && isOnce(closed, closedAgain, 'cycle-not-applied'),
    },
    {
      what: say(
        `печать за ${month(period)} верна и стоит в журнале`,
        `the seal of ${month(period)} holds, and is in the log`,
      ),
      holds: seal.isValid === true && seal.isLogged === true,
    },
    {
      what: say(
        `и помнит итог проверок: в порядке ${inOrder} из ${seal.checks?.length}`,
        `and tells how its checks came out: ${inOrder} of ${seal.checks?.length} in order`,
      ),
      holds: seal.checks?.every(({ state }) => state !== 'BLOCKING') === true,
    },
  ];
}

/** Closes the months in order; those closed by an earlier run stay closed. */
export async function closeMonths(
  api: Api,
  cycles: readonly BillingCycle[],
  months: readonly string[],
): Promise<Outcome> {
  const valid: boolean[] = [];
  for (const period of months) {
    const cycle = { params: { cycleId: cycleOf(cycles, period).id } };
    await codeOf(api.call(closeCycle, cycle));
    valid.push((await api.call(getMonthSeal, cycle)).isValid === true);
  }
  return {
    what: say(
      `${month(months.at(0) ?? '')} – ${month(months.at(-1) ?? '')}: месяцы закрыты, печать каждого верна`,
      `${month(months.at(0) ?? '')} to ${month(months.at(-1) ?? '')} are closed, each under a seal that holds`,
    ),
    holds: valid.every(Boolean),
  };
}

/** The balances at the end of the second month, and now. */
export async function debtsTable(
  api: Api,
  { charges, houseId }: Pick<Books, 'charges'> & { readonly houseId: number },
  asOf: string,
): Promise<string> {
  const numbers = new Map(charges.map((one) => [one.personalAccountId, one.accountNumber]));
  const query = { houseId, limit: 200 };
  const then = await api.call(listAccountBalances, { query: { ...query, asOf } });
  const now = await api.call(listAccountBalances, { query });
  const debtOf = (page: PageOf<AccountBalance>, id: number): string =>
    page.items.find(({ personalAccountId }) => personalAccountId === id)?.principalDebt ?? '';
  return renderTable(
    [
      { title: say('Счёт', 'Account'), of: (id) => numbers.get(id) ?? '' },
      {
        title: say(`Долг на ${day(asOf)}`, `Owed on ${asOf}`),
        of: (id) => figure(debtOf(then, id)),
        align: 'right',
      },
      {
        title: say('Долг сейчас', 'Owed now'),
        of: (id) => figure(debtOf(now, id)),
        align: 'right',
      },
    ],
    [...numbers.keys()],
  );
}

/** Each with the charges of the month. */
export function residentsOf(charges: Books['charges'], period: string): readonly Resident[] {
  const ofMonth = charges.filter((charge) => charge.period === period);
  return [...Map.groupBy(ofMonth, ({ personalAccountId }) => personalAccountId)].map(
    ([id, own]) => ({
      id,
      number: own[0]?.accountNumber ?? '',
      chargedKopecks: sum(own),
    }),
  );
}

function sum(charges: Books['charges']): bigint {
  return sumBy(charges, ({ amount }) => parseKopecks(amount));
}

/** The number of the cash receipt order (ПКО) of what an account pays on a day. */
export function cashOrder(accountNumber: string, paidOn: string): string {
  const [, monthOfYear, dayOfMonth] = paidOn.split('-');
  return `ПКО ${accountNumber}/${dayOfMonth}${monthOfYear}`;
}

/** The payment with this reference, which an earlier run may have booked. */
export async function book(api: Api, payment: NewPayment): Promise<Payment> {
  const { personalAccountId } = payment;
  const { items } = await api.call(listPayments, {
    query: { personalAccountId, source: SOURCE },
  });
  const booked = items.find(({ reference }) => reference === payment.reference);
  return booked ?? api.call(createPayment, { body: payment });
}

/** The code of the refusal, or `done`. */
async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'done',
    (error: unknown) => (error instanceof RequestFailure ? error.code : String(error)),
  );
}

/** Done now, or by an earlier run and then refused. */
function isOnce(first: string, again: string, code: string): boolean {
  return (first === 'done' || first === code) && again === code;
}

function partsOf({ allocation }: Payment): readonly string[] {
  return allocation.map(
    ({ period, amount }) =>
      `${period === null ? say('вперёд', 'ahead') : month(period)} ${roubles(amount)}`,
  );
}
