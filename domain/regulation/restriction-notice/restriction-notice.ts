// Which debtors a provider may warn of the restriction of a utility service, and when it may restrict and suspend the service.
import { compareDays, formatDay } from '../../calendar/day.ts';
import { workingDayFrom } from '../../calendar/working-days.ts';
import type { ServiceKind } from '../../charging/house-facts.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import type { QualityStandard } from '../quality/service-act.ts';

/** In force since 2017; earlier editions had other terms. */
const RESTRICTION_KNOWN_FROM = Temporal.PlainDate.from('2017-01-01');

/** The day is before the earliest edition of the law implemented here. */
export class RestrictionNotKnownError extends RangeError {
  override readonly name = 'RestrictionNotKnownError';
}

const DAYS_TO_PAY = 20;
const DAYS_RESTRICTED = 10;
const MONTHS = 2n;

/** Heating and cold water are excluded, and waste collection cannot be restricted at all. */
const RESTRICTED: readonly QualityStandard[] = ['hot-supply', 'sewerage', 'power', 'gas-supply'];

/**
 * Whether a debt of the service may lead to its restriction.
 * Source: Government Decree 354 of 2011-05-06, p. 117, 119 «в»: services other than heating and, in houses of several flats,
 *   cold water.
 */
export function mayBeRestricted({
  kind,
  qualityStandard,
}: {
  readonly kind: ServiceKind;
  readonly qualityStandard: QualityStandard | null;
}): boolean {
  return (
    kind === 'utility' &&
    qualityStandard !== null &&
    RESTRICTED.some((standard) => standard === qualityStandard)
  );
}

/**
 * Whether a service is not paid in full: its debt is above two months' charges by the norm, and the debtor has no agreement to
 * pay it off, or does not keep it.
 * @param normChargeKopecks for a month, by the norm and tariff in force, whether or not a meter counts
 * Source: Government Decree 354 of 2011-05-06, p. 118.
 */
export function isNotPaidInFull({
  debtKopecks,
  normChargeKopecks,
  keepsAgreement,
}: {
  readonly debtKopecks: Kopecks;
  readonly normChargeKopecks: Kopecks;
  readonly keepsAgreement: boolean;
}): boolean {
  return !keepsAgreement && normChargeKopecks > 0n && debtKopecks > MONTHS * normChargeKopecks;
}

/**
 * The last day to pay after delivery of a warning, moved to the next working day if necessary; from the next day on the service
 * may be restricted.
 * @throws RestrictionNotKnownError before the edition of 2017-01-01
 * Source: Government Decree 354 of 2011-05-06, p. 119 «а», edition of Decree 1498 of 2016-12-26 (20 days from delivery); Civil
 *   Code art. 191, 193.
 */
export function lastDayToPay(deliveredOn: Temporal.PlainDate): Temporal.PlainDate {
  if (compareDays(deliveredOn, RESTRICTION_KNOWN_FROM) < 0)
    throw new RestrictionNotKnownError(
      `the terms of restriction are not known before ${formatDay(RESTRICTION_KNOWN_FROM)}`,
    );
  return workingDayFrom(deliveredOn.add({ days: DAYS_TO_PAY }));
}

/**
 * The last day of the restriction, moved to the next working day if necessary; from the next day on the service may be suspended.
 * @throws RestrictionNotKnownError before the edition of 2017-01-01
 * Source: Government Decree 354 of 2011-05-06, p. 119 «в», edition of Decree 1498 of 2016-12-26 (10 days from the restriction).
 */
export function lastDayRestricted(restrictedOn: Temporal.PlainDate): Temporal.PlainDate {
  if (compareDays(restrictedOn, RESTRICTION_KNOWN_FROM) < 0)
    throw new RestrictionNotKnownError(
      `the terms of restriction are not known before ${formatDay(RESTRICTION_KNOWN_FROM)}`,
    );
  return workingDayFrom(restrictedOn.add({ days: DAYS_RESTRICTED }));
}
