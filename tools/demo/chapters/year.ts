// Chapters of the demo: a year from readings to the ledger, and the charges of its months.
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import { month, say } from '../../speech/speech.ts';
import type { Api } from '../api.ts';
import { billMonth } from '../bill-a-year.ts';
import { chargesTable, checkBooks, joinBooks } from '../books.ts';
import type { Outcome } from '../colleagues.ts';
import { chapter, progress, report, show } from '../printing.ts';
import { chargedBy, showRareFacts } from '../rare-facts.ts';
import { sheetTable } from '../registry.ts';
import { checkCharges } from '../second-house/checks.ts';
import { correctUpkeep, explainedCharge, mistypedTable, dryRunTable } from '../second-look.ts';
import { renderBar, renderSentence } from '../table.ts';
import type { Chapter, Billed } from './stage.ts';

/** Months from readings to the ledger; before the last one a wrong tariff is found and corrected. */
export async function tellYear({
  api,
  organizationId,
  house,
  lastMonth,
}: Chapter): Promise<boolean> {
  const { houseId, months } = house;
  chapter(say('Год: от показаний до журнала', 'A year, from readings to the ledger'));
  show(
    say(
      `Показания за ${month(lastMonth)}, как их вводят`,
      `Readings of ${month(lastMonth)}, as they are typed in`,
    ),
    await sheetTable(api, houseId, lastMonth),
  );
  console.log(say('\nНачисления месяц за месяцем\n', '\nCharges, month by month\n'));
  const bill = async (period: string, done: number): Promise<void> => {
    const isNew = await billMonth(api, organizationId, period);
    const became = isNew
      ? say('начислен', 'billed')
      : say('был начислен раньше', 'was billed already');
    progress(`  ${renderBar(done, months.length)}  ${month(period)}: ${became}`);
  };
  for (const [index, period] of months.slice(0, -1).entries()) await bill(period, index + 1);
  const corrected = await correctUpkeep(api, { houseId, months: months.slice(-3, -1) });
  show(
    say(
      'Тариф двух проведённых месяцев был ошибочным: начислена разница',
      'A tariff was wrong in two booked months: the difference is charged',
    ),
    corrected.table,
  );
  const holds = report(corrected.outcomes);
  const odd = await mistypedTable(api, { organizationId, houseId, period: lastMonth });
  if (odd !== undefined)
    show(
      say(
        `Пока показание за ${month(lastMonth)} введено с опиской, проверка замечает странное`,
        `While a reading of ${month(lastMonth)} is mistyped, this is odd`,
      ),
      odd,
    );
  console.log('');
  await bill(lastMonth, months.length);
  console.log('');
  return holds;
}

/** A month of both houses, with its charges in tables and in words. */
export async function tellCharges(billed: Billed): Promise<boolean> {
  const { api, house, second, books, there, lastMonth } = billed;
  chapter(say('Что начислено и почему', 'What is charged, and why'));
  show(
    say(`Начисления за ${month(lastMonth)}, ₽`, `Charges of ${month(lastMonth)}, roubles`),
    chargesTable(books.charges, lastMonth),
  );
  show(say('Второй дом, ₽', 'The second house, roubles'), chargesTable(there.charges, lastMonth));
  const explained = await explain(api, books.charges, lastMonth);
  const inOrder = report(
    [...explained, ...checkBooks(joinBooks([books, there]))],
    say('Суммы сходятся', 'The sums agree'),
  );
  const differs = report(
    checkCharges(there.charges, second, house.months),
    say('Счета, с которыми не всё как у дома', 'Accounts that differ from their house'),
  );
  const happened = report(
    await showRareFacts(api),
    say(
      'Что случается с квартирами, и сколько за это начислено (третий дом)',
      'What happens to dwellings, and what they are charged (a third house)',
    ),
  );
  show(
    say(
      `Что если горячая вода за ${month(lastMonth)} дороже на десять процентов: проба, ничего не записано`,
      `${month(lastMonth)} if hot water were ten percent dearer: tried, and nothing is kept`,
    ),
    await dryRunTable(api, { houseId: house.houseId, period: lastMonth }),
  );
  return inOrder && differs && happened;
}

/** The charges of one account in figures, and one of them in words. */
async function explain(
  api: Api,
  charges: readonly Charge[],
  period: string,
): Promise<readonly Outcome[]> {
  const shown = charges.filter((charge) => charge.period === period).slice(0, 3);
  const [first] = shown;
  if (first === undefined) return [];
  show(
    say(
      `Как это вышло, на примере ${first.accountNumber}`,
      `How they came about, e.g. ${first.accountNumber}`,
    ),
    shown
      .map((charge) => renderSentence('  ', `${charge.serviceName}: ${chargedBy(charge)}`))
      .join('\n'),
  );
  const { words, outcome } = await explainedCharge(api, first);
  show(say('Первое из них словами', 'The first of them in words'), words);
  return [outcome];
}
