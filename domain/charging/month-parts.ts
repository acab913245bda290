// Cuts an account's month of one service into stretches of days on which nothing changes, and prices them.
import { firstDayOf, lastDayOf, type BillingMonth } from '../calendar/billing-month.ts';
import { findCovering, splitDays, type Period, type Stretch } from '../calendar/period.ts';
import {
  fraction,
  fromScaled,
  multiply,
  roundHalfUp,
  sum,
  type Fraction,
} from '../money/fraction.ts';
import { formatKopecks } from '../money/kopecks.ts';
import { formatScaled } from '../money/scaled.ts';
import type { ChargePart } from './charge-line.ts';
import type { AccountFacts, NormFacts, ServiceFacts, TariffFacts } from './house-facts.ts';
import { UncomputableError } from './uncomputable.ts';

/** Volumes are shown with the places of their column. */
const SHOWN_VOLUME_PLACES = 6;

export type PricedParts = {
  readonly parts: readonly ChargePart[];
  readonly volume: Fraction;
  readonly lastTariffE4: bigint;
  readonly amountKopecks: bigint;
};

/** What one stretch of days uses, and what that follows from. */
export type PartVolume = { readonly volume: Fraction } & Pick<
  ChargePart,
  'norm' | 'normBasis' | 'persons' | 'personsAreOwners'
>;

/** The days of the month on which the account is open and the service is given, cut where something changes. */
export function stretchesOf(
  month: BillingMonth,
  account: AccountFacts,
  service: ServiceFacts,
  changes: readonly Temporal.PlainDate[],
): readonly Stretch[] {
  const from = latest([firstDayOf(month), account.openedOn, service.validFrom]);
  const to = earliest([lastDayOf(month), account.closedOn, service.validTo]);
  if (Temporal.PlainDate.compare(from, to) > 0) return [];
  return splitDays(from, to, [...changes, ...changesOf(service.tariffs)]);
}

/** The days on which a list of dated values changes. */
export function changesOf(periods: readonly Period[]): Temporal.PlainDate[] {
  return periods.flatMap(({ validFrom, validTo }) =>
    validTo === null ? [validFrom] : [validFrom, validTo.add({ days: 1 })],
  );
}

/**
 * Prices each stretch by the tariff of its days; each part's amount is rounded once, and the amount is their sum.
 * @throws UncomputableError tariff-missing, method-not-supported for a tariff of one component
 */
export function priceParts(
  service: ServiceFacts,
  stretches: readonly Stretch[],
  volumeOf: (stretch: Stretch) => PartVolume,
): PricedParts {
  let amountKopecks = 0n;
  let lastTariffE4 = 0n;
  const volumes: Fraction[] = [];
  const parts = stretches.map((stretch): ChargePart => {
    const { volume, ...followsFrom } = volumeOf(stretch);
    const tariff = tariffOn(service, stretch.from);
    const partKopecks = roundHalfUp(multiply(volume, fromScaled(tariff.valueE4, 4)), 2);
    amountKopecks += partKopecks;
    lastTariffE4 = tariff.valueE4;
    volumes.push(volume);
    return {
      from: stretch.from.toString(),
      to: stretch.to.toString(),
      days: stretch.days,
      volume: formatScaled(roundHalfUp(volume, SHOWN_VOLUME_PLACES), SHOWN_VOLUME_PLACES),
      tariff: formatScaled(tariff.valueE4, 4),
      tariffBasis: tariff.basis,
      amount: formatKopecks(partKopecks),
      ...followsFrom,
    };
  });
  return { parts, volume: sum(volumes), lastTariffE4, amountKopecks };
}

/** A volume of the whole span, falling evenly on its days. */
export function spreadOverDays(
  volume: Fraction,
  stretches: readonly Stretch[],
): (stretch: Stretch) => PartVolume {
  const days = BigInt(stretches.reduce((total, stretch) => total + stretch.days, 0));
  return (stretch) => ({ volume: multiply(volume, fraction(BigInt(stretch.days), days)) });
}

/** A volume of a whole month, for the days of the stretch. */
export function forDays(monthly: Fraction, stretch: Stretch, daysInMonth: number): Fraction {
  return multiply(monthly, fraction(BigInt(stretch.days), BigInt(daysInMonth)));
}

/** @throws UncomputableError norm-missing, method-not-supported for a norm of one component */
export function normOn(service: ServiceFacts, day: Temporal.PlainDate): NormFacts {
  const norm = findCovering(service.norms, day);
  if (norm === undefined)
    throw new UncomputableError('norm-missing', `${service.code} has no norm on ${day.toString()}`);
  refuseComponent(service, norm);
  return norm;
}

function tariffOn(service: ServiceFacts, day: Temporal.PlainDate): TariffFacts {
  const tariff = findCovering(service.tariffs, day);
  if (tariff === undefined)
    throw new UncomputableError(
      'tariff-missing',
      `${service.code} has no tariff on ${day.toString()}`,
    );
  refuseComponent(service, tariff);
  return tariff;
}

/** The tariff of one part is not the price of the whole. */
function refuseComponent(service: ServiceFacts, { component }: TariffFacts | NormFacts): void {
  if (component !== null)
    throw new UncomputableError(
      'method-not-supported',
      `${service.code} is charged by components, which is not computed yet`,
    );
}

function latest(days: readonly Temporal.PlainDate[]): Temporal.PlainDate {
  return days.reduce((a, b) => (Temporal.PlainDate.compare(a, b) >= 0 ? a : b));
}

function earliest(
  days: readonly [Temporal.PlainDate, ...(Temporal.PlainDate | null)[]],
): Temporal.PlainDate {
  return days.reduce<Temporal.PlainDate>(
    (a, b) => (b === null || Temporal.PlainDate.compare(a, b) <= 0 ? a : b),
    days[0],
  );
}
