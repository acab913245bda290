// What one month contributes to the recalculation of a year: each account's area and time in the house, and the prices.
import { fraction, type Fraction } from '../../money/fraction.ts';
import { formatScaled } from '../../money/scaled.ts';
import { areaOf, benefitsIn, type Benefit } from '../benefit-lines.ts';
import type { BenefitBasis, BenefitPart } from '../charge-line.ts';
import type { AccountFacts, HouseFacts } from '../house-facts.ts';
import { hasDay, type Stretch } from '../month-days.ts';
import { prepareAccount, residentsOn, type AreaBasis } from '../prepared-account.ts';
import { prepareHouse, type PreparedHouse } from '../prepared-house.ts';
import {
  heatNormOn,
  heatTariffOn,
  tariffOn,
  type DatedValue,
  type PreparedService,
} from '../prepared-service.ts';
import { weightsOf } from '../shared-lines.ts';
import { UncomputableError } from '../uncomputable.ts';
import { stretchesIn, type Place } from '../volume-source.ts';

export type MonthOfYear = {
  readonly houseServiceId: number;
  readonly name: string;
  readonly precision: number;
  /** Square metres of all rooms for the whole month. */
  readonly whole: bigint;
  readonly roomsAreaE2: bigint;
  readonly places: readonly PlaceOfMonth[];
};

/** An account in one month. */
export type PlaceOfMonth = {
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly area: AreaBasis;
  /** Its square metres in proportion to its time in the month, in the unit of `whole`. */
  readonly weight: bigint;
  /** The same without its area: 1 for a whole month. */
  readonly months: Fraction;
  /** For the days on which it is charged. */
  readonly prices: readonly PriceOfDays[];
};

/** Consecutive days with the same price of a unit. */
export type PriceOfDays = {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly months: Fraction;
  readonly tariff: DatedValue;
  /** For a two-component service: the heat for one cubic metre, and its price. */
  readonly heat?: { readonly norm: DatedValue; readonly tariff: DatedValue };
  /** Benefits in force on these days; absent if nobody is entitled. */
  readonly benefits?: readonly BenefitOfDays[];
};

/** A benefit, and who lives on what area on the days. */
export type BenefitOfDays = Pick<
  BenefitBasis,
  'category' | 'share' | 'persons' | 'limit' | 'document'
> & { readonly living: Living };

/** The number of residents; for a limit by the social norm the account's square metres, and those that count. */
export type Living = Pick<BenefitPart, 'residents' | 'area' | 'countedArea'>;

/** A multiple of the length of every month, so that any part of any month is a whole number of such parts. */
const PARTS_OF_MONTH = 377_580n;

/**
 * For each requested service that the house has in the month; services without days of any account are left out.
 * @param accounts all that were open in the month
 * @throws UncomputableError area-inconsistent, tariff-missing, norm-missing; method-not-supported for a tariff with ranges; for
 * benefits, the reasons for which a month is refused
 */
export function monthOfYear(
  facts: HouseFacts,
  accounts: readonly AccountFacts[],
  isAsked: (houseServiceId: number) => boolean,
): readonly MonthOfYear[] {
  const house = prepareHouse(facts);
  const all = accounts.map((account) => prepareAccount(house.month, account));
  return [...house.ownServices, ...house.sharedServices]
    .filter(({ facts: { houseServiceId } }) => isAsked(houseServiceId))
    .flatMap((service) => {
      const { places, weights, whole } = weightsOf(house, service, { all, computed: [] });
      const parts = PARTS_OF_MONTH / house.month.days;
      return places.length === 0
        ? []
        : [
            {
              houseServiceId: service.facts.houseServiceId,
              name: service.facts.name,
              precision: service.facts.precision,
              whole: whole * parts,
              roomsAreaE2: facts.roomsAreaE2,
              places: places.map((place, index) =>
                placeOfMonth(house, place, (weights[index] ?? 0n) * parts),
              ),
            },
          ];
    });
}

function placeOfMonth({ month }: PreparedHouse, place: Place, weight: bigint): PlaceOfMonth {
  const { account, service, first, last } = place;
  const { tariff, heatTariff, heatNorm } = service;
  const benefits = benefitsIn(place);
  const entitled = benefits.reduce((cuts, one) => cuts | one.cuts, account.personsCuts);
  const priced = tariff.cuts | heatTariff.cuts | heatNorm.cuts;
  const stretches = stretchesIn(place, benefits.length === 0 ? priced : priced | entitled);
  return {
    personalAccountId: account.facts.personalAccountId,
    accountNumber: account.facts.accountNumber,
    area: account.area,
    weight,
    months: fraction(BigInt(last - first + 1), month.days),
    prices: stretches
      .filter((stretch) => hasDay(place.charged, stretch.first))
      .map((stretch) =>
        Object.assign(benefitsOn(place, benefits, stretch), priceOf(place, service, stretch)),
      ),
  };
}

function priceOf({ month }: Place, service: PreparedService, stretch: Stretch): PriceOfDays {
  const { first, days, from, to } = stretch;
  const tariff = tariffOn(service, month, first);
  if (tariff.ranges !== undefined)
    throw new UncomputableError('method-not-supported', { services: [service.facts.name] });
  return {
    from,
    to,
    days: Number(days),
    months: fraction(days, month.days),
    tariff,
    ...(service.isTwoComponent && {
      heat: {
        norm: heatNormOn(service, month, first),
        tariff: heatTariffOn(service, month, first),
      },
    }),
  };
}

function benefitsOn(
  { account, month }: Place,
  benefits: readonly Benefit[],
  { first }: Stretch,
): Pick<PriceOfDays, 'benefits'> {
  const entitled = benefits.filter(({ days }) => hasDay(days, first));
  if (entitled.length === 0) return {};
  const { persons: residents } = residentsOn(account, month, first);
  return {
    benefits: entitled.map((benefit) => ({
      category: benefit.category,
      share: formatScaled(benefit.shareE4, 4),
      persons: benefit.persons,
      limit: benefit.limit,
      document: benefit.basis,
      living: { residents, ...areaOf(account, benefit, residents) },
    })),
  };
}
