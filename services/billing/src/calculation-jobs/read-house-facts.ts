// Turns core's billing snapshot into the facts of one house, and proves that nothing was cut off.
import type {
  SnapshotAccount,
  SnapshotHouse,
  SnapshotLine,
  SnapshotMeter,
  SnapshotService,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import type { Period } from '@kvartplata/domain/calendar/period.ts';
import type {
  AccountFacts,
  HouseFacts,
  MeterFacts,
  ServiceFacts,
} from '@kvartplata/domain/charging/house-facts.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';

export type HouseWithAccounts = {
  readonly house: HouseFacts;
  readonly accounts: readonly AccountFacts[];
};

/** @throws Refusal dependency-unavailable when the stream is not one whole snapshot of the house and month */
export async function readHouseFacts(
  lines: AsyncIterable<SnapshotLine>,
  houseId: number,
  period: string,
): Promise<HouseWithAccounts> {
  let house: SnapshotHouse | undefined;
  let isWhole = false;
  const accounts: AccountFacts[] = [];
  for await (const line of lines) {
    if (isWhole || (line.line === 'house') !== (house === undefined))
      throw broken('its lines are out of order');
    if (line.line === 'house') house = line;
    else if (line.line === 'account') accounts.push(toAccount(line));
    else isWhole = line.accounts === accounts.length;
  }
  if (house === undefined || !isWhole) throw broken('it was cut off');
  if (house.houseId !== houseId || house.period !== period)
    throw broken('it is of another house or month');
  return { house: toHouse(house), accounts };
}

function broken(why: string): Refusal {
  return new Refusal(
    'dependency-unavailable',
    `The billing snapshot of the core-service is not usable: ${why}`,
  );
}

function toHouse(house: SnapshotHouse): HouseFacts {
  return {
    houseId: house.houseId,
    organizationId: house.organizationId,
    month: parseBillingMonth(house.period),
    heatingMonths: house.heatingMonths,
    roomsAreaE2: parseScaled(house.roomsArea, 2),
    // The snapshot does not tell these yet.
    commonAreaE2: null,
    odnCapped: false,
    services: house.services.map(toService),
    meters: house.meters.map(toMeter),
  };
}

function toService(service: SnapshotService): ServiceFacts {
  return {
    ...toPeriod(service),
    houseServiceId: service.houseServiceId,
    code: service.code,
    name: service.name,
    unit: service.unit,
    precision: service.precision,
    method: service.method,
    heatingMode: service.heatingMode,
    coefficientApplies: service.coefficientApplies,
    tariffs: service.tariffs.map((tariff) => ({
      ...toPeriod(tariff),
      valueE4: parseScaled(tariff.value, 4),
      basis: tariff.basis,
      component: tariff.component,
    })),
    norms: service.norms.map((norm) => ({
      ...toPeriod(norm),
      valueE6: parseScaled(norm.value, 6),
      basis: norm.basis,
      component: norm.component,
    })),
  };
}

function toAccount(account: SnapshotAccount): AccountFacts {
  return {
    personalAccountId: account.personalAccountId,
    accountNumber: account.accountNumber,
    areaE2: parseScaled(account.area, 2),
    shareE8: parseScaled(account.share, 8),
    owners: account.owners,
    openedOn: parseDay(account.openedOn),
    closedOn: account.closedOn === null ? null : parseDay(account.closedOn),
    registeredPersons: account.registeredPersons.map(({ count, validFrom }) => ({
      count,
      validFrom: parseDay(validFrom),
    })),
    meters: account.meters.map(toMeter),
    // The snapshot does not tell them yet.
    absences: [],
  };
}

function toMeter({
  meterId,
  houseServiceId,
  serialNumber,
  digits,
  previous,
  current,
}: SnapshotMeter): MeterFacts {
  return {
    meterId,
    houseServiceId,
    serialNumber,
    digits,
    previous: previous === null ? null : { ...previous, valueE3: parseScaled(previous.value, 3) },
    current: current === null ? null : { ...current, valueE3: parseScaled(current.value, 3) },
    // The snapshot does not tell these yet: a meter as if it had been good and read in every month before.
    installedOn: null,
    removedOn: null,
    verifiedUntil: null,
    outOfOrderSince: null,
    history: null,
    missedPeriods: current === null ? 1 : 0,
    estimatedE6: 0n,
  };
}

function toPeriod({
  validFrom,
  validTo,
}: {
  readonly validFrom: string;
  readonly validTo: string | null;
}): Period {
  return { validFrom: parseDay(validFrom), validTo: validTo === null ? null : parseDay(validTo) };
}
