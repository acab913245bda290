// Complete houses, services and accounts for tests of the calculation, with plain defaults for what a test does not specify.
import { formatKopecks } from '../../money/kopecks.ts';
import { parseScaled } from '../../money/scaled.ts';
import { calculateHouse } from '../calculate-house.ts';
import type { ChargeRule } from '../charge-rules.ts';
import type {
  AccountFacts,
  AccountServiceFacts,
  HouseFacts,
  MeterFacts,
  NormFacts,
  ServiceFacts,
  TariffFacts,
} from '../house-facts.ts';
import { catalogueFacts } from './catalogue.ts';

export const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

export const tariff = (
  value: string,
  from = '2020-01-01',
  to: string | null = null,
): TariffFacts => ({
  valueE4: parseScaled(value, 4),
  ranges: [],
  basis: 'order 1',
  component: null,
  group: null,
  validFrom: day(from),
  validTo: to === null ? null : day(to),
});
export const norm = (value: string, from = '2020-01-01', to: string | null = null): NormFacts => ({
  valueE6: parseScaled(value, 6),
  byPersons: [],
  basis: 'order 2',
  component: null,
  group: null,
  validFrom: day(from),
  validTo: to === null ? null : day(to),
});

/** What differs for an account: by default it is charged like its house. */
export function differing(
  houseServiceId: number,
  more: Partial<AccountServiceFacts> = {},
): AccountServiceFacts {
  return {
    houseServiceId,
    charged: true,
    reason: null,
    coefficientApplies: true,
    tariffGroup: null,
    normGroup: null,
    contractVolumeE6: null,
    allocatorUnitsE3: null,
    validFrom: day('2020-01-01'),
    validTo: null,
    ...more,
  };
}

export function service(
  id: number,
  code: string,
  method: ServiceFacts['method'],
  more: Partial<ServiceFacts> = {},
): ServiceFacts {
  return {
    ...catalogueFacts(code),
    houseServiceId: id,
    code,
    name: code,
    unit: 'м³',
    precision: 3,
    method,
    heatingMode: null,
    yearVolumes: [],
    coefficientApplies: false,
    sharedMeterBy: 'share',
    payeeId: null,
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
    roomNumber: String(id),
    roomKind: 'residential',
    areaE2: 5_000n,
    shareE8: 100_000_000n,
    owners: 1,
    openedOn: day('2020-01-01'),
    closedOn: null,
    registeredPersons: [{ count: 2, validFrom: day('2020-01-01') }],
    meters: [],
    absences: [],
    services: [],
    benefits: [],
    ...more,
  };
}

/** What differs for an account: nothing except what is given. */
export function accountService(
  houseServiceId: number,
  more: Partial<AccountServiceFacts> = {},
): AccountServiceFacts {
  return {
    houseServiceId,
    charged: true,
    reason: null,
    coefficientApplies: true,
    tariffGroup: null,
    normGroup: null,
    contractVolumeE6: null,
    allocatorUnitsE3: null,
    validFrom: day('2020-01-01'),
    validTo: null,
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
    heatingSeasons: [],
    roomsAreaE2: 100_000n,
    commonAreaE2: null,
    commonNeedsMethod: 'actual',
    commonNeedsBefore: [],
    services,
    meters: [],
    acts: [],
    ...more,
  };
}

export function meter(
  serviceId: number,
  previous: string,
  current: string | null,
  rollover = false,
  more: Partial<MeterFacts> = {},
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
    installedOn: null,
    removedOn: null,
    verifiedUntil: null,
    outOfOrderSince: null,
    accessRefusedSince: null,
    history: null,
    missedPeriods: current === null ? 1 : 0,
    estimatedE6: 0n,
    ofRoom: false,
    tampered: [],
    ...more,
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

/** What each line charges: "service/line amount". */
export function lineAmounts(
  facts: HouseFacts,
  ...accounts: readonly AccountFacts[]
): readonly string[] {
  return calculateHouse(facts, accounts).lines.map(
    ({ houseServiceId, line, amountKopecks }) =>
      `${houseServiceId}/${line} ${formatKopecks(amountKopecks)}`,
  );
}

/** The rules by which the lines have found their volumes. */
export function rulesOf(
  facts: HouseFacts,
  ...accounts: readonly AccountFacts[]
): readonly ChargeRule[] {
  return calculateHouse(facts, accounts).lines.map(({ basis }) => basis.rule);
}

/** The reason code with which an account was skipped. */
export function reasonOf(facts: HouseFacts, ...accounts: readonly AccountFacts[]): string {
  return calculateHouse(facts, accounts).skipped[0]?.reason ?? 'not skipped';
}
