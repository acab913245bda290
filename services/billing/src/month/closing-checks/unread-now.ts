// Which meters lack a reading according to a charge, and what replaces them.
import type { UnreadMeterBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { joinBasis, type Filling, type Template } from '../basis-template.ts';

export type UnreadNow = {
  /** Null where nothing was charged. */
  readonly serialNumbers: string | null;
  /** Whether averages replace the readings. */
  readonly isAverage: boolean;
};

/** @param isOfAccount the heat meters of its room, where it has any besides those of the house */
export function unreadNowOf(unread: Template, filling: Filling, isOfAccount: boolean): UnreadNow {
  if (unread === null) return { serialNumbers: null, isAverage: false };
  const all = joinBasis(unread, filling) as readonly UnreadMeterBasis[];
  const ofRoom = all.filter((meter) => meter.ofRoom === true);
  const isOfRoom = isOfAccount && ofRoom.length > 0;
  const meters = isOfRoom ? ofRoom : all.filter((meter) => meter.ofRoom === undefined);
  return {
    serialNumbers: meters
      .filter(({ because }) => because === 'reading-missing')
      .map(({ serialNumber }) => serialNumber)
      .join(', '),
    // If any meter has no average, the norm replaces all of them.
    isAverage: meters.every(({ average }) => average !== undefined),
  };
}
