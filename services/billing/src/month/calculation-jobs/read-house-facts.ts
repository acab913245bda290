// Turns core's billing snapshot into the facts of houses, and verifies that nothing was cut off.
import type {
  SnapshotAccount,
  SnapshotAccountService,
  SnapshotAct,
  SnapshotBenefit,
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
  AccountServiceFacts,
  ActFacts,
  BenefitFacts,
  CommonNeedsBefore,
  HouseFacts,
  MeterFacts,
  ServiceFacts,
} from '@kvartplata/domain/charging/house-facts.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import type { SocialNorm } from '@kvartplata/domain/regulation/benefit/benefit.ts';
import type { Estimates } from '../charges/estimates.service.ts';

export type HouseWithAccounts = {
  /** The version of core's data. */
  readonly version: number;
  readonly house: HouseFacts;
  readonly accounts: readonly AccountFacts[];
};

/** By house: one for each service that has any earlier common-needs month. */
export type CommonNeedsBefores = ReadonlyMap<number, readonly CommonNeedsBefore[]>;

/** What earlier months pass on to the month. */
export type EarlierMonths = {
  /** What was charged in place of the late meters that the snapshot names. */
  readonly estimates: Estimates;
  readonly commonNeeds: CommonNeedsBefores;
};

/** What core sent is not one complete snapshot of the requested houses and month. */
export class BrokenSnapshotError extends Error {
  override readonly name = 'BrokenSnapshotError';
}

/**
 * The houses that core knows, each as soon as it is complete, so that only one is in memory at a time. None of them counts before
 * the last one has arrived: only then is it certain that nothing was cut off.
 * @throws BrokenSnapshotError when the lines are not one complete snapshot of these houses and the month
 */
export function* readHouseFacts(
  lines: Iterable<SnapshotLine>,
  houseIds: readonly number[],
  period: string,
  earlier: EarlierMonths,
): Generator<HouseWithAccounts> {
  const waiting = new Map<number, SnapshotHouse>();
  let current: SnapshotHouse | undefined;
  let accounts: AccountFacts[] = [];
  let [sent, isWhole] = [0, false];
  for (const line of lines) {
    if (isWhole || (line.line === 'house' && sent > 0))
      throw new BrokenSnapshotError('its lines are out of order');
    if (line.line === 'house') {
      if (!houseIds.includes(line.houseId) || waiting.has(line.houseId) || line.period !== period)
        throw new BrokenSnapshotError('it is of other houses or another month');
      waiting.set(line.houseId, line);
    } else if (line.line === 'account') {
      sent += 1;
      if (line.houseId !== current?.houseId) {
        if (current !== undefined) yield whole(current, accounts, earlier);
        current = take(waiting, line.houseId);
        accounts = [];
      }
      accounts.push(toAccount(line, earlier.estimates));
    } else isWhole = line.accounts === sent;
  }
  if (!isWhole) throw new BrokenSnapshotError('it was cut off');
  if (current !== undefined) yield whole(current, accounts, earlier);
  for (const house of waiting.values()) yield whole(house, [], earlier);
}

function take(waiting: Map<number, SnapshotHouse>, houseId: number): SnapshotHouse {
  const house = waiting.get(houseId);
  if (house === undefined) throw new BrokenSnapshotError('an account is of no house that waits');
  waiting.delete(houseId);
  return house;
}

function whole(
  house: SnapshotHouse,
  accounts: readonly AccountFacts[],
  earlier: EarlierMonths,
): HouseWithAccounts {
  if (accounts.length !== house.accounts)
    throw new BrokenSnapshotError('a house has not all its accounts');
  return { version: house.version, house: toHouse(house, earlier), accounts };
}

function toHouse(house: SnapshotHouse, { estimates, commonNeeds }: EarlierMonths): HouseFacts {
  return {
    houseId: house.houseId,
    organizationId: house.organizationId,
    month: parseBillingMonth(house.period),
    heatingMonths: house.heatingMonths,
    heatingSeasons: house.heatingSeasons.map(({ from, to }) => ({
      from: parseDay(from),
      to: to === null ? null : parseDay(to),
    })),
    roomsAreaE2: parseScaled(house.roomsArea, 2),
    commonAreaE2: house.commonArea === null ? null : parseScaled(house.commonArea, 2),
    commonNeedsMethod: house.commonNeedsMethod,
    commonNeedsBefore: commonNeeds.get(house.houseId) ?? [],
    services: house.services.map(toService),
    meters: house.meters.map((meter) => toMeter(meter, estimates)),
    acts: (house.acts ?? []).map(toAct),
  };
}

