// Lines by which benefits lower the charges of the entitled, calculated after everything else in the month: one negative line
// per service, and one for the heat in two-component hot water.
import { compare, fraction, multiply } from '../money/fraction.ts';
import { formatKopecks, type Kopecks } from '../money/kopecks.ts';
import { formatScaled, parseScaled } from '../money/scaled.ts';
import { sumBy } from '../money/sums.ts';
import { countedArea } from '../regulation/benefit/benefit.ts';
import { keyOf, placeIn } from './act-lines.ts';
import { BENEFIT_LIMITS_OF } from './benefit-limits.ts';
import { toldAmounts, withinNormOf } from './benefits-basis.ts';
import {
  LINE,
  type BenefitBasis,
  type BenefitPart,
  type ChargeBasis,
  type ChargeLine,
  type ChargePart,
} from './charge-line.ts';
import { VOLUME_RULES, type ReckonedRule } from './charge-rules.ts';
import { formatExact } from './exact-text.ts';
import type { BenefitFacts } from './house-facts.ts';
import type { LinesBeside, RefusedLines } from './lines-beside.ts';
import {
  cutAt,
  dayNumber,
  daysBetween,
  hasDay,
  stretchesOf,
  type DaySet,
  type MonthDays,
  type Stretch,
} from './month-days.ts';
import { residentsOn, type PreparedAccount } from './prepared-account.ts';
import type { PreparedHouse } from './prepared-house.ts';
import { ofPersons, type PreparedService } from './prepared-service.ts';
import { UncomputableError } from './uncomputable.ts';
import type { Place } from './volume-source.ts';

/** The lines of a service that benefits lower, and the lines that already take back from them. */
type Benefited = {
  readonly line: number;
  readonly charged: readonly number[];
  readonly lateReading: number;
  readonly excess: readonly number[];
  readonly absence: number;
  readonly acts: number;
};
const BENEFITED: readonly Benefited[] = [
  {
    line: LINE.benefit,
    charged: [LINE.service, LINE.lateReading],
    lateReading: LINE.lateReading,
    excess: [LINE.excess],
    absence: LINE.absence,
    acts: LINE.acts,
  },
  {
    line: LINE.benefitHeat,
    charged: [LINE.heat, LINE.lateReadingHeat],
    lateReading: LINE.lateReadingHeat,
    excess: [],
    absence: LINE.absenceHeat,
    acts: LINE.actsHeat,
  },
];

/** @param lines all other charges of the house, including what acts take back */
export function benefitLines(
  house: PreparedHouse,
  accounts: readonly PreparedAccount[],
  lines: readonly ChargeLine[],
): LinesBeside {
  const entitled = accounts.filter(({ facts }) => facts.benefits.length > 0);
  if (entitled.length === 0) return { lines: [], refused: [] };
  const linesOf = Map.groupBy(lines, keyOf);
  const found: ChargeLine[] = [];
  const refused: RefusedLines[] = [];
  for (const account of entitled)
    for (const service of [...house.ownServices, ...house.sharedServices]) {
      const { personalAccountId } = account.facts;
      const { houseServiceId } = service.facts;
      const charged = linesOf.get(keyOf({ personalAccountId, houseServiceId })) ?? [];
      const place = charged.length === 0 ? undefined : placeIn(house.month, account, service);
      if (place === undefined) continue;
      try {
        found.push(...linesIn(place, charged));
      } catch (error) {
        if (!(error instanceof UncomputableError)) throw error;
        refused.push({ personalAccountId, houseServiceId, error });
      }
    }
  return { lines: found, refused };
}

/** A benefit on the service, with its days in the month. */
export type Benefit = BenefitFacts & { readonly days: DaySet; readonly cuts: DaySet };

/** @throws UncomputableError benefit-exceeds-persons, benefit-norm-missing, benefit-not-supported, persons-missing */
function linesIn(place: Place, charged: readonly ChargeLine[]): readonly ChargeLine[] {
  const benefits = benefitsIn(place);
  return BENEFITED.flatMap((what) => lineOf(place, what, benefits, charged) ?? []);
}

