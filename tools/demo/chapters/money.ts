// Chapters of the demo: payments, the closing of months, and penalties.
import { lastDayOf, parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { month, say } from '../../speech/speech.ts';
import { importBankRegistry, letMostPay } from '../bank-registry.ts';
import { cycleOf, readBooks } from '../bill-a-year.ts';
import { checkBooks, joinBooks } from '../books.ts';
import { showClosingChecks } from '../closing-checks.ts';
import { showPenalties } from '../penalties.ts';
import { chapter, report, show } from '../printing.ts';
import { proveReceipt } from '../proofs.ts';
import { closeMonths, debtsTable, letResidentsPay, payAhead } from '../residents-pay.ts';
import { accrueOnOpening, addByHand } from '../second-house/by-hand.ts';
import { checkOpening } from '../second-house/checks.ts';
import { bringLateDebt } from '../second-house/late-debt.ts';
import { debtorOf, type Billed } from './stage.ts';

/** The last months, which are not closed yet. */
const OPEN_MONTHS = -4;

/** Payments of all kinds, each booked in the month in which it was paid. */
export async function tellPayments(billed: Billed): Promise<boolean> {
  const { api, organizationId, programs, house, books, there, firstMonth } = billed;
  const { till } = programs;
  const { houseId, months } = house;
  const { charges } = books;
  const [, nextMonth = ''] = months;
  chapter(say('Платежи', 'Payments'));
  const paid = report(
    await letResidentsPay(api, books, firstMonth),
    say(
      `Жильцы платят за ${month(firstMonth)}, и месяц закрыт`,
      `The residents pay for ${month(firstMonth)}, and it is closed`,
    ),
  );
  const end = lastDayOf(parseBillingMonth(nextMonth)).toString();
  show(say('Сколько должны', 'What is owed'), await debtsTable(api, { charges, houseId }, end));
  const registry = await importBankRegistry(api, { organizationId, charges }, nextMonth);
  show(
    say(
      `Банк прислал платежи за ${month(nextMonth)}`,
      `The bank sends the payments for ${month(nextMonth)}`,
    ),
    registry.rows,
  );
  const others = await letMostPay(
    till,
    { organizationId, charges, house: 'Садовая 12' },
    months.slice(2),
  );
  const ahead = await payAhead(api, charges, months);
  const paidThere = await letMostPay(
    till,
    { organizationId, charges: there.charges, house: 'Заречная 17' },
    months,
  );
  return report([...registry.outcomes, others, ahead, paidThere]) && paid;
}

/** Closes months, proves one to an outsider, and checks the last one. */
export async function tellClosing(billed: Billed): Promise<boolean> {
  const { api, organizationId, house, second, books, firstMonth, lastMonth } = billed;
  const { cycles, charges } = books;
  chapter(say('Закрытие месяца', 'Closing a month'));
  const closed = await closeMonths(api, cycles, house.months.slice(1, OPEN_MONTHS));
  const isClosed = report([closed], say('Месяцы постарше закрываются', 'Older months are closed'));
  const [lastClosed = '', firstOpen = ''] = house.months.slice(OPEN_MONTHS - 1);
  const late = report(
    await bringLateDebt({ api, organizationId }, second, firstMonth, {
      closed: lastClosed,
      open: firstOpen,
    }),
  );
  const [first] = charges;
  if (first === undefined) throw new Error('the house is charged for its months');
  const { file, outcomes } = await proveReceipt(
    api,
    {
      cycleId: cycleOf(cycles, firstMonth).id,
      period: firstMonth,
      personalAccountId: first.personalAccountId,
      accountNumber: first.accountNumber,
    },
    billed.dataDirectory,
  );
  const isProved = report(
    outcomes,
    say(
      'Закрытый месяц может проверить посторонний, без нас и без сети',
      'An outsider can verify a closed month, without us and without a network',
    ),
  );
  console.log(`\n  npm run verify-proof -- ${file}\n  python3 tools/verify-proof.py ${file}`);
  const checked = await showClosingChecks(api, cycles, lastMonth);
  show(
    say(
      `Что мешает закрыть ${month(lastMonth)}`,
      `What stands against closing ${month(lastMonth)}`,
    ),
    checked.table,
  );
  const isClear = report(checked.outcomes);
  return isClear && isClosed && late && isProved;
}

export async function tellPenalties({
  api,
  organizationId,
  house,
  second,
  books,
}: Billed): Promise<boolean> {
  const { houseId, months } = house;
  chapter(say('Пени и строки вручную', 'Penalties, and lines by hand'));
  const personalAccountId = debtorOf(books);
  const penalties = await showPenalties(api, { houseId, personalAccountId });
  show(
    say(
      'Пени за самый старый долг последнего счёта, день за днём',
      'Penalties of the last account’s oldest debt, day by day',
    ),
    penalties.table,
  );
  const accrued = report(penalties.outcomes);
  const { lines, outcomes } = await addByHand(api, second, months);
  show(say('Строки вручную, каждая с документом', 'Lines by hand, each with its document'), lines);
  const added = report([
    ...outcomes,
    ...(await accrueOnOpening(api, second, months)),
    ...(await checkOpening(api, second, months)),
  ]);
  const inOrder = report(
    checkBooks(
      joinBooks([
        await readBooks(api, organizationId, houseId),
        await readBooks(api, organizationId, second.houseId),
      ]),
    ),
    say('Суммы по-прежнему сходятся', 'The sums still agree'),
  );
  return accrued && added && inOrder;
}
