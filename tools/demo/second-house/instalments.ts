// An account of the second house that has paid half of each month agrees on an instalment plan for its oldest debts, pays the
// first part in time, and finds the plan on its receipt, besides the sections of its payees.
import {
  createInstalment,
  listInstalments,
  type Instalment,
} from '@kvartplata/contracts/billing/instalments.ts';
import { getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { findProgram } from '@kvartplata/platform/testing/programs.ts';
import { textOfPages } from '@kvartplata/billing-service/src/testing/pdf-pages.ts';
import { counted, month, roubles, say } from '../../speech/speech.ts';
import { bytesOf, type Api } from '../api.ts';
import type { Books } from '../bill-a-year.ts';
import type { Outcome } from '../colleagues.ts';
import type { Keep } from '../debts.ts';
import { accrue } from '../penalties.ts';
import { book, cashOrder, residentsOf, SOURCE } from '../residents-pay.ts';
import { ACCOUNTS } from './files.ts';
import { idOf, type SecondHouse } from './move-in.ts';
import { PAYEE_NAMES } from './payees.ts';

const PARTS = 6;

type Debts = {
  readonly charges: Books['charges'];
  /** The billed months, in order. */
  readonly months: readonly string[];
};

/** The plan of an earlier run stays, whatever its state. */
export async function agreePlan(
  api: Api,
  house: SecondHouse,
  debts: Debts,
  keep: Keep,
): Promise<readonly Outcome[]> {
  const personalAccountId = idOf(house.accounts, ACCOUNTS.ownBoiler);
  const read = async (): Promise<Instalment | undefined> =>
    (await api.call(listInstalments, { query: { personalAccountId } })).items[0];
  if ((await read()) === undefined) {
    await payFirstPart(api, debts, await makePlan(api, personalAccountId, debts));
    await accrue(api, house);
  }
  const plan = await read();
  if (plan === undefined) throw new Error('a plan that was agreed is listed');
  const agreed = {
    what: say(
      `рассрочка долга ${roubles(plan.amount)} на ${counted(PARTS, 'месяц', 'месяца', 'месяцев')}: первая часть уплачена, осталось ${roubles(plan.left)}`,
      `instalments over ${PARTS} months for a debt of ${roubles(plan.amount)}: the first part is paid, ${roubles(plan.left)} are left`,
    ),
    holds: plan.schedule[0]?.state === 'paid',
  };
  return [agreed, await receiptOf(api, plan, debts, keep)];
}

/** Without interest, starting before the end of the last month. */
async function makePlan(
  api: Api,
  personalAccountId: number,
  { months }: Debts,
): Promise<Instalment> {
  const { id } = await api.call(createInstalment, {
    body: {
      personalAccountId,
      months: PARTS,
      startsOn: `${months.at(-1)}-20`,
      annualInterest: '0',
      periods: months.slice(0, PARTS),
      basis: 'Соглашение о рассрочке № 3',
    },
  });
  const { items } = await api.call(listInstalments, { query: { personalAccountId } });
  const made = items.find((plan) => plan.id === id);
  if (made === undefined) throw new Error('a plan that was agreed is listed');
  return made;
}

/** The part, in addition to the unpaid half of the last month's charges. */
async function payFirstPart(
  api: Api,
  { charges, months }: Debts,
  { personalAccountId, schedule }: Instalment,
): Promise<void> {
  const last = months.at(-1) ?? '';
  const resident = residentsOf(charges, last).find(({ id }) => id === personalAccountId);
  if (resident === undefined) throw new Error('who pays by instalments is charged');
  const { number, chargedKopecks } = resident;
  const openKopecks = chargedKopecks - chargedKopecks / 2n;
  const paidOn = parseBillingMonth(last).add({ months: 1 }).toPlainDate({ day: 1 }).toString();
  await book(api, {
    personalAccountId,
    amount: formatKopecks(parseKopecks(schedule[0]?.principal ?? '0.00') + openKopecks),
    paidOn,
    source: SOURCE,
    reference: cashOrder(number, paidOn),
  });
}

/** Programs that read PDF documents are not installed everywhere. */
async function receiptOf(
  api: Api,
  { personalAccountId }: Instalment,
  { months }: Debts,
  keep: Keep,
): Promise<Outcome> {
  const period = months.at(-1) ?? '';
  const asked = { params: { personalAccountId }, query: { period } };
  const pdf = await bytesOf(await api.callFile(getReceipt, asked));
  keep(`receipt-${period}.pdf`, pdf);
  const text = findProgram('pdftoppm') === undefined ? undefined : textOfPages(pdf).join('');
  return {
    what: say(
      `квитанция за ${month(period)} просит часть рассрочки и называет получателей: ${PAYEE_NAMES.length + 1}`,
      `its receipt of ${month(period)} asks for the part, and names ${PAYEE_NAMES.length + 1} payees`,
    ),
    holds: text === undefined || [SECTION_5, PAYEES].every((title) => text.includes(title)),
  };
}

const SECTION_5 = 'РАСЧЁТ СУММЫ ОПЛАТЫ С УЧЁТОМ РАССРОЧКИ';
const PAYEES = 'КОМУ ПЛАТИТЬ';
