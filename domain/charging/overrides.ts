// The facts of a house with another tariff, another norm, or another method of common-house needs.
import { methodOf } from './methods/methods.ts';
import type {
  CommonNeedsMethod,
  Component,
  HouseFacts,
  ServiceFacts,
  TariffFacts,
} from './house-facts.ts';

/** The service to override: a service of one house, or the service with this code in every house. */
export type OverriddenService = { readonly houseServiceId: number } | { readonly code: string };

/** Another tariff, in 1/10000 of a rouble, or another norm, in millionths. */
export type Override = {
  readonly target: OverriddenService;
  readonly component: Component | null;
} & ({ readonly tariffE4: bigint } | { readonly normE6: bigint });

/** Another method of common-house needs, or the norm as if there were no house-wide meter. */
export type CommonNeedsOverride = CommonNeedsMethod | 'norm';

export type Overrides = {
  readonly values: readonly Override[];
  /** Null to keep the house's method. */
  readonly commonNeeds: CommonNeedsOverride | null;
};

const BASIS = 'dry run';

/** The new value applies on every day of the month and replaces all values of its component in the default group. */
export function withOverrides(facts: HouseFacts, { values, commonNeeds }: Overrides): HouseFacts {
  const services = facts.services.map((service) =>
    values.reduce((changed, value) => withValue(facts, changed, value), service),
  );
  return withCommonNeeds({ ...facts, services }, commonNeeds);
}

/** Indexes of the values that change nothing because the house does not have the service or the component. */
export function strangersTo({ services }: HouseFacts, { values }: Overrides): readonly number[] {
  return values.flatMap((value, place) =>
    services.some((service) => fits(service, value)) ? [] : [place],
  );
}

function withValue({ month }: HouseFacts, service: ServiceFacts, override: Override): ServiceFacts {
  if (!fits(service, override)) return service;
  const { component } = override;
  const validFrom = month.toPlainDate({ day: 1 });
  const row = { component, group: null, basis: BASIS, validFrom, validTo: null };
  const isOther = (other: Pick<TariffFacts, 'component' | 'group'>): boolean =>
    other.component !== component || other.group !== null;
  return 'tariffE4' in override
    ? {
        ...service,
        tariffs: [
          ...service.tariffs.filter(isOther),
          { ...row, ranges: [], valueE4: override.tariffE4 },
        ],
      }
    : {
        ...service,
        norms: [
          ...service.norms.filter(isOther),
          { ...row, byPersons: [], valueE6: override.normE6 },
        ],
      };
}

/** If the service has no value yet, its first may be for any component. */
function fits(service: ServiceFacts, override: Override): boolean {
  const { target, component } = override;
  const rows = 'tariffE4' in override ? service.tariffs : service.norms;
  const isMeant =
    'code' in target
      ? target.code === service.code
      : target.houseServiceId === service.houseServiceId;
  return isMeant && (rows.length === 0 || rows.some((row) => row.component === component));
}

function withCommonNeeds(facts: HouseFacts, override: CommonNeedsOverride | null): HouseFacts {
  if (override === null) return facts;
  if (override !== 'norm') return { ...facts, commonNeedsMethod: override };
  const odn = facts.services.filter((service) => methodOf(service).isCommonNeeds);
  const isOdn = new Set(odn.map(({ houseServiceId }) => houseServiceId));
  const meters = facts.meters.filter(({ houseServiceId }) => !isOdn.has(houseServiceId));
  return { ...facts, meters };
}
