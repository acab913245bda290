// Lines that take back charges because of acts on services, calculated after everything else is charged.
import { formatKopecks, type Kopecks } from '../money/kopecks.ts';
import { sumBy } from '../money/sums.ts';
import { isPaidAsCold } from '../regulation/quality/deviation.ts';
import { toActBasis, takenBack } from './acts-basis.ts';
import { LINE, type ActsBasis, type ChargeBasis, type ChargeLine } from './charge-line.ts';
import type { ActFacts } from './house-facts.ts';
import type { LinesBeside, RefusedLines } from './lines-beside.ts';
import { isShared } from './methods/methods.ts';
import { edgesOf, hasDay, stretchesOf, type MonthDays } from './month-days.ts';
import type { PreparedAccount } from './prepared-account.ts';
import type { PreparedHouse } from './prepared-house.ts';
import type { PreparedService } from './prepared-service.ts';
import { UncomputableError } from './uncomputable.ts';
import { placeOf, sharedPlaceOf, type Place } from './volume-source.ts';

/** The lines of a service from which acts take back, and the line with what absences have already taken back from them. */
type Taken = {
  readonly line: number;
  readonly charged: readonly number[];
  readonly absent: number;
};
const TAKEN: readonly Taken[] = [
  { line: LINE.acts, charged: [LINE.service, LINE.excess], absent: LINE.absence },
  { line: LINE.actsHeat, charged: [LINE.heat], absent: LINE.absenceHeat },
];

/** @param lines all other charges of the house */
export function actLines(
  house: PreparedHouse,
  accounts: readonly PreparedAccount[],
  lines: readonly ChargeLine[],
): LinesBeside {
  const { acts } = house.facts;
  if (acts.length === 0) return { lines: [], refused: [] };
  const linesOf = Map.groupBy(lines, keyOf);
  const taken: ChargeLine[] = [];
  const refused: RefusedLines[] = [];
  for (const service of [...house.ownServices, ...house.sharedServices]) {
    const { houseServiceId } = service.facts;
    const onService = acts.filter((act) => act.houseServiceId === houseServiceId);
    if (onService.length === 0) continue;
    for (const account of accounts) {
      const { personalAccountId, roomNumber } = account.facts;
      const own = onService.filter(({ roomNumbers }) => roomNumbers?.includes(roomNumber) ?? true);
      const charged = linesOf.get(keyOf({ personalAccountId, houseServiceId })) ?? [];
      const place = placeIn(house.month, account, service);
      if (own.length === 0 || charged.length === 0 || place === undefined) continue;
      try {
        taken.push(...TAKEN.flatMap((what) => takenLine(house, place, what, charged, own) ?? []));
      } catch (error) {
        if (!(error instanceof UncomputableError)) throw error;
        refused.push({ personalAccountId, houseServiceId, error });
      }
    }
  }
  return { lines: taken, refused };
}

/** Identifies a service of an account. */
export function keyOf({
  personalAccountId,
  houseServiceId,
}: Pick<ChargeLine, 'personalAccountId' | 'houseServiceId'>): string {
  return `${personalAccountId}/${houseServiceId}`;
}

/** The account's place, whether the service is shared out by the house or charged by itself. */
export function placeIn(
  month: MonthDays,
  account: PreparedAccount,
  service: PreparedService,
): Place | undefined {
  return (isShared(service.facts) ? sharedPlaceOf : placeOf)(month, account, service);
}

/** @throws UncomputableError cold-tariff-missing, method-not-supported */
function takenLine(
  house: PreparedHouse,
  place: Place,
  { line, charged, absent }: Taken,
  lines: readonly ChargeLine[],
  acts: readonly ActFacts[],
): ChargeLine | undefined {
  const standard = place.service.facts.qualityStandard;
  const like = lines.find((one) => one.line === charged[0]);
  if (standard === null || like === undefined) return undefined;
  const charge = totalOf(lines, charged);
  const most = charge + totalOf(lines, [absent]);
  if (charge <= 0n || most <= 0n) return undefined;
  const { component, unit } = like.basis;
  const basis: ChargeBasis = {
    rule: 'service-acts',
    ...(component !== undefined && { component }),
    ...(unit !== undefined && { unit }),
    daysInMonth: place.month.length,
    parts: [],
    acts: {
      standard,
      period: house.facts.month.toString(),
      charged: servedDays(house, place),
      charge: formatKopecks(charge),
      ...(most !== charge && { most: formatKopecks(most) }),
      acts: acts.map(toActBasis),
      ...(component === undefined && pricesOf(house, place, acts)),
    },
  };
  const amount = takenBack(basis);
  if (amount === 0n) return undefined;
  return {
    ...like,
    line,
    rateType: 'recalculation',
    consumptionE6: 0n,
    amountKopecks: -amount,
    basis,
  };
}

function totalOf(lines: readonly ChargeLine[], numbers: readonly number[]): Kopecks {
  return sumBy(
    lines.filter(({ line }) => numbers.includes(line)),
    ({ amountKopecks }) => amountKopecks,
  );
}

/** The days on which the account is charged and, for heating in a month with a known season, the house is heated. */
function servedDays(
  { season }: PreparedHouse,
  { month, first, last, charged, service }: Place,
): ActsBasis['charged'] {
  const heated = service.facts.method === 'heating' ? charged & (season ?? charged) : charged;
  const served = heated === 0 ? charged : heated;
  return stretchesOf(month, first, last, edgesOf(month, served))
    .filter((stretch) => hasDay(served, stretch.first))
    .map(({ from, to }) => ({ from, to }));
}

/**
 * Both prices on the charged days of acts by which hot water is paid as cold water.
 * @throws UncomputableError cold-tariff-missing, and method-not-supported if hot water does not have a single price
 */
function pricesOf(
  house: PreparedHouse,
  place: Place,
  acts: readonly ActFacts[],
): Pick<ActsBasis, 'prices'> {
  if (place.service.facts.qualityStandard !== 'hot-supply') return {};
  const cold = acts.filter(
    ({ kind, measuredE4, requiredE4 }) =>
      kind === 'temperature' && measuredE4 !== null && isPaidAsCold({ measuredE4, requiredE4 }),
  );
  if (cold.length === 0) return {};
  const { month, service, charged } = place;
  const { name } = service.facts;
  const coldTariff = coldTariffs(house, place);
  const prices = month.texts.flatMap((text, day) => {
    const isPaid = day > 0 && hasDay(charged, day);
    if (!isPaid || !cold.some(({ from, to }) => from < `${text}T24` && `${text}T00:00:00` < to))
      return [];
    const tariff = service.tariff.on[day];
    const coldE4 = coldTariff(day);
    if (coldE4 === undefined)
      throw new UncomputableError('cold-tariff-missing', { services: [name], day: text });
    if (tariff === undefined || tariff.ranges !== undefined)
      throw new UncomputableError('method-not-supported', { services: [name] });
    return [{ from: text, to: text, tariff: tariff.text, coldTariff: coldE4 }];
  });
  return { prices };
}

/** The tariffs of the house's cold water that apply to the account. */
function coldTariffs(
  house: PreparedHouse,
  { month, account }: Place,
): (day: number) => string | undefined {
  const services = house.ownServices
    .filter(({ facts }) => facts.qualityStandard === 'cold-supply')
    .map((service) => sharedPlaceOf(month, account, service)?.service ?? service);
  return (day) =>
    services.find(({ first, last }) => first <= day && day <= last)?.tariff.on[day]?.text;
}
