// The individual charges of one account: every service but the common-house ones.
import {
  add,
  fraction,
  fromScaled,
  multiply,
  roundHalfUp,
  type Fraction,
} from '../money/fraction.ts';
import { formatScaled } from '../money/scaled.ts';
import { heatingVolume } from '../regulation/individual-charge/heating-volume.ts';
import { meterVolume } from '../regulation/individual-charge/meter-volume.ts';
import { normVolume, personsForNorm } from '../regulation/individual-charge/norm-volume.ts';
import type { Stretch } from '../calendar/period.ts';
import type { ChargeBasis, ChargeLine, MeterBasis } from './charge-line.ts';
import type { AccountFacts, HouseFacts, MeterFacts, ServiceFacts } from './house-facts.ts';
import {
  changesOf,
  forDays,
  normOn,
  priceParts,
  spreadOverDays,
  stretchesOf,
  type PricedParts,
} from './month-parts.ts';
import { UncomputableError } from './uncomputable.ts';

/** The services whose volumes go down the drain. */
const DRAINED_SERVICES = ['cold-water', 'hot-water', 'hot-water-two-component'];
/** The services that share electricity out by the hours of the day. */
const ELECTRICITY_BY_HOURS = ['electricity-day', 'electricity-night'];

export type AccountCalculation = {
  readonly lines: readonly ChargeLine[];
  /** Exact volumes by service code, for water disposal and common-house needs. */
  readonly volumes: ReadonlyMap<string, Fraction>;
};

/** @throws UncomputableError when a figure that a charge needs is not there */
export function calculateAccount(house: HouseFacts, account: AccountFacts): AccountCalculation {
  refuseElectricityTwice(house);
  const lines: ChargeLine[] = [];
  const volumes = new Map<string, Fraction>();
  const disposalLast = house.services.toSorted(
    (a, b) => Number(a.method === 'water-disposal') - Number(b.method === 'water-disposal'),
  );
  for (const service of disposalLast) {
    const computed = calculateService(house, account, service, volumes);
    if (computed === undefined) continue;
    volumes.set(service.code, computed.priced.volume);
    lines.push(chargeLine(account, service, computed));
  }
  return { lines, volumes };
}

/** Who pays by one rate and who by those of the day and the night cannot be told: one kilowatt-hour would count twice. */
function refuseElectricityTwice({ services }: HouseFacts): void {
  const has = (codes: readonly string[]): boolean =>
    services.some(({ code }) => codes.includes(code));
  if (has(['electricity']) && has(ELECTRICITY_BY_HOURS))
    throw new UncomputableError(
      'method-not-supported',
      'electricity at one rate and by hours in one house is not computed yet',
    );
}

type Computed = {
  readonly priced: PricedParts;
  readonly basis: Omit<ChargeBasis, 'parts' | 'daysInMonth'>;
  readonly daysInMonth: number;
};

function calculateService(
  house: HouseFacts,
  account: AccountFacts,
  service: ServiceFacts,
  volumes: ReadonlyMap<string, Fraction>,
): Computed | undefined {
  const { daysInMonth } = house.month;
  switch (service.method) {
    case 'meter':
      return byMeter(house, account, service);
    case 'norm':
      return byNorm(house, account, service);
    case 'area': {
      const stretches = stretchesOf(house.month, account, service, []);
      const area = areaOf(account);
      const priced = priceParts(service, stretches, (stretch) => ({
        volume: forDays(area, stretch, daysInMonth),
      }));
      return present(priced, { rule: 'area', area: shownArea(account) }, daysInMonth);
    }
    case 'heating':
      return byHeatingNorm(house, account, service);
    case 'water-disposal':
      return byDrainedVolumes(house, account, service, volumes);
    case 'odn':
      return undefined;
  }
}

function byMeter(
  house: HouseFacts,
  account: AccountFacts,
  service: ServiceFacts,
): Computed | undefined {
  const stretches = stretchesOf(house.month, account, service, []);
  if (stretches.length === 0) return undefined;
  const meters = metersOf(account.meters, service);
  if (meters.length === 0)
    throw new UncomputableError(
      'meter-missing',
      `${service.code} is charged by meter and there is none`,
    );
  const { volume, bases } = volumeOfMeters(meters, 'reading-missing');
  const priced = priceParts(service, stretches, spreadOverDays(volume, stretches));
  return present(priced, { rule: 'individual-meter', meters: bases }, house.month.daysInMonth);
}

function byNorm(
  house: HouseFacts,
  account: AccountFacts,
  service: ServiceFacts,
): Computed | undefined {
  const changes = [
    ...changesOf(service.norms),
    ...account.registeredPersons.map(({ validFrom }) => validFrom),
  ];
  const stretches = stretchesOf(house.month, account, service, changes);
  if (service.coefficientApplies && stretches.length > 0)
    throw new UncomputableError(
      'method-not-supported',
      `${service.code} is charged with the coefficient, which is not computed yet`,
    );
  const priced = priceParts(service, stretches, (stretch) => {
    const norm = normOn(service, stretch.from);
    const { persons, areOwners } = personsForNorm(registeredOn(account, stretch), account.owners);
    return {
      volume: forDays(normVolume(persons, norm.valueE6), stretch, house.month.daysInMonth),
      norm: formatScaled(norm.valueE6, 6),
      normBasis: norm.basis,
      persons,
      personsAreOwners: areOwners,
    };
  });
  return present(priced, { rule: 'norm-per-person' }, house.month.daysInMonth);
}

