// The part of the demo about what stands against closing a month: every check with what it found, and remarks that the
// bookkeeper accepts as they are.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { cycleOf } from './bill-a-year.ts';
import {
  acceptCheck,
  type ClosingCheck,
  listClosingChecks,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { Api } from './api.ts';
import type { Outcome } from './colleagues.ts';
import { renderTable } from './table.ts';

const NOTE = 'Проверено бухгалтером';

export type CheckedMonth = { readonly table: string; readonly outcomes: readonly Outcome[] };

/** Shows the checks of a month as they are found, and accepts whatever they remark. */
export async function showClosingChecks(
  api: Api,
  cycles: readonly BillingCycle[],
  period: string,
): Promise<CheckedMonth> {
  const { id: cycleId } = cycleOf(cycles, period);
  const found = (await api.call(listClosingChecks, { params: { cycleId } })).items;
  const blocking = found.filter(({ state }) => state === 'BLOCKING');
  const remarked = found.filter(({ state }) => state === 'REMARKS');
  const accepted: Outcome[] = [];
  for (const { code, count } of remarked) {
    const state = await accept(api, { cycleId, check: code });
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
        holds: (await accept(api, { cycleId, check: 'drift' }, '')) === 'validation-failed',
      },
    ],
  };
}

type CheckOfCycle = { readonly cycleId: number; readonly check: ClosingCheck['code'] };

/** The state of the check then, or the code of the refusal. */
async function accept(api: Api, params: CheckOfCycle, note = NOTE): Promise<string> {
  try {
    return (await api.call(acceptCheck, { params, body: { note } })).state;
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
