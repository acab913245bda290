// Computes one month of a house for the recalculation of a year: the volume to be shared out, who was there for how much of the
// month, and at which prices. No I/O, so that it can run in a thread.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { calculateHouse } from '@kvartplata/domain/charging/calculate-house.ts';
import type { CommonNeedsMonth } from '@kvartplata/domain/charging/common-needs-month.ts';
import type { YearVolume, ServiceFacts } from '@kvartplata/domain/charging/house-facts.ts';
import { methodOf } from '@kvartplata/domain/charging/methods/methods.ts';
import { UncomputableError, type ReasonFacts } from '@kvartplata/domain/charging/uncomputable.ts';
import type { UncomputableReason } from '@kvartplata/domain/charging/uncomputable.ts';
import { monthOfYear, type MonthOfYear } from '@kvartplata/domain/charging/year/month-of-year.ts';
import { chargedServicesOf, type ChargedService } from './compute-houses.ts';
import { housesOf, orBroken, type Broken, type OfHouses } from './dry-run-houses.ts';

/** What is recalculated once a year. */
export type YearKind = 'common-needs' | 'heating';

/** The services of a house that each kind covers. */
const SERVICES: Readonly<Record<YearKind, (service: ServiceFacts) => boolean>> = {
  'common-needs': (service) => methodOf(service).isCommonNeeds === true,
  heating: ({ heatingMode }) => heatingMode === 'even-by-meter',
};

export type YearMonthQuestion = OfHouses & { readonly kind: YearKind };

export type YearMonth = {
  readonly months: readonly MonthOfYear[];
  readonly commonNeeds: readonly CommonNeedsMonth[];
  /** The known yearly volumes of services that are charged evenly. */
  readonly yearVolumes: readonly (YearVolume & { readonly houseServiceId: number })[];
  /** Heat cost allocator units, by the account services that state them. */
  readonly allocated: readonly AllocatedUnits[];
  /** The services whose volume is unknown, and why. */
  readonly unknown: readonly Unknown[];
  readonly services: readonly ChargedService[];
};

export type AllocatedUnits = {
  readonly houseServiceId: number;
  readonly personalAccountId: number;
  /** The first day of the row, the same in all months of its year. */
  readonly from: string;
  readonly unitsE3: bigint;
};

export type Unknown = {
  readonly houseServiceId: number;
  readonly reason: UncomputableReason;
  readonly facts: ReasonFacts;
};

/** `uncomputable`: a price or an area is missing. */
export type YearMonthAnswer =
  | Broken
  | { readonly month: YearMonth | undefined }
  | { readonly uncomputable: Omit<Unknown, 'houseServiceId'> };

/** For the requested house; undefined when it is unknown to core or belongs to another organization. */
export function computeYearMonth(question: YearMonthQuestion): YearMonthAnswer {
  return orBroken(() => {
    const [found] = housesOf(question);
    if (found === undefined) return { month: undefined };
    const { house, accounts } = found;
    const asked = house.services.filter(SERVICES[question.kind]);
    const ids = new Set(asked.map(({ houseServiceId }) => houseServiceId));
    const { commonNeeds, skipped } = calculateHouse(house, accounts);
    try {
      return {
        month: {
          months: monthOfYear(house, accounts, (id) => ids.has(id)),
          commonNeeds,
          yearVolumes: asked.flatMap(({ houseServiceId, yearVolumes }) =>
            yearVolumes.map((one) => ({ ...one, houseServiceId })),
          ),
          allocated: accounts.flatMap(({ personalAccountId, services }) =>
            services.flatMap(({ houseServiceId, allocatorUnitsE3: unitsE3, validFrom }) =>
              unitsE3 === null || !ids.has(houseServiceId)
                ? []
                : [{ houseServiceId, personalAccountId, from: formatDay(validFrom), unitsE3 }],
            ),
          ),
          unknown: skipped.flatMap(({ houseServiceIds = [], reason, facts }) =>
            houseServiceIds
              .filter((houseServiceId) => ids.has(houseServiceId))
              .map((houseServiceId) => ({ houseServiceId, reason, facts })),
          ),
          services: chargedServicesOf(house),
        },
      };
    } catch (error) {
      if (!(error instanceof UncomputableError)) throw error;
      return { uncomputable: { reason: error.reason, facts: error.facts } };
    }
  });
}