function byHeatingNorm(
  house: HouseFacts,
  account: AccountFacts,
  service: ServiceFacts,
): Computed | undefined {
  const mode = service.heatingMode ?? 'season';
  if (mode === 'house-meter')
    throw new UncomputableError(
      'method-not-supported',
      'heating by a house meter is not computed yet',
    );
  if (mode === 'season' && !house.heatingMonths.includes(house.month.month)) return undefined;
  const area = areaOf(account);
  const stretches = stretchesOf(house.month, account, service, changesOf(service.norms));
  const priced = priceParts(service, stretches, (stretch) => {
    const norm = normOn(service, stretch.from);
    const monthly = heatingVolume({
      area,
      normE6: norm.valueE6,
      mode,
      heatingMonths: house.heatingMonths,
      month: house.month.month,
    });
    return {
      volume: forDays(monthly ?? fraction(0n), stretch, house.month.daysInMonth),
      norm: formatScaled(norm.valueE6, 6),
      normBasis: norm.basis,
    };
  });
  return present(
    priced,
    { rule: 'heating-by-norm', area: shownArea(account) },
    house.month.daysInMonth,
  );
}

function byDrainedVolumes(
  house: HouseFacts,
  account: AccountFacts,
  service: ServiceFacts,
  volumes: ReadonlyMap<string, Fraction>,
): Computed | undefined {
  const drained = DRAINED_SERVICES.flatMap((code) => {
    const volume = volumes.get(code);
    return volume === undefined ? [] : [{ code, volume }];
  });
  const stretches = stretchesOf(house.month, account, service, []);
  if (drained.length === 0 || stretches.length === 0) return undefined;
  const total = drained.reduce((whole, { volume }) => add(whole, volume), fraction(0n));
  const priced = priceParts(service, stretches, spreadOverDays(total, stretches));
  const shown = Object.fromEntries(
    drained.map(({ code, volume }) => [code, formatScaled(roundHalfUp(volume, 6), 6)]),
  );
  return present(priced, { rule: 'water-disposal', volumes: shown }, house.month.daysInMonth);
}

/** Those that counted the service in the month: one that was installed after it has nothing to count from. */
export function metersOf(
  meters: readonly MeterFacts[],
  service: ServiceFacts,
): readonly MeterFacts[] {
  return meters.filter(
    ({ houseServiceId, previous }) =>
      houseServiceId === service.houseServiceId && previous !== null,
  );
}

/**
 * What the meters have counted together: also one that was removed in the month, up to its final reading, and the one
 * that took its place, from its initial reading on.
 * @throws UncomputableError with `missing` when one has no reading, reading-below-previous when one went back
 */
export function volumeOfMeters(
  meters: readonly MeterFacts[],
  missing: 'reading-missing' | 'house-reading-missing',
): { volume: Fraction; bases: readonly MeterBasis[] } {
  let totalE3 = 0n;
  const bases = meters.map((meter): MeterBasis => {
    const { serialNumber, digits, previous, current } = meter;
    if (previous === null || current === null)
      throw new UncomputableError(missing, `meter ${serialNumber} has no reading of this month`);
    if (current.valueE3 < previous.valueE3 && !current.rollover) {
      throw new UncomputableError(
        'reading-below-previous',
        `meter ${serialNumber} shows less than before`,
      );
    }
    totalE3 += meterVolume({
      previousE3: previous.valueE3,
      currentE3: current.valueE3,
      digits,
      rollover: current.rollover,
    });
    return {
      serialNumber,
      digits,
      previous: formatScaled(previous.valueE3, 3),
      previousOn: previous.takenOn,
      current: formatScaled(current.valueE3, 3),
      currentOn: current.takenOn,
      rollover: current.rollover,
    };
  });
  return { volume: fromScaled(totalE3, 3), bases };
}

/** The account's square metres: its share of the room. */
function areaOf(account: AccountFacts): Fraction {
  return multiply(fromScaled(account.areaE2, 2), fromScaled(account.shareE8, 8));
}

export function chargeLine(
  account: AccountFacts,
  service: ServiceFacts,
  { priced, basis, daysInMonth }: Computed,
): ChargeLine {
  return {
    personalAccountId: account.personalAccountId,
    accountNumber: account.accountNumber,
    houseServiceId: service.houseServiceId,
    line: 0,
    rateType: service.method,
    consumptionE6:
      roundHalfUp(priced.volume, service.precision) * 10n ** BigInt(6 - service.precision),
    tariffE4: priced.lastTariffE4,
    amountKopecks: priced.amountKopecks,
    basis: { ...basis, daysInMonth, parts: priced.parts },
  };
}

function present(
  priced: PricedParts,
  basis: Computed['basis'],
  daysInMonth: number,
): Computed | undefined {
  return priced.parts.length === 0 ? undefined : { priced, basis, daysInMonth };
}

function registeredOn(account: AccountFacts, stretch: Stretch): number {
  const current = account.registeredPersons.findLast(
    ({ validFrom }) => Temporal.PlainDate.compare(validFrom, stretch.from) <= 0,
  );
  if (current === undefined) {
    throw new UncomputableError(
      'persons-missing',
      `account ${account.accountNumber} has no registered persons on ${stretch.from.toString()}`,
    );
  }
  return current.count;
}

/** The account's square metres as an explanation shows them. */
export function shownArea(account: AccountFacts): string {
  return formatScaled(roundHalfUp(areaOf(account), 2), 2);
}
