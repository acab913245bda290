// Puts a stored charge basis into words: the article it rests on and the volume in figures.
import type { ChargeExplanation } from '@kvartplata/contracts/billing/charges.ts';
import type {
  ChargeBasis,
  ChargePart,
  ChargeRule,
  HouseBasis,
  MeterBasis,
  UnreadMeterBasis,
} from '@kvartplata/domain/charging/charge-line.ts';

const SOURCES: Readonly<Record<ChargeRule, string>> = {
  'individual-meter':
    'Decree 354, appendix 2, formula 1; p. 61 where estimates were charged before',
  'meter-some-days': 'Decree 354, appendix 2, formulas 1 and 4: a meter stood on some of the days',
  'average-reading-missing': 'Decree 354, p. 59 b: no reading, the average of the meter',
  'average-meter-faulty': 'Decree 354, p. 59 a: the meter does not count, its average',
  'norm-per-person': 'Decree 354, appendix 2, formula 4; p. 56(2) when nobody is registered',
  'norm-no-meter': 'Decree 354, appendix 2, formula 4; no meter is installed',
  'norm-reading-missing':
    'Decree 354, p. 60: no reading for more than three periods, or no average',
  'norm-meter-faulty':
    'Decree 354, p. 60: the meter does not count for more than three periods, or has no average',
  excess: 'Decree 354, appendix 2, formula 4(1), p. 60: the coefficient K; cold water Decree 1871',
  area: 'Housing Code, art. 154, 156: by area',
  'heating-by-norm': 'Decree 354, appendix 2, formulas 2 and 2(1)',
  'heating-house-meter': 'Decree 354, appendix 2, formula 3',
  'water-disposal': 'Decree 354, p. 42: the sum of the cold and hot water volumes',
  'odn-house-meter': 'Decree 354, appendix 2, formulas 10–12',
  'odn-house-average':
    'Decree 354, p. 59(1), appendix 2, formulas 10–12: the average of the house meter',
  'odn-norm': 'Decree 354, appendix 2, formula 15',
  'odn-capped': 'Decree 354, p. 44: no more than the norm of common-house needs',
  'late-reading': 'Decree 354, p. 61: estimates before the reading were too high',
  absence: 'Decree 354, p. 86–97: persons were away',
  'former-bill': 'Bill of the former application',
};
/** The heat of two-component hot water, whatever its volume follows from. */
const HEAT_SOURCE = '; formula 23: the heat in the water';

export function explain(basis: ChargeBasis, unit: string): ChargeExplanation {
  const { parts, meters, unread, ...inputs } = basis;
  return {
    ...inputs,
    source: SOURCES[basis.rule] + (basis.component === 'heat' ? HEAT_SOURCE : ''),
    formula: formulaOf(basis, unit),
    parts: [...parts],
    ...(meters === undefined ? {} : { meters: [...meters] }),
    ...(unread === undefined ? {} : { unread: [...unread] }),
  };
}

function formulaOf(basis: ChargeBasis, unit: string): string {
  if (basis.rule === 'former-bill')
    return basis.parts.map((part) => billed(part, unit)).join(' + ');
  const priced = basis.parts
    .map((part) => `${short(part.volume)} ${unit} × ${short(part.tariff)} = ${part.amount}`)
    .join(' + ');
  const volume = volumeOf(basis);
  return volume === undefined ? priced : `${heated(basis, volume)}; ${priced}`;
}

/** The heat follows from the water, whose volume comes first. */
function heated({ component, parts }: ChargeBasis, water: string): string {
  if (component !== 'heat') return water;
  const norms = [...new Set(parts.map(({ heatNorm }) => short(heatNorm)))];
  return `(${water}) × ${norms.join(', ')}`;
}