/**
 * Benefits on the service that have days in the month on which it is charged.
 * @throws UncomputableError benefit-exceeds-persons, benefit-not-supported, persons-missing
 */
export function benefitsIn(place: Place): readonly Benefit[] {
  const { month, account, service } = place;
  const benefits = account.facts.benefits
    .filter(({ houseServiceIds }) => houseServiceIds.includes(service.facts.houseServiceId))
    .map((facts) => inMonth(month, facts))
    .filter(({ days }) => (days & place.charged) !== 0);
  if (benefits.length === 0) return [];
  refuseUnsupported(place, benefits);
  refuseTooMany(place, benefits);
  return benefits;
}

function inMonth(month: MonthDays, facts: BenefitFacts): Benefit {
  const { validFrom, validTo } = facts;
  const first = Math.max(1, dayNumber(month, validFrom));
  const last = validTo === null ? month.length : Math.min(month.length, dayNumber(month, validTo));
  const cuts = cutAt(month, first) | cutAt(month, last + 1);
  return { ...facts, days: daysBetween(first, last), cuts };
}

/** @throws UncomputableError benefit-not-supported */
function refuseUnsupported({ account, service }: Place, benefits: readonly Benefit[]): void {
  const limits = BENEFIT_LIMITS_OF[service.facts.method];
  const isDwelling = account.facts.roomKind === 'residential';
  if (!isDwelling || benefits.some(({ limit }) => !limits.includes(limit)))
    throw notSupported(service);
}

/** @throws UncomputableError benefit-exceeds-persons if on some day more persons are entitled than are registered */
function refuseTooMany(
  { month, account, service, charged }: Place,
  benefits: readonly Benefit[],
): void {
  for (let day = 1; day <= month.length; day++) {
    if (!hasDay(charged, day)) continue;
    const entitled = benefits
      .filter(({ days }) => hasDay(days, day))
      .reduce((all, { persons }) => all + persons, 0);
    if (entitled === 0) continue;
    const { persons, areOwners } = residentsOn(account, month, day);
    if (areOwners || entitled > persons)
      throw new UncomputableError('benefit-exceeds-persons', {
        services: [service.facts.name],
        day: month.texts[day] ?? '',
      });
  }
}

function lineOf(
  place: Place,
  what: Benefited,
  benefits: readonly Benefit[],
  lines: readonly ChargeLine[],
): ChargeLine | undefined {
  if (benefits.length === 0) return undefined;
  const charged = lines.filter(({ line }) => what.charged.includes(line));
  const like = charged[0];
  if (like === undefined) return undefined;
  const charge = totalOf(charged);
  const left = leftOf(what, lines, charge);
  if (charge === 0n || (charge > 0n && left <= 0n)) return undefined;
  if (charge < 0n && left !== charge) throw notSupported(place.service);
  const { component, unit, daysInMonth } = like.basis;
  const told = benefits.map((benefit) => toldOf(place, what, benefit, charged));
  const benefitsBasis = {
    charge: formatKopecks(charge),
    ...(left !== charge && { left: formatKopecks(left) }),
    benefits: told.filter(({ parts }) => parts.length > 0),
  };
  const basis: ChargeBasis = {
    rule: 'benefit',
    ...(component !== undefined && { component }),
    ...(unit !== undefined && { unit }),
    daysInMonth,
    parts: [],
    benefits: benefitsBasis,
  };
  const { total, told: withAmounts } = toldAmounts(basis);
  if (total === 0n) return undefined;
  return {
    ...like,
    line: what.line,
    rateType: 'benefit',
    consumptionE6: 0n,
    amountKopecks: -total,
    basis: { ...basis, benefits: { ...benefitsBasis, benefits: withAmounts } },
  };
}

/** Acts take back from the excess too; the charge itself bears its proportional part of that. */
function leftOf(what: Benefited, lines: readonly ChargeLine[], charge: Kopecks): Kopecks {
  const of = (...numbers: readonly number[]): Kopecks =>
    totalOf(lines.filter(({ line }) => numbers.includes(line)));
  const acts = of(what.acts);
  const both = charge + of(...what.excess);
  const ofCharge = acts === 0n || both === 0n ? 0n : (acts * charge) / both;
  return charge + of(what.absence) + ofCharge;
}

