// Puts a stored charge basis into words: the article it rests on and the volume in figures.
import type { ChargeExplanation } from '@kvartplata/contracts/billing/charges.ts';
import type {
  ChargeBasis,
  ChargePart,
  ChargeRule,
  CorrectionBasis,
  HouseBasis,
  MeterBasis,
  UnreadMeterBasis,
} from '@kvartplata/domain/charging/charge-line.ts';
import { replay } from '@kvartplata/domain/charging/replay.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { RULES, shortened } from './charge-words.ts';

/** The heat of two-component hot water, whatever its volume follows from. */
const HEAT_SOURCE = '; formula 23: the heat in the water';

export function explain(basis: ChargeBasis, unit: string): ChargeExplanation {
  const { correction, ...others } = basis;
  const source = RULES[basis.rule].article.en;
  return {
    ...inputsOf(others),
    source: basis.component === 'heat' ? source + HEAT_SOURCE : source,
    formula: formulaOf(basis, unit),
    ...(correction === undefined ? {} : { correction: correctionOf(correction) }),
  };
}

function inputsOf({ parts, meters, unread, ...inputs }: Omit<ChargeBasis, 'correction'>) {
  return {
    ...inputs,
    parts: [...parts],
    ...(meters === undefined ? {} : { meters: [...meters] }),
    ...(unread === undefined ? {} : { unread: [...unread] }),
  };
}

function correctionOf({
  stood,
  now,
  ...correction
}: CorrectionBasis): NonNullable<ChargeExplanation['correction']> {
  return {
    ...correction,
    stood: [...stood],
    ...(now === undefined ? {} : { now: inputsOf(now) }),
  };
}

function formulaOf(basis: ChargeBasis, unit: string): string {
  if (basis.rule === 'former-bill')
    return basis.parts.map((part) => billed(part, unit)).join(' + ');
  if (basis.correction !== undefined) return corrected(basis.correction);
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
    case 'water-disposal-norm':
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
    case 'correction':
    case 'former-bill':
      return undefined;
  }
}

/** No product: nobody knows whether the amount was one. */
function billed({ volume, tariff, amount }: ChargePart, unit: string): string {
  return `${amount} as billed, for ${short(volume)} ${unit} at ${short(tariff)}`;
}

/** What the month is charged now, less what stood for it. */
function corrected({ period, stood, now }: CorrectionBasis): string {
  const before = stood.map(({ amount }) => ` − ${amount}`).join('');
  return `${now === undefined ? '0.00' : formatKopecks(replay(now))}${before} for ${period}`;
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
  return decimal === undefined ? '' : shortened(decimal);
}