function volumeOf(basis: ChargeBasis): string | undefined {
  switch (basis.rule) {
    case 'individual-meter':
    case 'average-reading-missing':
    case 'average-meter-faulty':
    case 'meter-some-days':
      return [...metersOf(basis), ...personsOf(basis)].join(' + ');
    case 'norm-per-person':
    case 'norm-no-meter':
    case 'norm-reading-missing':
    case 'norm-meter-faulty':
    case 'excess':
      return personsOf(basis).join(' + ');
    case 'heating-by-norm':
      return `${basis.area} m² × ${basis.parts.map((part) => `${short(part.norm)}${daysOf(part, basis.daysInMonth)}`).join(' + ')}${basis.heatingMonths === undefined ? '' : ` × ${basis.heatingMonths}/12`}`;
    case 'water-disposal':
      return drainedOf(basis);
    case 'late-reading':
      return basis.volumes === undefined ? metersOf(basis).join(' + ') : drainedOf(basis);
    case 'absence':
      return basis.volumes === undefined ? absencesOf(basis) : drainedOf(basis);
    case 'heating-house-meter':
    case 'odn-house-meter':
    case 'odn-house-average':
    case 'odn-norm':
    case 'odn-capped':
      return basis.house && sharedOf(basis, basis.house);
    case 'area':
    case 'former-bill':
      return undefined;
  }
}

/** No product: nobody knows whether the amount was one. */
function billed({ volume, tariff, amount }: ChargePart, unit: string): string {
  return `${amount} as billed, for ${short(volume)} ${unit} at ${short(tariff)}`;
}

function metersOf({ meters, unread, daysInMonth }: ChargeBasis): readonly string[] {
  return [
    ...(meters ?? []).map(countedBy),
    ...(unread ?? []).flatMap((meter) => averagedBy(meter, daysInMonth) ?? []),
  ];
}

function countedBy(meter: MeterBasis): string {
  const turn = meter.rollover ? ` + 10^${meter.digits}` : '';
  const charged =
    meter.estimated === undefined ? '' : ` − ${short(meter.estimated)} (charged by estimates)`;
  return `${short(meter.current)}${turn} − ${short(meter.previous)}${charged}`;
}

function averagedBy(
  { average, period }: UnreadMeterBasis,
  daysInMonth: number,
): string | undefined {
  return (
    average &&
    `${short(average.volume)} / ${average.months} months${daysOf(average, daysInMonth)} (period ${period} of 3)`
  );
}

function personsOf({ parts, daysInMonth }: ChargeBasis): readonly string[] {
  return parts.flatMap((part) =>
    part.persons === undefined ? [] : [personsTimesNorm(part, daysInMonth)],
  );
}

function personsTimesNorm(part: ChargePart, daysInMonth: number): string {
  const whom = part.personsAreOwners === true ? 'owner' : 'person';
  const excess = part.coefficient === undefined ? '' : ` × (${short(part.coefficient)} − 1)`;
  return `${part.persons} ${whom}${part.persons === 1 ? '' : 's'} × ${short(part.norm)}${daysOf(part, daysInMonth)}${excess}`;
}

function absencesOf({ parts, daysInMonth }: ChargeBasis): string {
  return parts
    .map(
      ({ norm, absentPersonDays }) =>
        `−${short(norm)} × ${absentPersonDays} person-days / ${daysInMonth}`,
    )
    .join(' ');
}

function drainedOf({ volumes }: ChargeBasis): string {
  return Object.entries(volumes ?? {})
    .map(([code, volume]) => `${short(volume)} (${code})`)
    .join(' + ');
}

function sharedOf({ rule, area }: ChargeBasis, house: HouseBasis): string {
  const norm = `${short(house.norm)} × ${house.commonArea} m²`;
  const rest = `max(0, ${short(house.volume)} − ${short(house.individualVolumes)})`;
  const whole: Partial<Record<ChargeRule, string>> = {
    'odn-house-meter': rest,
    'odn-house-average': rest,
    'odn-norm': norm,
    'odn-capped': `min(${rest}, ${norm})`,
  };
  const total = whole[rule];
  const shared = short(house.shared);
  return `${total === undefined ? shared : `${total} = ${shared}`}, shared out by ${area} / ${house.roomsArea} m²`;
}

function daysOf({ days }: { readonly days: number }, daysInMonth: number): string {
  return days === daysInMonth ? '' : ` × ${days}/${daysInMonth} days`;
}

/** A decimal without the zeros that only fill its column. */
function short(decimal: string | undefined): string {
  return decimal?.includes('.') ? decimal.replace(/\.?0+$/, '') : (decimal ?? '');
}
