// The services and values of many houses as shown in a table, and as audited when written.
import type { HouseSetup } from '@kvartplata/contracts/core/house-setups.ts';
import type { RecordChange } from '../../access/records/records.service.ts';
import type { NamedHouse, ServiceInHouse, ValueInHouse } from './house-setups.repository.ts';
import type { Days, SetupHouse, SetupValue } from './setup-plan.ts';

/** What the house has on the day, including services that begin later. */
export function setupOf(
  { houseId, address }: NamedHouse,
  { services, values }: SetupHouse,
  on: string,
): HouseSetup {
  const holding = values.filter(({ validFrom }) => validFrom <= on);
  return {
    houseId,
    address,
    services: services.map(({ id, components, ...service }) => {
      const valuesOf = (kind: SetupValue['kind']) =>
        holding.filter((value) => value.kind === kind && value.houseServiceId === id).map(toToday);
      const { utilityServiceId, code, name, unit, method, heatingMode } = service;
      return {
        houseServiceId: id,
        utilityServiceId,
        code,
        name,
        unit,
        components: [...components],
        method,
        heatingMode,
        ...daysOf(service),
        tariffs: valuesOf('tariff'),
        norms: valuesOf('norm'),
      };
    }),
  };
}

function toToday({ id, component, group, value, ...days }: SetupValue) {
  return { id, component, group, value, ...daysOf(days) };
}

function daysOf({ validFrom, validTo }: Days): Days {
  return { validFrom, validTo };
}

/** The same as for a service that was added singly. */
export function recordOfService(organizationId: number, service: ServiceInHouse): RecordChange {
  const { id, houseId, ...fields } = service;
  const after = { id, houseId, organizationId, ...fields, payeeId: null, yearVolumes: [] };
  return { type: 'house-service', id, organizationId, after };
}

/** The same as for a tariff or norm that was written singly. */
export function recordOfValue(
  organizationId: number,
  { before, after }: { readonly before?: ValueInHouse; readonly after: ValueInHouse },
): RecordChange {
  const told = ({ kind, steps, ...value }: ValueInHouse): Record<string, unknown> => ({
    ...value,
    organizationId,
    ...(steps.length > 0 && { [kind === 'tariff' ? 'ranges' : 'byPersons']: steps }),
  });
  return {
    type: after.kind,
    id: after.id,
    organizationId,
    ...(before !== undefined && { before: told(before) }),
    after: told(after),
  };
}
