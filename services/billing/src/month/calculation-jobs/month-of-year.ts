// Computes one month of a house for the recalculation of a year: what it has drawn of what is shared out, who was there for
// how much of it, and at which prices. Without any input or output, so that it may run in a thread.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { calculateHouse } from '@kvartplata/domain/charging/calculate-house.ts';
import type { CommonNeedsMonth } from '@kvartplata/domain/charging/common-needs-month.ts';
import type { HeatVolume, ServiceFacts } from '@kvartplata/domain/charging/house-facts.ts';
import { methodOf } from '@kvartplata/domain/charging/methods/methods.ts';
import { UncomputableError, type ReasonFacts } from '@kvartplata/domain/charging/uncomputable.ts';
import type { UncomputableReason } from '@kvartplata/domain/charging/uncomputable.ts';
import { monthOfYear, type MonthOfYear } from '@kvartplata/domain/charging/year/month-of-year.ts';
import { chargedServicesOf, type ChargedService } from './compute-houses.ts';
import { housesOf, orBroken, type Broken, type OfHouses } from './dry-run-houses.ts';

/** What is recalculated once a year. */
export type YearKind = 'common-needs' | 'heating';

/** Which services of a house each kind is about. */
const SERVICES: Readonly<Record<YearKind, (service: ServiceFacts) => boolean>> = {
  'common-needs': (service) => methodOf(service).isCommonNeeds === true,
  heating: ({ heatingMode }) => heatingMode === 'even-by-meter',
};

export type YearMonthQuestion = OfHouses & { readonly kind: YearKind };

export type YearMonth = {
  readonly months: readonly MonthOfYear[];
  readonly commonNeeds: readonly CommonNeedsMonth[];
  /** What is known of the years of services that are charged evenly. */
  readonly heatVolumes: readonly (HeatVolume & { readonly houseServiceId: number })[];
  /** What heat cost allocators have shown, by the rows of accounts that tell it. */
  readonly allocated: readonly AllocatedUnits[];
  /** Why what the services have drawn is not known, of those for which it is not. */
  readonly unknown: readonly Unknown[];
  readonly services: readonly ChargedService[];
};

export type AllocatedUnits = {
  readonly houseServiceId: number;
  readonly personalAccountId: number;
  /** The first day of the row, which the months of its year tell alike. */
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

/** Of the one house asked for; undefined when core does not know it, or another organization has it. */
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
          heatVolumes: asked.flatMap(({ houseServiceId, heatVolumes }) =>
            heatVolumes.map((one) => ({ ...one, houseServiceId })),
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
