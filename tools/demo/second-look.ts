// The part of the demo that looks twice: a wrong tariff is corrected across booked months, another one is tried, a
// mistyped reading is found by what is odd, and a charge says in words how it came about.
import type { ChargeOutlier } from '@kvartplata/contracts/billing/charge-outliers.ts';
import type { Charge, ExplainedCharge } from '@kvartplata/contracts/billing/charges.ts';
import type {
  Correction,
  CorrectionLine,
  CorrectionOutcome,
  CorrectionWithLines,
} from '@kvartplata/contracts/billing/corrections.ts';
import type { DryRun } from '@kvartplata/contracts/billing/dry-runs.ts';
import type { DatedValue } from '@kvartplata/contracts/core/dated-values.ts';
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import type { ReadingSheetRow } from '@kvartplata/contracts/core/readings.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import type { Api, Urls } from './api.ts';
import { computeMonth } from './bill-a-year.ts';
import type { Outcome } from './colleagues.ts';
import { renderTable } from './table.ts';

/** As the decision has it. */
const RIGHT_TARIFF = '35.1800';
const REASON = 'Тариф на содержание введён с ошибкой';
const LINES_SHOWN = 4;
/** Forty cubic metres. */
const MISTYPED_E3 = 40_000n;

export type SecondLook = {
  readonly table: string;
  readonly outcomes: readonly Outcome[];
};

/** Corrects the tariff of the upkeep and the last two booked months; a later run shows what the first one did. */
export async function correctUpkeep(
  api: Api,
  { core, billing }: Urls,
  { houseId, months }: { readonly houseId: number; readonly months: readonly string[] },
): Promise<SecondLook> {
  const corrections = `${billing}/api/billing/corrections`;
  const tariff = await upkeepTariff(api, core, houseId);
  if (tariff.value === RIGHT_TARIFF) {
    const { items } = await api.get<PageOf<Correction>>(`${corrections}?houseId=${houseId}`);
    const known = await api.get<CorrectionWithLines>(`${corrections}/${items.at(-1)?.id}`);
    return { table: linesTable(known.lines), outcomes: [] };
  }
  const { validFrom, validTo, basis } = tariff;
  await api.put(`${core}/api/tariffs/${tariff.id}`, {
    value: RIGHT_TARIFF,
    validFrom,
    validTo,
    basis,
  });
  const [periodFrom, periodTo] = months;
  const asked = { houseId, periodFrom, periodTo, reason: REASON };
  const tried = await api.post<CorrectionOutcome>(corrections, { ...asked, dryRun: true });
  const booked = await api.post<CorrectionOutcome>(corrections, asked);
  const again = await api.post<CorrectionOutcome>(corrections, asked);
  return {
    table: linesTable(booked.lines),
    outcomes: [
      {
        what: `${booked.lineCount} lines, ${booked.amount} roubles are charged in ${booked.period}, as the dry run said`,
        holds: booked.lineCount > 0 && tried.amount === booked.amount,
      },
      { what: 'the same correction again charges nothing', holds: again.lineCount === 0 },
    ],
  };
}

async function upkeepTariff(api: Api, core: string, houseId: number): Promise<DatedValue> {
  const services = await api.get<PageOf<HouseService>>(`${core}/api/houses/${houseId}/services`);
  const upkeep = services.items.find(({ code }) => code === 'upkeep');
  const tariffs = await api.get<PageOf<DatedValue>>(
    `${core}/api/house-services/${upkeep?.id}/tariffs`,
  );
  const [tariff] = tariffs.items;
  if (tariff === undefined) throw new Error('the golden house has a tariff for its upkeep');
  return tariff;
}

function linesTable(lines: readonly CorrectionLine[]): string {
  return renderTable<CorrectionLine>(
    [
      { title: 'account', of: ({ accountNumber }) => accountNumber },
      { title: 'service', of: ({ serviceName }) => serviceName },
      { title: 'month', of: ({ correctedPeriod }) => correctedPeriod },
      { title: 'charged', of: ({ booked }) => booked, align: 'right' },
      { title: 'is now', of: ({ replayed }) => replayed, align: 'right' },
      { title: 'difference', of: ({ amount }) => amount, align: 'right' },
    ],
    lines.slice(0, LINES_SHOWN),
  );
}

