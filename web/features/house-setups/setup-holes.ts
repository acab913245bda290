// Houses by services: the columns, and what a house lacks.
import type { HouseSetup, ServiceOfHouse } from '@kvartplata/contracts/core/house-setups.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';

/** A service that at least one house has. */
export type SetupColumn = Pick<ServiceOfHouse, 'utilityServiceId' | 'name' | 'unit' | 'components'>;

/** In catalogue order. */
export function columnsOf(houses: readonly HouseSetup[]): readonly SetupColumn[] {
  const known = new Map<number, SetupColumn>();
  for (const { services } of houses)
    for (const service of services) known.set(service.utilityServiceId, service);
  return [...known.values()].toSorted((a, b) => a.utilityServiceId - b.utilityServiceId);
}

export type Hole = 'service' | 'tariff';

/** What a house lacks for a service on the day: the service, or a tariff of one of its components. */
export function holeOf(
  { services }: HouseSetup,
  { utilityServiceId }: SetupColumn,
  on: string,
): Hole | undefined {
  const own = services.filter((service) => service.utilityServiceId === utilityServiceId);
  if (own.length === 0) return 'service';
  const standing = own.find(({ validFrom }) => validFrom <= on);
  return standing === undefined || hasTariffs(standing) ? undefined : 'tariff';
}

/** Whether it has services, all with their tariffs. */
export function isSetUp(house: HouseSetup, on: string): boolean {
  return (
    house.services.length > 0 &&
    columnsOf([house]).every((column) => holeOf(house, column, on) === undefined)
  );
}

function hasTariffs({ components, tariffs }: ServiceOfHouse): boolean {
  const parts = components.length === 0 ? [null] : components;
  return parts.every((part) =>
    tariffs.some(({ component, group }) => component === part && group === null),
  );
}

export const byAddress = (one: HouseSetup, other: HouseSetup): number =>
  naturalOrder(one.address, other.address);
