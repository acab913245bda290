// Which services of a house a meter can count.
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';

/** The methods that charge by what meters have counted. */
const BY_METERS: readonly ChargingMethod[] = ['meter', 'heating', 'odn'];

type OfHouse = { readonly id: number; readonly utilityServiceId: number };
type OfCatalogue = { readonly id: number; readonly methods: readonly ChargingMethod[] };

/**
 * The services that the catalogue allows to be charged by meters, however the house is charged for them now.
 * @param countedId the service that a stored meter counts, which stays among them
 */
export function meteredServices<Service extends OfHouse>(
  services: readonly Service[],
  catalogue: readonly OfCatalogue[],
  countedId?: number,
): readonly Service[] {
  const metered = new Set(
    catalogue
      .filter(({ methods }) => methods.some((method) => BY_METERS.includes(method)))
      .map(({ id }) => id),
  );
  return services.filter(
    ({ id, utilityServiceId }) => id === countedId || metered.has(utilityServiceId),
  );
}
