// The demo's part about corrections: a wrong tariff is corrected across booked months, another one is tried in a dry run, a
// mistyped reading is found because it is odd, and a charge is explained in words.
import { createCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import {
  type ChargeOutlier,
  listChargeOutliers,
} from '@kvartplata/contracts/billing/charge-outliers.ts';
import { type Charge, explainCharge } from '@kvartplata/contracts/billing/charges.ts';
import {
  type CorrectionLine,
  createCorrection,
  getCorrection,
  listCorrections,
} from '@kvartplata/contracts/billing/corrections.ts';
import type { DryRun } from '@kvartplata/contracts/billing/dry-runs.ts';
import type { DatedValue } from '@kvartplata/contracts/core/dated-values.ts';
import { listHouseServices } from '@kvartplata/contracts/core/house-services.ts';
import { getReadingSheet, storeReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import { listTariffs, replaceTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { figure, inLanguage, month, roubles, say } from '../speech/speech.ts';
import type { Api } from './api.ts';
import { computeMonth, monthIn } from './bill-a-year.ts';
import type { Outcome } from './colleagues.ts';
import { renderSentence, renderTable } from './table.ts';

/** As in the decision. */
const RIGHT_TARIFF = '35.1800';
const REASON = 'Тариф на содержание введён с ошибкой';
const LINES_SHOWN = 4;
/** Forty cubic metres. */
const MISTYPED_E3 = 40_000n;

export type SecondLook = {
  readonly table: string;
  readonly outcomes: readonly Outcome[];
};

/** Corrects the tariff of the upkeep and the last two booked months; a later run shows the correction of the first one. */
export async function correctUpkeep(
  api: Api,
  { houseId, months }: { readonly houseId: number; readonly months: readonly string[] },
): Promise<SecondLook> {
  const tariff = await upkeepTariff(api, houseId);
  if (tariff.value === RIGHT_TARIFF) {
    const { items } = await api.call(listCorrections, { query: { houseId } });
    const correctionId = items.at(-1)?.id ?? 0;
    const known = await api.call(getCorrection, { params: { correctionId } });
    return { table: linesTable(known.lines), outcomes: [] };
  }
  const { validFrom, validTo, basis } = tariff;
  await api.call(replaceTariff, {
    params: { tariffId: tariff.id },
    body: { value: RIGHT_TARIFF, validFrom, validTo, basis },
  });
  const [periodFrom = '', periodTo = ''] = months;
  const asked = { houseId, periodFrom, periodTo, reason: REASON };
  const tried = await api.call(createCorrection, { body: { ...asked, dryRun: true } });
  const booked = await api.call(createCorrection, { body: asked });
  const again = await api.call(createCorrection, { body: asked });
  return {
    table: linesTable(booked.lines),
    outcomes: [
      {
        what: say(
          `строк ${booked.lineCount} на ${roubles(booked.amount)}, как обещала проба; месяц проводки – ${month(booked.period)}`,
          `${booked.lineCount} lines, ${roubles(booked.amount)} are charged in ${month(booked.period)}, as the dry run said`,
        ),
        holds: booked.lineCount > 0 && tried.amount === booked.amount,
      },
      {
        what: say(
          'то же исправление ещё раз ничего не начисляет',
          'the same correction again charges nothing',
        ),
        holds: again.lineCount === 0,
      },
    ],
  };
}

async function upkeepTariff(api: Api, houseId: number): Promise<DatedValue> {
  const services = await api.call(listHouseServices, { params: { houseId } });
  const upkeep = services.items.find(({ code }) => code === 'upkeep');
  if (upkeep === undefined) throw new Error('the golden house is charged for its upkeep');
  const tariffs = await api.call(listTariffs, { params: { houseServiceId: upkeep.id } });
  const [tariff] = tariffs.items;
  if (tariff === undefined) throw new Error('the golden house has a tariff for its upkeep');
  return tariff;
}

function linesTable(lines: readonly CorrectionLine[]): string {
  return renderTable<CorrectionLine>(
    [
      { title: say('Счёт', 'Account'), of: ({ accountNumber }) => accountNumber },
      { title: say('Услуга', 'Service'), of: ({ serviceName }) => serviceName },
      { title: say('Месяц', 'Month'), of: ({ correctedPeriod }) => month(correctedPeriod) },
      { title: say('Было', 'Charged'), of: ({ booked }) => figure(booked), align: 'right' },
      { title: say('Стало', 'Is now'), of: ({ replayed }) => figure(replayed), align: 'right' },
      { title: say('Разница', 'Difference'), of: ({ amount }) => figure(amount), align: 'right' },
    ],
    lines.slice(0, LINES_SHOWN),
  );
}

/** A month with a tariff ten percent higher; nothing is stored. */
export async function dryRunTable(
  api: Api,
  { houseId, period }: { readonly houseId: number; readonly period: string },
): Promise<string> {
  const tariffs = [{ serviceCode: 'hot-water', value: '236.3570' }];
  const tried = await api.call(createCalculationJob, {
    query: { dryRun: true },
    body: { houseId, ...monthIn(period), overrides: { tariffs } },
  });
  if (!('totals' in tried)) throw new Error('the month was computed and not only tried');
  const { totals } = tried;
  return renderTable<DryRun['accounts'][number]>(
    [
      { title: say('Счёт', 'Account'), of: ({ accountNumber }) => accountNumber },
      { title: say('Было', 'Before'), of: ({ before }) => figure(before ?? '–'), align: 'right' },
      { title: say('Стало бы', 'After'), of: ({ after }) => figure(after), align: 'right' },
      {
        title: say('Разница', 'Difference'),
        of: ({ difference }) => figure(difference),
        align: 'right',
      },
    ],
    tried.accounts.slice(0, LINES_SHOWN),
    [say('Дом', 'House'), ...[totals.before, totals.after, totals.difference].map(figure)],
  );
}

type OddMonth = {
  readonly organizationId: number;
  readonly houseId: number;
  /** A draft month with readings. */
  readonly period: string;
};

/** What is odd while a reading of the month is mistyped; undefined when the month is applied. */
export async function mistypedTable(
  api: Api,
  { organizationId, houseId, period }: OddMonth,
): Promise<string | undefined> {
  if ((await computeMonth(api, organizationId, period)) === undefined) return undefined;
  const { items } = await api.call(getReadingSheet, {
    params: { houseId, period },
    query: { limit: 200 },
  });
  const row = items.find(({ personalAccountId }) => personalAccountId !== null);
  const reading = row?.reading;
  if (row === undefined || !reading) return undefined;
  const { meterId } = row;
  const { value, takenOn } = reading;
  const mistyped = formatScaled(parseScaled(value, 3) + MISTYPED_E3, 3);
  await api.call(storeReadingSheet, {
    params: { houseId, period },
    body: [{ meterId, takenOn, value: mistyped }],
  });
  await computeMonth(api, organizationId, period);
  await api.call(storeReadingSheet, {
    params: { houseId, period },
    body: [{ meterId, takenOn, value }],
  });
  const odd = await api.call(listChargeOutliers, { query: { houseId, period } });
  return renderTable<ChargeOutlier>(
    [
      { title: say('Счёт', 'Account'), of: ({ accountNumber }) => accountNumber },
      { title: say('Услуга', 'Service'), of: ({ serviceName }) => serviceName },
      { title: say('Было', 'Before'), of: ({ before }) => figure(before ?? '–'), align: 'right' },
      { title: say('Стало', 'Now'), of: ({ after }) => figure(after ?? '–'), align: 'right' },
      {
        title: say('Раз', 'Times'),
        of: ({ ratio }) => figure(ratio ?? '–'),
        align: 'right',
      },
      { title: say('Что не так', 'What is odd'), of: ({ why }) => ODDITIES[why] },
    ],
    odd.items,
  );
}

const ODDITIES: Readonly<Record<ChargeOutlier['why'], string>> = {
  new: say('не было месяцем раньше', 'nothing a month before'),
  gone: say('ничего в этом месяце', 'nothing in this month'),
  jump: say('резко выросло', 'rose sharply'),
  drop: say('резко упало', 'fell sharply'),
};

/** The explanation of a charge, one sentence per line with its article. */
export async function explainedCharge(
  api: Api,
  { id }: Pick<Charge, 'id'>,
): Promise<{ readonly words: string; readonly outcome: Outcome }> {
  const charge = await api.call(explainCharge, { params: { chargeId: id } });
  const words = charge.steps.flatMap((step) => [
    renderSentence('  ', inLanguage(step)),
    ...(step.article === null ? [] : [renderSentence('    ', inLanguage(step.article))]),
  ]);
  return {
    words: words.join('\n'),
    outcome: {
      what: say(
        `пересчитано из сохранённых данных: ${roubles(charge.replayedAmount)}`,
        `computed again from its inputs: ${roubles(charge.replayedAmount)}`,
      ),
      holds: charge.agrees && charge.replayedAmount === charge.amount,
    },
  };
}
