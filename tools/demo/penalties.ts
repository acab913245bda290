// The demo's part about penalties: they are booked up to today with their days, never twice, and a payment that turns up late
// reverses some of them.
import {
  type AccrualJob,
  type AccruedDebt,
  accruePenalties,
  getAccrualJob,
  listPenaltyAccruals,
  type PenaltyAccrual,
} from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { createPayment, listPayments } from '@kvartplata/contracts/billing/payments.ts';
import { measureRateImpact } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { formatDay, moscowDayOf, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { counted, day, figure, month, roubles, say } from '../speech/speech.ts';
import { waitFor, type Api } from './api.ts';
import type { Outcome } from './colleagues.ts';
import { renderTable } from './table.ts';

export type Penalties = {
  readonly table: string;
  readonly outcomes: readonly Outcome[];
};

type Place = { readonly houseId: number; readonly personalAccountId: number };

/** How many days ago the payment was made that is only booked now. */
const DAYS_LATE = 40;
const LATE_REFERENCE = 'ПП 1024';

/** Books the penalties of the house up to today, and shows those of an account's oldest debt. */
export async function showPenalties(api: Api, place: Place): Promise<Penalties> {
  await accrue(api, place);
  const again = await accrue(api, place);
  const [first] = await accrualsOf(api, place);
  const debt = first?.debts[0];
  if (first === undefined || debt === undefined)
    throw new Error('a house that nobody has paid for bears penalties');
  const late = await payLate(api, place, debt);
  const corrected = await accrue(api, place);
  return {
    table: linesTable(debt),
    outcomes: [
      {
        what: say(
          `долг за ${month(debt.period)}, срок оплаты ${day(debt.dueDate)}: пени ${roubles(debt.penalty)} = сумма по дням`,
          `of ${month(debt.period)}, due ${debt.dueDate}: ${roubles(debt.penalty)}, as its days sum up`,
        ),
        holds: rounded(debt.lines) === parseKopecks(debt.penalty),
      },
      {
        what: say('повторное начисление ничего не проводит', 'accruing again books nothing'),
        holds: again.createdAccruals === 0,
      },
      late === 'booked'
        ? {
            what: say(
              `нашёлся платёж, сделанный через ${counted(DAYS_LATE, 'день', 'дня', 'дней')} после срока: пени пересчитаны на ${roubles(corrected.totalAmount)}`,
              `a payment made ${DAYS_LATE} days late turns up: ${roubles(corrected.totalAmount)} of penalties are booked`,
            ),
            holds: parseKopecks(corrected.totalAmount) < 0n,
          }
        : {
            what: say(
              'поздний платёж первого запуска учтён',
              'the late payment of the first run counts',
            ),
            holds: corrected.createdAccruals === 0,
          },
      await impactOf(api),
    ],
  };
}

/** Books the penalties of a house up to today. */
export async function accrue(api: Api, { houseId }: Pick<Place, 'houseId'>): Promise<AccrualJob> {
  const targetDate = formatDay(moscowDayOf(new Date()));
  const { id } = await api.call(accruePenalties, { body: { houseId, targetDate } });
  const job = await waitFor(
    `accrual job ${id}`,
    async () => api.call(getAccrualJob, { params: { accrualJobId: id } }),
    ({ finishedAt }) => finishedAt !== null,
  );
  if (job.status !== 'COMPLETED')
    throw new Error(`accrual job ${id} ended: ${jobErrorWords(job)?.en}`);
  return job;
}

async function accrualsOf(
  api: Api,
  { personalAccountId }: Place,
): Promise<readonly PenaltyAccrual[]> {
  return (await api.call(listPenaltyAccruals, { query: { personalAccountId } })).items;
}

/** The payment covers debt for which penalties are booked already. */
async function payLate(
  api: Api,
  { personalAccountId }: Place,
  { period, dueDate, debtAmount }: AccruedDebt,
): Promise<'booked' | 'known'> {
  const paidOn = formatDay(parseDay(dueDate).add({ days: DAYS_LATE }));
  const { items } = await api.call(listPayments, { query: { personalAccountId } });
  if (items.some(({ reference }) => reference === LATE_REFERENCE)) return 'known';
  await api.call(createPayment, {
    body: {
      personalAccountId,
      amount: debtAmount,
      paidOn,
      period,
      reference: LATE_REFERENCE,
    },
  });
  return 'booked';
}

async function impactOf(api: Api): Promise<Outcome> {
  const [year] = formatDay(moscowDayOf(new Date())).split('-');
  const rate = { validFrom: `${year}-01-01`, validTo: `${year}-12-31`, baseCbrRate: '16' };
  const { difference } = await api.call(measureRateImpact, { body: rate });
  return {
    what: say(
      `при ставке 16 % весь ${year} год пени изменились бы на ${roubles(difference)}`,
      `${year} at 16 % would change penalties by ${roubles(difference)}`,
    ),
    holds: parseKopecks(difference) > 0n,
  };
}

/** The sum of exact amounts, rounded once. */
function rounded(lines: AccruedDebt['lines']): bigint {
  const places = 10n ** 10n;
  const exact = sumBy(lines, ({ amount }) => BigInt(amount.replace('.', '')));
  return (2n * exact + places) / (2n * places);
}

function linesTable({ lines }: AccruedDebt): string {
  return renderTable(
    [
      { title: say('С', 'From'), of: ({ from }) => day(from) },
      { title: say('По', 'To'), of: ({ to }) => day(to) },
      { title: say('Дней', 'Days'), of: ({ days }) => String(days), align: 'right' },
      { title: say('Долг, ₽', 'Debt'), of: (line) => figure(line.debtAmount), align: 'right' },
      { title: say('Ставка, %', 'Rate, %'), of: ({ rate }) => figure(rate), align: 'right' },
      { title: say('Доля в день', 'A day'), of: ({ fraction }) => fraction, align: 'right' },
      { title: say('Пени, ₽', 'Amount'), of: ({ amount }) => figure(amount), align: 'right' },
    ],
    lines,
    [
      say('Итого', 'Together'),
      '',
      String(lines.reduce((sum, { days }) => sum + days, 0)),
      '',
      '',
      '',
      figure(formatKopecks(rounded(lines))),
    ],
  );
}
