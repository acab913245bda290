// A month of an organization: its state, its calculation, and booking it.
import type { Client } from '@kvartplata/client/client.ts';
import { itemsOf } from '@kvartplata/client/pages.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import {
  createCalculationJob,
  getCalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { listClosingChecks } from '@kvartplata/contracts/billing/closing-checks.ts';
import {
  listCycleHouses,
  listCycles,
  type BillingCycle,
} from '@kvartplata/contracts/billing/cycles.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import type { Command } from '../command.ts';
import { Failed } from '../command-errors.ts';
import type { Given, OptionFacts } from '../given.ts';
import { assertCompleted, untilEnded } from '../jobs.ts';
import { showDate } from '../output.ts';
import { MONTH, ORGANIZATION, organizationOf } from '../places.ts';
import { CHECK_STATES, CYCLE_STATES } from '../state-words.ts';
import { KEY, writtenOnce } from '../written-once.ts';

const HOUSES: OptionFacts = {
  value: 'ID',
  isRepeated: true,
  words: { ru: 'только эти дома; иначе все', en: 'only these houses; else all of them' },
};

/** Undefined before anything of the month has been calculated. */
async function findCycle(
  client: Client,
  organizationId: number,
  given: Given,
): Promise<BillingCycle | undefined> {
  const [year, month] = (given.month('month') ?? '').split('-').map(Number);
  for await (const cycle of itemsOf(client, listCycles, { query: { organizationId, year } }))
    if (cycle.month === month) return cycle;
  return undefined;
}

async function getCycle(client: Client, given: Given): Promise<BillingCycle> {
  const cycle = await findCycle(client, await organizationOf(client, given), given);
  if (cycle !== undefined) return cycle;
  const month = given.month('month') ?? '';
  throw new Failed({
    ru: `месяц ${showDate(month, 'ru')} ещё не рассчитан: kvartplata month calculate`,
    en: `${month} is not calculated yet: kvartplata month calculate`,
  });
}

const state: Command = {
  name: 'month state',
  words: {
    ru: 'состояние месяца по домам и проверки перед закрытием',
    en: 'the state of a month by houses, and the checks before its close',
  },
  options: { month: MONTH, organization: ORGANIZATION },
  run: async ({ connect, given, output }) => {
    const client = await connect();
    const cycle = await getCycle(client, given);
    const params = { cycleId: cycle.id };
    const { items: houses } = await client.call(listCycleHouses, { params });
    const { items: checks } = await client.call(listClosingChecks, { params });
    const { chargesTotal, status, accounts } = cycle;
    const month = output.date(given.month('month'));
    output.tell(
      { cycle, houses, checks },
      {
        ru: `${month}: ${CYCLE_STATES[status].ru}, начислено ${output.figure(chargesTotal)}, счетов ${accounts}`,
        en: `${month}: ${CYCLE_STATES[status].en}, charged ${output.figure(chargesTotal)}, accounts ${accounts}`,
      },
    );
    if (given.has('json')) return;
    const addresses = new Map<number, string>();
    const query = { organizationId: cycle.organizationId };
    for await (const { id, address } of itemsOf(client, listHouses, { query }))
      addresses.set(id, address);
    await output.list(
      [
        { title: { ru: '№', en: 'id' }, of: ({ houseId }) => String(houseId), isFigure: true },
        { title: { ru: 'дом', en: 'house' }, of: ({ houseId }) => addresses.get(houseId) ?? '' },
        {
          title: { ru: 'счетов', en: 'accounts' },
          of: (house) => String(house.accounts),
          isFigure: true,
        },
        {
          title: { ru: 'начислено', en: 'charged' },
          of: ({ amount }, { figure }) => figure(amount),
          isFigure: true,
        },
        {
          title: { ru: 'проведён', en: 'applied' },
          of: ({ appliedAt }, { say }) =>
            appliedAt === null ? say({ ru: 'нет', en: 'no' }) : say({ ru: 'да', en: 'yes' }),
        },
      ],
      houses,
    );
    const remarkable = checks.filter((check) => check.state !== 'OK');
    if (remarkable.length === 0) return;
    await output.list(
      [
        { title: { ru: 'проверка', en: 'check' }, of: ({ title }, { say }) => say(title) },
        {
          title: { ru: 'итог', en: 'outcome' },
          of: (check, { say }) => say(CHECK_STATES[check.state]),
        },
        {
          title: { ru: 'замечаний', en: 'remarks' },
          of: ({ count }) => String(count),
          isFigure: true,
        },
      ],
      remarkable,
    );
  },
};