/** A month with a tariff ten percent above; nothing of it is kept. */
export async function whatIfTable(
  api: Api,
  { billing }: Urls,
  { houseId, period }: { readonly houseId: number; readonly period: string },
): Promise<string> {
  const [year, month] = period.split('-').map(Number);
  const tariffs = [{ serviceCode: 'hot-water', value: '236.3570' }];
  const tried = await api.post<DryRun>(`${billing}/api/billing/calculation-jobs?dryRun=true`, {
    houseId,
    year,
    month,
    overrides: { tariffs },
  });
  const { totals } = tried;
  return renderTable<DryRun['accounts'][number]>(
    [
      { title: 'account', of: ({ accountNumber }) => accountNumber },
      { title: 'before', of: ({ before }) => before ?? '–', align: 'right' },
      { title: 'after', of: ({ after }) => after, align: 'right' },
      { title: 'difference', of: ({ difference }) => difference, align: 'right' },
    ],
    tried.accounts.slice(0, LINES_SHOWN),
    ['House', totals.before, totals.after, totals.difference],
  );
}

type OddMonth = {
  readonly organizationId: number;
  readonly houseId: number;
  /** A draft, with its readings. */
  readonly period: string;
};

/** What is odd while a reading of the month is mistyped; undefined when the month is applied. */
export async function mistypedTable(
  api: Api,
  urls: Urls,
  { organizationId, houseId, period }: OddMonth,
): Promise<string | undefined> {
  if ((await computeMonth(api, urls, organizationId, period)) === undefined) return undefined;
  const sheet = `${urls.core}/api/houses/${houseId}/readings/${period}`;
  const { items } = await api.get<PageOf<ReadingSheetRow>>(`${sheet}?limit=200`);
  const row = items.find(({ personalAccountId }) => personalAccountId !== null);
  const reading = row?.reading;
  if (row === undefined || !reading) return undefined;
  const { meterId } = row;
  const { value, takenOn } = reading;
  const mistyped = formatScaled(parseScaled(value, 3) + MISTYPED_E3, 3);
  await api.put(sheet, [{ meterId, takenOn, value: mistyped }]);
  await computeMonth(api, urls, organizationId, period);
  await api.put(sheet, [{ meterId, takenOn, value }]);
  const odd = await api.get<PageOf<ChargeOutlier>>(
    `${urls.billing}/api/billing/charges/outliers?houseId=${houseId}&period=${period}`,
  );
  return renderTable<ChargeOutlier>(
    [
      { title: 'account', of: ({ accountNumber }) => accountNumber },
      { title: 'service', of: ({ serviceName }) => serviceName },
      { title: 'before', of: ({ before }) => before ?? '–', align: 'right' },
      { title: 'now', of: ({ after }) => after ?? '–', align: 'right' },
      { title: 'times', of: ({ ratio }) => ratio ?? '–', align: 'right' },
      { title: 'why', of: ({ why }) => why },
      { title: 'found by', of: ({ ruleAfter }) => ruleAfter ?? '–' },
    ],
    odd.items,
  );
}

/** How a charge came about, a sentence a line with its article. */
export async function explainedCharge(
  api: Api,
  { billing }: Urls,
  { id }: Pick<Charge, 'id'>,
): Promise<{ readonly words: string; readonly outcome: Outcome }> {
  const charge = await api.get<ExplainedCharge>(`${billing}/api/billing/charges/${id}/explain`);
  const words = charge.steps.map(({ ru, article }) =>
    article === null ? `  ${ru}` : `  ${ru}\n    ${article.ru}`,
  );
  return {
    words: words.join('\n'),
    outcome: {
      what: `computed again from its inputs: ${charge.replayedAmount}`,
      holds: charge.agrees && charge.replayedAmount === charge.amount,
    },
  };
}