function toAct({ measured, required, rooms, ...act }: SnapshotAct): ActFacts {
  return {
    ...act,
    measuredE4: measured === null ? null : parseScaled(measured, 4),
    requiredE4: required === null ? null : parseScaled(required, 4),
    roomNumbers: rooms,
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
    kind: service.kind,
    everydayName: service.everydayName,
    drainsInto: service.drainsInto,
    commonNeedsOf: service.commonNeedsOf,
    hoursOf: service.hoursOf,
    followsAbsence: service.followsAbsence,
    countsUnverified: service.countsUnverified,
    qualityStandard: service.qualityStandard,
    coefficients: service.coefficients.map((coefficient) => ({
      ...toPeriod(coefficient),
      valueE2: parseScaled(coefficient.value, 2),
    })),
    method: service.method,
    heatingMode: service.heatingMode,
    yearVolumes: (service.yearVolumes ?? []).map(({ year, volume, by }) => ({
      year,
      volumeE3: parseScaled(volume, 3),
      by,
    })),
    coefficientApplies: service.coefficientApplies,
    sharedMeterBy: service.sharedMeterBy,
    payeeId: service.payeeId,
    tariffs: service.tariffs.map((tariff) => ({
      ...toPeriod(tariff),
      valueE4: parseScaled(tariff.value, 4),
      basis: tariff.basis,
      component: tariff.component,
      group: tariff.group ?? null,
      ranges: (tariff.ranges ?? []).map(({ above, value }) => ({
        aboveE3: parseScaled(above, 3),
        valueE4: parseScaled(value, 4),
      })),
    })),
    norms: service.norms.map((norm) => ({
      ...toPeriod(norm),
      valueE6: parseScaled(norm.value, 6),
      basis: norm.basis,
      component: norm.component,
      group: norm.group ?? null,
      byPersons: (norm.byPersons ?? []).map(({ persons, value }) => ({
        persons,
        valueE6: parseScaled(value, 6),
      })),
    })),
  };
}

function toAccount(account: SnapshotAccount, estimates: Estimates): AccountFacts {
  return {
    personalAccountId: account.personalAccountId,
    accountNumber: account.accountNumber,
    roomNumber: account.roomNumber,
    roomKind: account.roomKind ?? 'residential',
    areaE2: parseScaled(account.area, 2),
    shareE8: parseScaled(account.share, 8),
    owners: account.owners,
    openedOn: parseDay(account.openedOn),
    closedOn: account.closedOn === null ? null : parseDay(account.closedOn),
    registeredPersons: account.registeredPersons.map(({ count, validFrom }) => ({
      count,
      validFrom: parseDay(validFrom),
    })),
    meters: account.meters.map((meter) => toMeter(meter, estimates)),
    absences: (account.absences ?? []).map(({ from, to, persons }) => ({
      from: parseDay(from),
      to: parseDay(to),
      persons,
    })),
    services: (account.services ?? []).map(toAccountService),
    benefits: (account.benefits ?? []).map(toBenefit),
  };
}

function toAccountService(service: SnapshotAccountService): AccountServiceFacts {
  const { contractVolume, allocatorUnits } = service;
  return {
    ...toPeriod(service),
    houseServiceId: service.houseServiceId,
    charged: service.charged,
    reason: service.reason,
    coefficientApplies: service.coefficientApplies,
    tariffGroup: service.tariffGroup,
    normGroup: service.normGroup,
    contractVolumeE6: contractVolume === null ? null : parseScaled(contractVolume, 6),
    allocatorUnitsE3: allocatorUnits === null ? null : parseScaled(allocatorUnits, 3),
  };
}

function toBenefit({ share, socialNorm, ...benefit }: SnapshotBenefit): BenefitFacts {
  return {
    ...benefit,
    ...toPeriod(benefit),
    shareE4: parseScaled(share, 4),
    socialNorm: socialNorm === null ? null : toSocialNorm(socialNorm),
  };
}

function toSocialNorm({ one, two, each }: NonNullable<SnapshotBenefit['socialNorm']>): SocialNorm {
  return { oneE2: parseScaled(one, 2), twoE2: parseScaled(two, 2), eachE2: parseScaled(each, 2) };
}

function toMeter(meter: SnapshotMeter, estimates: Estimates): MeterFacts {
  const { meterId, previous, current, history } = meter;
  return {
    meterId,
    houseServiceId: meter.houseServiceId,
    serialNumber: meter.serialNumber,
    digits: meter.digits,
    previous: previous === null ? null : { ...previous, valueE3: parseScaled(previous.value, 3) },
    current: current === null ? null : { ...current, valueE3: parseScaled(current.value, 3) },
    installedOn: toDay(meter.installedOn),
    removedOn: toDay(meter.removedOn),
    verifiedUntil: toDay(meter.verifiedUntil),
    outOfOrderSince: toDay(meter.outOfOrderSince),
    accessRefusedSince: toDay(meter.accessRefusedSince),
    history:
      history === undefined
        ? null
        : { months: history.months, volumeE3: parseScaled(history.volume, 3) },
    missedPeriods: meter.missedPeriods ?? 0,
    estimatedE6: estimates.get(meterId) ?? 0n,
    ofRoom: meter.ofRoom ?? false,
    tampered: (meter.tampered ?? []).map(({ on, lastCheckOn, capacityPerDay }) => ({
      on: parseDay(on),
      lastCheckOn: parseDay(lastCheckOn),
      capacityPerDayE3: capacityPerDay === null ? null : parseScaled(capacityPerDay, 3),
    })),
  };
}

function toDay(text: string | undefined): Temporal.PlainDate | null {
  return text === undefined ? null : parseDay(text);
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
