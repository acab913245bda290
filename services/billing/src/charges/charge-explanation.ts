// Puts a stored charge basis into words: the article it rests on and the volume in figures.
import type { ChargeExplanation } from '@kvartplata/contracts/billing/charges.ts';
import type {
  ChargeBasis,
  ChargePart,
  ChargeRule,
  MeterBasis,
} from '@kvartplata/domain/charging/charge-line.ts';

const SOURCES: Readonly<Record<ChargeRule, string>> = {
  'individual-meter': 'Decree 354, appendix 2, formula 1',
  'norm-per-person': 'Decree 354, appendix 2, formula 4; p. 56(2) when nobody is registered',
  area: 'Housing Code, art. 154, 156: by area',
  'heating-by-norm': 'Decree 354, appendix 2, formulas 2 and 2(1)',
  'water-disposal': 'Decree 354, p. 42: the sum of the cold and hot water volumes',
  'odn-house-meter': 'Decree 354, appendix 2, formulas 10–12',
  'former-bill': 'Bill of the former application',
};

export function explain(basis: ChargeBasis, unit: string): ChargeExplanation {
  return {
    rule: basis.rule,
    source: SOURCES[basis.rule],
    formula: formulaOf(basis, unit),
    daysInMonth: basis.daysInMonth,
    parts: [...basis.parts],
    ...(basis.meters === undefined ? {} : { meters: [...basis.meters] }),
    ...(basis.area === undefined ? {} : { area: basis.area }),
    ...(basis.volumes === undefined ? {} : { volumes: basis.volumes }),
    ...(basis.house === undefined ? {} : { house: basis.house }),
  };
}

function formulaOf(basis: ChargeBasis, unit: string): string {
  if (basis.rule === 'former-bill')
    return basis.parts.map((part) => billed(part, unit)).join(' + ');
  const priced = basis.parts
    .map((part) => `${short(part.volume)} ${unit} × ${short(part.tariff)} = ${part.amount}`)
    .join(' + ');
  const volume = volumeOf(basis);
  return volume === undefined ? priced : `${volume}; ${priced}`;
}

function volumeOf(basis: ChargeBasis): string | undefined {
  switch (basis.rule) {
    case 'individual-meter':
      return basis.meters?.map(countedBy).join(' + ');
    case 'norm-per-person':
      return basis.parts.map((part) => personsTimesNorm(part, basis.daysInMonth)).join(' + ');
    case 'heating-by-norm':
      return `${basis.area} m² × ${basis.parts.map((part) => `${short(part.norm)}${daysOf(part, basis.daysInMonth)}`).join(' + ')}`;
    case 'water-disposal':
      return Object.entries(basis.volumes ?? {})
        .map(([code, volume]) => `${short(volume)} (${code})`)
        .join(' + ');
    case 'odn-house-meter':
      return basis.house === undefined
        ? undefined
        : `max(0, ${short(basis.house.volume)} − ${short(basis.house.individualVolumes)}) = ${short(basis.house.shared)}, shared out by ${basis.area} / ${basis.house.roomsArea} m²`;
    case 'area':
    case 'former-bill':
      return undefined;
  }
}

/** No product: nobody knows whether the amount was one. */
function billed({ volume, tariff, amount }: ChargePart, unit: string): string {
  return `${amount} as billed, for ${short(volume)} ${unit} at ${short(tariff)}`;
}

function countedBy(meter: MeterBasis): string {
  const turn = meter.rollover ? ` + 10^${meter.digits}` : '';
  return `${short(meter.current)}${turn} − ${short(meter.previous)}`;
}

function personsTimesNorm(part: ChargePart, daysInMonth: number): string {
  const whom = part.personsAreOwners === true ? 'owner' : 'person';
  return `${part.persons} ${whom}${part.persons === 1 ? '' : 's'} × ${short(part.norm)}${daysOf(part, daysInMonth)}`;
}

function daysOf(part: ChargePart, daysInMonth: number): string {
  return part.days === daysInMonth ? '' : ` × ${part.days}/${daysInMonth} days`;
}

/** A decimal without the zeros that only fill its column. */
function short(decimal: string | undefined): string {
  return decimal?.includes('.') ? decimal.replace(/\.?0+$/, '') : (decimal ?? '');
}
