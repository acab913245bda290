// Reports: as a table, as JSON, or as a workbook.
import type { Client } from '@kvartplata/client/client.ts';
import { itemsOf } from '@kvartplata/client/pages.ts';
import { getCollection } from '@kvartplata/contracts/billing/collection.ts';
import { getDebtors, type Debtor } from '@kvartplata/contracts/billing/debtors.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import type { Command, Context } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import type { Given, OptionFacts } from '../given.ts';
import type { Column } from '../output.ts';
import { HOUSE, MONTH, ORGANIZATION, organizationOf } from '../places.ts';

const OUTPUT: OptionFacts = {
  value: 'FILE.xlsx',
  words: { ru: 'книга Excel вместо таблицы', en: 'a workbook in place of a table' },
};
const PLACES = { organization: ORGANIZATION, house: HOUSE, output: OUTPUT };
const MONTHS: Readonly<Record<string, OptionFacts>> = {
  month: { value: MONTH.value ?? '', words: MONTH.words },
  from: { value: 'YYYY-MM', words: { ru: 'с месяца', en: 'the first month' } },
  to: { value: 'YYYY-MM', words: { ru: 'по месяц', en: 'the last month' } },
};

type Places = { readonly houseId?: number; readonly organizationId?: number };

async function placesOf(client: Client, given: Given): Promise<Places> {
  const houseId = given.id('house');
  return houseId === undefined
    ? { organizationId: await organizationOf(client, given) }
    : { houseId };
}

function monthsOf(given: Given): { readonly periodFrom: string; readonly periodTo: string } {
  const month = given.month('month');
  const periodFrom = given.month('from') ?? month;
  const periodTo = given.month('to') ?? month ?? periodFrom;
  if (periodFrom === undefined || periodTo === undefined)
    throw new UsageError({
      ru: 'укажите --month, или --from и --to',
      en: 'name the --month, or --from and --to',
    });
  return { periodFrom, periodTo };
}

/** @returns whether a workbook was requested, and is now saved */
async function isSaved({ given, output }: Context, ask: () => Promise<Response>): Promise<boolean> {
  const file = given.text('output');
  if (file === undefined) return false;
  await output.save(await ask(), file);
  output.remark({ ru: `Записано: ${file}`, en: `Saved: ${file}` });
  return true;
}

/** A column of amounts. */
function amount<Row>(ru: string, en: string, of: (row: Row) => string | null): Column<Row> {
  return { title: { ru, en }, of: (row, { figure }) => figure(of(row)), isFigure: true };
}

const turnover: Command = {
  name: 'reports turnover',
  words: { ru: 'оборотно-сальдовая ведомость', en: 'the turnover balance' },
  options: { ...MONTHS, ...PLACES },
  run: async (context) => {
    const { connect, given, output } = context;
    const months = monthsOf(given);
    const client = await connect();
    const query = { ...(await placesOf(client, given)), ...months };
    const asFile = { query: { ...query, format: 'xlsx' as const } };
    if (await isSaved(context, async () => client.callFile(getTurnoverBalance, asFile))) return;
    const report = await client.call(getTurnoverBalance, { query });
    if (given.has('json')) return output.tell(report);
    const totals = { ...report.totals, accountNumber: '', address: '', payer: output.say(TOTAL) };
    type Row = Omit<typeof totals, 'services'>;
    const columns: readonly Column<Row>[] = [
      { title: { ru: 'счёт', en: 'account' }, of: ({ accountNumber }) => accountNumber },
      { title: { ru: 'плательщик', en: 'payer' }, of: ({ payer }) => payer },
      amount('долг до', 'opening', ({ opening }) => opening.principal),
      amount('начислено', 'charged', ({ charged }) => charged),
      amount('перерасчёт', 'recalculated', ({ recalculated }) => recalculated),
      amount('пени', 'penalties', ({ penaltyAccrued }) => penaltyAccrued),
      amount('оплачено', 'paid', ({ paid }) => paid),
      amount('сторно', 'reversed', ({ storno }) => storno),
      amount('долг после', 'closing', ({ closing }) => closing.principal),
      amount('долг по пеням', 'penalty debt', ({ closing }) => closing.penalty),
    ];
    await output.list(columns, [...report.accounts, totals]);
  },
};
const TOTAL = { ru: 'Итого', en: 'Total' };

const debtors: Command = {
  name: 'reports debtors',
  words: {
    ru: 'должники на сегодня, крупные сверху',
    en: 'debtors as of today, the largest first',
  },
  options: {
    ...PLACES,
    'min-months': {
      value: 'N',
      words: { ru: 'просрочено месяцев не меньше', en: 'at least so many months overdue' },
    },
  },
  run: async (context) => {
    const { connect, given, output } = context;
    const client = await connect();
    const query = {
      ...(await placesOf(client, given)),
      minMonths: given.id('min-months'),
      order: 'debt' as const,
    };
    const asFile = { query: { ...query, format: 'xlsx' as const } };
    if (await isSaved(context, async () => client.callFile(getDebtors, asFile))) return;
    await output.list(
      [
        { title: { ru: 'счёт', en: 'account' }, of: ({ accountNumber }) => accountNumber },
        { title: { ru: 'адрес', en: 'address' }, of: ({ address }) => address },
        { title: { ru: 'плательщик', en: 'payer' }, of: ({ payer }) => payer },
        amount<Debtor>('долг', 'principal', ({ principal }) => principal),
        amount<Debtor>('пени', 'penalties', ({ penalty }) => penalty),
        amount<Debtor>('всего', 'total', ({ total }) => total),
        {
          title: { ru: 'месяцев', en: 'months' },
          of: ({ monthsOfDebt }) => String(monthsOfDebt),
          isFigure: true,
        },
      ],
      itemsOf(client, getDebtors, { query }),
    );
  },
};

const collection: Command = {
  name: 'reports collection',
  words: { ru: 'собираемость по домам и месяцам', en: 'the collection rate by houses and months' },
  options: { ...MONTHS, ...PLACES },
  run: async (context) => {
    const { connect, given, output } = context;
    const months = monthsOf(given);
    const client = await connect();
    const query = { ...(await placesOf(client, given)), ...months };
    const asFile = { query: { ...query, format: 'xlsx' as const } };
    if (await isSaved(context, async () => client.callFile(getCollection, asFile))) return;
    const report = await client.call(getCollection, { query });
    if (given.has('json')) return output.tell(report);
    const totals = { ...report.totals, address: output.say(TOTAL), period: '' };
    const columns: readonly Column<typeof totals>[] = [
      { title: { ru: 'дом', en: 'house' }, of: ({ address }) => address },
      { title: { ru: 'месяц', en: 'month' }, of: ({ period }, { date }) => date(period) },
      amount('начислено', 'charged', ({ charged }) => charged),
      amount('оплачено', 'paid', ({ paid }) => paid),
      amount('%', '%', ({ rate }) => rate),
    ];
    await output.list(columns, [...report.items, totals]);
  },
};

export const REPORT_COMMANDS = [turnover, debtors, collection];