function totalOf(lines: readonly ChargeLine[]): Kopecks {
  return sumBy(lines, ({ amountKopecks }) => amountKopecks);
}

function toldOf(
  place: Place,
  what: Benefited,
  benefit: Benefit,
  charged: readonly ChargeLine[],
): BenefitBasis {
  const { category, shareE4, persons, limit, basis } = benefit;
  return {
    category,
    share: formatScaled(shareE4, 4),
    persons,
    limit,
    document: basis,
    amount: '0.00',
    parts: charged.flatMap((line) => {
      if (line.line === what.lateReading && limit === 'norm') throw notSupported(place.service);
      return partsOf(place, benefit, line);
    }),
  };
}

/** The parts of the line, cut where the benefit, the number of residents or the norm changes. */
function partsOf(place: Place, benefit: Benefit, { basis }: ChargeLine): readonly BenefitPart[] {
  const { month, account, service } = place;
  const cuts =
    benefit.cuts | account.personsCuts | (benefit.limit === 'norm' ? service.norm.cuts : 0);
  return basis.parts.flatMap((part) => {
    const [first, last] = [month.texts.indexOf(part.from), month.texts.indexOf(part.to)];
    return stretchesOf(month, first, last, cuts)
      .filter((stretch) => hasDay(benefit.days, stretch.first))
      .map((stretch) => partOf(place, benefit, { basis, part, stretch }));
  });
}

type Stretched = {
  readonly basis: ChargeBasis;
  readonly part: ChargePart;
  /** Days of the part of the charge. */
  readonly stretch: Stretch;
};

/** @throws UncomputableError benefit-norm-missing, benefit-not-supported */
function partOf(place: Place, benefit: Benefit, of: Stretched): BenefitPart {
  const { part, stretch, basis } = of;
  const { persons } = residentsOn(place.account, place.month, stretch.first);
  const days = Number(stretch.days);
  const told = {
    from: stretch.from,
    to: stretch.to,
    days,
    charge: part.amount,
    ...(days !== part.days && { ofDays: part.days }),
    residents: persons,
    ...(benefit.limit === 'norm' && limitOf(place, persons, of)),
    ...areaOf(place.account, benefit, persons),
  };
  if (isDearer(part) && compare(withinNormOf(told, basis), fraction(1n)) < 0)
    throw notSupported(place.service);
  return told;
}

/** For a limit by the social norm: the account's square metres, and those that count for its residents. */
export function areaOf(
  { area }: PreparedAccount,
  { socialNorm }: Pick<BenefitFacts, 'socialNorm'>,
  residents: number,
): Pick<BenefitPart, 'area' | 'countedArea'> {
  if (socialNorm === null) return {};
  return { area: area.area, countedArea: formatScaled(countedArea(residents, socialNorm), 2) };
}

/** Whether some of its volume is above a bound and has another tariff: then the volume within the norm has no even price. */
function isDearer({ ranges = [] }: ChargePart): boolean {
  return ranges.some(({ volume }) => parseScaled(volume, 6) !== 0n);
}

/** @throws UncomputableError benefit-norm-missing */
function limitOf(
  { month, service }: Place,
  persons: number,
  { basis, part, stretch }: Stretched,
): Pick<BenefitPart, 'volume' | 'norm' | 'normBasis'> {
  const value = service.norm.on[stretch.first];
  if (value === undefined)
    throw new UncomputableError('benefit-norm-missing', {
      services: [service.facts.name],
      day: month.texts[stretch.first] ?? '',
    });
  const norm = ofPersons(value, persons);
  const volumeOf = VOLUME_RULES[basis.rule as ReckonedRule].replay(basis);
  const volume = multiply(volumeOf(part), fraction(stretch.days, BigInt(part.days)));
  return { volume: formatExact(volume), norm: norm.text, normBasis: norm.basis };
}

function notSupported({ facts }: PreparedService): UncomputableError {
  return new UncomputableError('benefit-not-supported', { services: [facts.name] });
}
