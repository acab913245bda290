// The demo's part about what prevents closing a month: every check with its findings, and remarks that the accountant accepts.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { cycleOf } from './bill-a-year.ts';
import {
  acceptCheck,
  type ClosingCheck,
  listClosingChecks,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { inLanguage, say } from '../speech/speech.ts';
import type { Api } from './api.ts';
import type { Outcome } from './colleagues.ts';
import { renderTable } from './table.ts';

const NOTE = 'Проверено бухгалтером';

export type CheckedMonth = { readonly table: string; readonly outcomes: readonly Outcome[] };

/** Shows the checks of a month with their findings, and accepts all remarks. */
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
  for (const { code, count, title } of remarked) {
    const state = await accept(api, { cycleId, check: code });
    accepted.push({
      what: say(
        `«${title.ru}»: замечаний ${count}, принято с примечанием`,
        `“${title.en}”: ${count} remarks are taken as they are`,
      ),
      holds: state === 'ACCEPTED',
    });
  }
  return {
    table: checksTable(found),
    outcomes: [
      {
        what: say('закрыть ничто не мешает', 'nothing blocks the closing'),
        holds: blocking.length === 0,
      },
      ...accepted,
      {
        what: say('пустое примечание не принимается', 'an empty note is refused'),
        holds: (await accept(api, { cycleId, check: 'drift' }, '')) === 'validation-failed',
      },
    ],
  };
}

type CheckOfCycle = { readonly cycleId: number; readonly check: ClosingCheck['code'] };

/** The state of the check afterwards, or the code of the refusal. */
async function accept(api: Api, params: CheckOfCycle, note = NOTE): Promise<string> {
  try {
    return (await api.call(acceptCheck, { params, body: { note } })).state;
  } catch (error) {
    if (error instanceof RequestFailure) return error.code;
    throw error;
  }
}

const STATES: Readonly<Record<ClosingCheck['state'], string>> = {
  OK: say('в порядке', 'in order'),
  REMARKS: say('замечания', 'remarks'),
  ACCEPTED: say('принято', 'accepted'),
  BLOCKING: say('мешает', 'blocks'),
};

function checksTable(checks: readonly ClosingCheck[]): string {
  return renderTable(
    [
      { title: say('Проверка', 'Check'), of: ({ title }) => inLanguage(title), most: 36 },
      { title: say('Итог', 'State'), of: ({ state }) => STATES[state] },
      { title: say('Строк', 'Rows'), of: ({ count }) => String(count), align: 'right' },
      {
        title: say('Первая из них', 'The first of them'),
        of: ({ rows: [first] }) => (first === undefined ? '' : inLanguage(first)),
        most: 36,
      },
    ],
    checks,
  );
}
