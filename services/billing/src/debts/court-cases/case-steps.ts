// Which step of a court case may follow the last one.
import {
  STEPS_AFTER,
  type CaseState,
  type CaseStep,
} from '@kvartplata/contracts/billing/court-cases.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';

/** Those by which the court is paid. */
export const FEE_STEPS: readonly CaseStep[] = ['filed', 'ordered'];

/**
 * @param on of the step; one of the same day as the last is in order
 * @throws Refusal step-out-of-order
 */
export function assertFollows(
  { state, stateSince }: { readonly state: CaseState; readonly stateSince: string },
  { step, on }: { readonly step: CaseStep; readonly on: string },
): void {
  const allowed = STEPS_AFTER[state];
  if (!allowed.includes(step)) {
    const may = allowed.length === 0 ? 'nothing' : allowed.join(', ');
    throw new Refusal('step-out-of-order', `After ${state} comes ${may}, and not ${step}`);
  }
  if (on < stateSince)
    throw new Refusal('step-out-of-order', `${on} is before ${stateSince}, the day of ${state}`);
}
