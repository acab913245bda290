// The part of the demo about money that comes in: the residents pay for the first month, one payment turns up
// late, one was another's and is taken back, and the month is closed.
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
import type { Api } from './api.ts';
import { type Books, cycleOf } from './bill-a-year.ts';
import type { Outcome } from './colleagues.ts';
import { renderTable } from './table.ts';

const SOURCE = 'demo-bank';

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

/** What was tried, and whether it went as it should. An earlier run's payments stand. */
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
      reference: `${resident.number} ${paidOn}`,
    });

  for (const resident of [first, ...residents.slice(2)])
    await pay(resident, resident.chargedKopecks, `${nextMonth}-09`);
  const later = await pay(second, second.chargedKopecks, `${nextMonth}-10`);
  await pay(second, second.chargedKopecks, `${nextMonth}-02`);
  const moved = await api.call(getPayment, { params: { paymentId: later.id } });
  const mistaken = await pay(third, 700_00n, `${nextMonth}-10`);
  const storno = async (): Promise<string> =>
    codeOf(
      api.call(reversePayment, {
        params: { paymentId: mistaken.id },
        body: { reason: 'чужой платёж' },
      }),
    );
  const [taken, again] = [await storno(), await storno()];

  const sealed = await closeTwice(api, cycleOf(cycles, period).id, period);
  const fresh = await book(api, {
    personalAccountId: fourth.id,
    amount: '0.01',
    paidOn: `${period}-28`,
    source: SOURCE,
    reference: `${fourth.number} after closing`,
  });
  return [
    {
      what: `an earlier payment of ${second.number} turns up, and the later one moves on: ${partsOf(moved).join(', ')}`,
      holds: moved.allocation.every((part) => part.period !== period),
    },
    {
      what: `a payment of ${third.number} is taken back, and once: ${again}`,
      holds: isOnce(taken, again, 'already-reversed'),
    },
    ...sealed,
    {
      what: `what is paid for ${period} is booked in ${later.bookedIn}, when it is paid`,
      holds: [later, mistaken].every(({ bookedIn }) => bookedIn === nextMonth),
    },
    {
      what: `a payment of ${period} that turns up after the closing is booked in ${fresh.bookedIn}, which is open`,
      holds: fresh.bookedIn === nextMonth,
    },
  ];
}

/** Who has paid month by month pays what is left on the day after the last of them, and something ahead. */
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
    amount: formatKopecks((owedKopecks > 0n ? owedKopecks : 0n) + 500_00n),
    paidOn,
    source: SOURCE,
    reference: `${first.number} ahead`,
  });
  return {
    what: `${first.number} pays all and 500.00 ahead: ${partsOf(paid).at(-1)}`,
    holds: partsOf(paid).at(-1) === 'advance 500.00',
  };
}

/** Closed once, however often it is asked. */
async function closeTwice(api: Api, cycleId: number, period: string): Promise<readonly Outcome[]> {
  const cycle = { params: { cycleId } };
  const [closed, closedAgain] = [
    await codeOf(api.call(closeCycle, cycle)),
    await codeOf(api.call(closeCycle, cycle)),
  ];
  const { status } = await api.call(getCycle, cycle);
  const seal = await api.call(getMonthSeal, cycle);
  return [
    {
      what: `${period} is closed, and once: ${closedAgain}`,
      holds: status === 'CLOSED' && isOnce(closed, closedAgain, 'cycle-not-applied'),
    },
    {
      what: `the seal of ${period} holds, and is in the log`,
      holds: seal.isValid === true && seal.isLogged === true,
    },
    {
      what: `and tells how its checks came out: ${seal.checks?.filter(({ state }) => state === 'OK').length} of ${seal.checks?.length} in order`,
      holds: seal.checks?.every(({ state }) => state !== 'BLOCKING') === true,
    },
  ];
}

/** Closes the months in order; an earlier run's stay closed. */
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
    what: `${months.at(0)} to ${months.at(-1)} are closed, each under a seal that holds`,
    holds: valid.every(Boolean),
  };
}

/** What the accounts owed by the end of the second month, and what they owe now. */
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
      { title: 'Account', of: (id) => numbers.get(id) ?? '' },
      { title: `Owed on ${asOf}`, of: (id) => debtOf(then, id), align: 'right' },
      { title: 'Owed now', of: (id) => debtOf(now, id), align: 'right' },
    ],
    [...numbers.keys()],
  );
}

/** Each with what was charged for the month. */
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
  return charges.reduce((total, { amount }) => total + parseKopecks(amount), 0n);
}

/** The payment with this reference, which an earlier run may have booked. */
async function book(api: Api, payment: NewPayment): Promise<Payment> {
  const { personalAccountId } = payment;
  const { items } = await api.call(listPayments, {
    query: { personalAccountId, source: SOURCE },
  });
  const booked = items.find(({ reference }) => reference === payment.reference);
  return booked ?? api.call(createPayment, { body: payment });
}

/** The code of the refusal, or that it is done. */
async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'done',
    (error: unknown) => (error instanceof RequestFailure ? error.code : String(error)),
  );
}

/** Done now or by an earlier run, and then refused. */
function isOnce(first: string, again: string, code: string): boolean {
  return (first === 'done' || first === code) && again === code;
}

function partsOf({ allocation }: Payment): readonly string[] {
  return allocation.map(({ period, amount }) => `${period ?? 'advance'} ${amount}`);
}
