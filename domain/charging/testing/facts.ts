// Houses, services and accounts for tests of the calculation: whole, with what a test does not name left plain.
import { parseScaled } from '../../money/scaled.ts';
import { calculateHouse } from '../calculate-house.ts';
import type {
  AccountFacts,
  HouseFacts,
  MeterFacts,
  NormFacts,
  ServiceFacts,
  TariffFacts,
} from '../house-facts.ts';

export const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

export const tariff = (
  value: string,
  from = '2020-01-01',
  to: string | null = null,
): TariffFacts => ({
  valueE4: parseScaled(value, 4),
  basis: 'order 1',
  component: null,
  validFrom: day(from),
  validTo: to === null ? null : day(to),
});
export const norm = (value: string, from = '2020-01-01', to: string | null = null): NormFacts => ({
  valueE6: parseScaled(value, 6),
  basis: 'order 2',
  component: null,
  validFrom: day(from),
  validTo: to === null ? null : day(to),
});

export function service(
  id: number,
  code: string,
  method: ServiceFacts['method'],
  more: Partial<ServiceFacts> = {},
): ServiceFacts {
  return {
    houseServiceId: id,
    code,
    name: code,
    unit: 'м³',
    precision: 3,
    method,
    heatingMode: null,
    coefficientApplies: false,
    tariffs: [tariff('100')],
    norms: [],
    validFrom: day('2020-01-01'),
    validTo: null,
    ...more,
  };
}

export function account(id: number, more: Partial<AccountFacts> = {}): AccountFacts {
  return {
    personalAccountId: id,
    accountNumber: `LS${id}`,
    areaE2: 5_000n,
    shareE8: 100_000_000n,
    owners: 1,
    openedOn: day('2020-01-01'),
    closedOn: null,
    registeredPersons: [{ count: 2, validFrom: day('2020-01-01') }],
    meters: [],
    ...more,
  };
}

export function house(
  services: readonly ServiceFacts[],
  more: Partial<HouseFacts> = {},
): HouseFacts {
  return {
    houseId: 1,
    organizationId: 1,
    month: Temporal.PlainYearMonth.from('2026-07'),
    heatingMonths: [1, 2, 3, 4, 10, 11, 12],
    roomsAreaE2: 100_000n,
    services,
    meters: [],
    ...more,
  };
}

export function meter(
  serviceId: number,
  previous: string,
  current: string | null,
  rollover = false,
): MeterFacts {
  return {
    meterId: 1,
    houseServiceId: serviceId,
    serialNumber: 'M-1',
    digits: 5,
    previous: { valueE3: parseScaled(previous, 3), takenOn: '2026-06-25' },
    current:
      current === null
        ? null
        : { valueE3: parseScaled(current, 3), takenOn: '2026-07-25', rollover },
  };
}

/** The amounts of every part of every line. */
export function amounts(
  facts: HouseFacts,
  ...accounts: readonly AccountFacts[]
): readonly string[] {
  return calculateHouse(facts, accounts).lines.flatMap((line) =>
    line.basis.parts.map((part) => part.amount),
  );
}
