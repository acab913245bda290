// What the days and the counter of a stored meter must fit: its readings, and the meters that it replaced and was replaced by.
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Trx } from '../../tables.ts';
import { findLifeProblem, type MeterLife } from './meter-rules.ts';
import * as repository from './meters.repository.ts';
import type { MeterPlace, MeterRow } from './meters.repository.ts';

/**
 * Checks a life of the locked meter against its readings.
 * @throws Refusal readings-contradict
 */
export async function requireReadingsFit(
  trx: Trx,
  place: MeterPlace,
  life: MeterLife,
): Promise<void> {
  const bounds = await repository.findReadingBounds(trx, place);
  const problem = bounds && findLifeProblem(life, bounds);
  if (problem === undefined) return;
  const { field, message } = problem;
  throw new Refusal('readings-contradict', `${field} ${message}`, {
    errors: [{ path: `/${field}`, message }],
  });
}

/**
 * A meter and the one that replaced it are never in use together: both would count.
 * @throws Refusal validation-failed
 */
export async function requireSuccession(
  trx: Trx,
  place: MeterPlace,
  { replacedMeterId, replacedByMeterId }: MeterRow,
  { installedOn, removedOn }: MeterLife,
): Promise<void> {
  if (replacedMeterId === null && replacedByMeterId === null) return;
  const { removedBefore, installedAfter } = await repository.findSuccession(
    trx,
    place,
    replacedMeterId,
  );
  if (removedBefore !== null && installedOn < removedBefore)
    throw invalidField('/installedOn', 'is before the meter that it replaced was removed', {
      code: 'before-day',
      params: { day: removedBefore },
    });
  if (installedAfter === null) return;
  if (removedOn === null)
    throw invalidField('/removedOn', 'is required for a meter that was replaced', {
      code: 'required',
    });
  if (removedOn > installedAfter)
    throw invalidField('/removedOn', 'is after the meter that replaced it was installed', {
      code: 'after-day',
      params: { day: installedAfter },
    });
}