const calculate: Command = {
  name: 'month calculate',
  words: { ru: 'рассчитать месяц', en: 'calculate a month' },
  options: {
    month: MONTH,
    organization: ORGANIZATION,
    house: HOUSES,
    'dry-run': {
      words: { ru: 'только посчитать, ничего не записывать', en: 'compute only, store nothing' },
    },
  },
  run: async ({ connect, given, output }) => {
    const client = await connect();
    const organizationId = await organizationOf(client, given);
    const [year = 0, month = 0] = (given.month('month') ?? '').split('-').map(Number);
    const body = { organizationId, houseIds: given.ids('house'), year, month };
    const dryRun = given.has('dry-run');
    const begun = await client.call(createCalculationJob, { query: { dryRun }, body });
    if (!('id' in begun)) {
      const { totals, skippedCount } = begun;
      output.tell(begun, {
        ru: `Пробный расчёт: ${output.figure(totals.after)}, было ${output.figure(totals.before)}; счетов ${totals.accounts}, пропусков ${skippedCount}`,
        en: `Dry run: ${output.figure(totals.after)}, before ${output.figure(totals.before)}; accounts ${totals.accounts}, skipped ${skippedCount}`,
      });
      return;
    }
    const job = await untilEnded(
      begun,
      async () => client.call(getCalculationJob, { params: { jobId: begun.id } }),
      output,
      ({ processedAccounts, totalAccounts }) => ({
        ru: `Рассчитано счетов: ${processedAccounts} из ${totalAccounts}`,
        en: `Accounts calculated: ${processedAccounts} of ${totalAccounts}`,
      }),
    );
    output.tell(job, {
      ru: `Начислений: ${job.createdCharges}, пропусков: ${job.skippedCount}`,
      en: `Charges: ${job.createdCharges}, skipped: ${job.skippedCount}`,
    });
    assertCompleted(job);
  },
};

const apply: Command = {
  name: 'month apply',
  words: { ru: 'провести начисления месяца', en: 'book the charges of a month' },
  options: { month: MONTH, organization: ORGANIZATION, house: HOUSES, key: KEY },
  run: async (context) => {
    const { connect, given, output } = context;
    const client = await connect();
    const { id: cycleId } = await getCycle(client, given);
    const houseIds = given.ids('house');
    const applied = await writtenOnce(context, async (idempotencyKey) =>
      client.call(applyCycle, {
        params: { cycleId },
        ...(houseIds === undefined ? {} : { body: { houseIds } }),
        idempotencyKey,
      }),
    );
    const { chargesApplied, accountsUpdated, totalAmount } = applied;
    output.tell(applied, {
      ru: `Проведено начислений: ${chargesApplied} на ${output.figure(totalAmount)}, счетов ${accountsUpdated}`,
      en: `Charges booked: ${chargesApplied} of ${output.figure(totalAmount)}, accounts ${accountsUpdated}`,
    });
  },
};

const close: Command = {
  name: 'month close',
  words: { ru: 'закрыть проведённый месяц', en: 'close an applied month' },
  options: { month: MONTH, organization: ORGANIZATION },
  run: async ({ connect, given, output }) => {
    const client = await connect();
    const { id: cycleId } = await getCycle(client, given);
    const cycle = await client.call(closeCycle, { params: { cycleId } });
    const month = output.date(given.month('month'));
    output.tell(cycle, { ru: `Месяц ${month} закрыт`, en: `${month} is closed` });
  },
};

export const MONTH_COMMANDS = [state, calculate, apply, close];
