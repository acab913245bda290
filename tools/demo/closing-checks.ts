// The part of the demo about what stands against closing a month: every check with what it found, and remarks that the
// bookkeeper accepts as they are.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { type Api, type Urls } from './api.ts';
import type { Outcome } from './colleagues.ts';
import { renderTable } from './table.ts';

const NOTE = 'Проверено бухгалтером';

export type CheckedMonth = { readonly table: string; readonly outcomes: readonly Outcome[] };

/** Shows the checks of a month as they are found, and accepts whatever they remark. */
export async function showClosingChecks(
  api: Api,
  { billing }: Urls,
  cycles: readonly BillingCycle[],
  period: string,
): Promise<CheckedMonth> {
  const { year, month } = parseBillingMonth(period);
  const cycle = cycles.find((one) => one.year === year && one.month === month);
  const url = `${billing}/api/billing/cycles/${cycle?.id}/checks`;
  const found = (await api.get<PageOf<ClosingCheck>>(url)).items;
  const blocking = found.filter(({ state }) => state === 'BLOCKING');
  const remarked = found.filter(({ state }) => state === 'REMARKS');
  const accepted: Outcome[] = [];
  for (const { code, count } of remarked) {
    const state = await accept(api, `${url}/${code}/accept`);
    accepted.push({
      what: `${code}: ${count} remarks are taken as they are: ${state}`,
      holds: state === 'ACCEPTED',
    });
  }
  return {
    table: checksTable(found),
    outcomes: [
      { what: 'nothing blocks the closing', holds: blocking.length === 0 },
      ...accepted,
      {
        what: 'an empty note is refused',
        holds: (await accept(api, `${url}/drift/accept`, '')) === 'validation-failed',
      },
    ],
  };
}

/** The state of the check then, or the code of the refusal. */
async function accept(api: Api, url: string, note = NOTE): Promise<string> {
  try {
    return (await api.post<ClosingCheck>(url, { note })).state;
  } catch (error) {
    if (error instanceof RequestFailure) return error.code;
    throw error;
  }
}

function checksTable(checks: readonly ClosingCheck[]): string {
  return renderTable(
    [
      { title: 'Check', of: ({ title }) => title.en },
      { title: 'State', of: ({ state }) => state },
      { title: 'Rows', of: ({ count }) => String(count), align: 'right' },
      { title: 'The first', of: ({ rows }) => rows[0]?.en ?? '' },
    ],
    checks,
  );
}
