// The letter of a notice, as PDF.
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import type { Caller } from '../../access/access.service.ts';
import { readCreditor } from '../court-cases/freeze-claim.service.ts';
import { getOwnNotice } from './restriction-notices.service.ts';

/**
 * The letter has a name and a debt, so the export is recorded in the audit log.
 * @throws Refusal not-found, dependency-unavailable
 */
export async function exportLetter(
  caller: Caller,
  id: number,
  now: Date,
): Promise<AsyncIterable<Uint8Array>> {
  const notice = await getOwnNotice(caller, id);
  const creditor = await readCreditor(caller, notice, parseDay(notice.madeOn));
  await recordChange(caller.db, caller.actor, {
    action: 'restriction-notice.letter-exported',
    object: { type: 'restriction-notice', id },
    organizationId: notice.organizationId,
    after: { madeOn: notice.madeOn },
  });
  // Loaded on demand: the drawing libraries would slow down the start.
  const { openFlow } = await import('../paper-flow.ts');
  const { drawRestrictionLetter } = await import('../draw-restriction-letter.ts');
  const flow = openFlow('Предупреждение об ограничении услуги', now, `Уведомление № ${id}`);
  drawRestrictionLetter(flow, { ...notice, creditor });
  return flow.end();
}
