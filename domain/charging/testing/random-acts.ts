// Acts on the services of a random house: consecutive breaks, and bad quality at the same time.
import type { ActKind, QualityStandard } from '../../regulation/quality/service-act.ts';
import type { ActFacts, ServiceFacts } from '../house-facts.ts';
import type { Random } from './random.ts';

/** The kinds of acts by section; every service may also have breaks. */
const KINDS: Readonly<Record<QualityStandard, readonly Exclude<ActKind, 'interruption'>[]>> = {
  'cold-supply': ['pressure', 'quality'],
  'hot-supply': ['temperature', 'temperature', 'pressure', 'quality'],
  sewerage: [],
  power: ['quality'],
  'gas-supply': ['pressure', 'quality'],
  heating: ['temperature', 'pressure'],
  'waste-collection': [],
};
/** Values around which measurements lie: degrees and MPa, both in ten-thousandths. */
const AROUND: Readonly<Record<QualityStandard, readonly number[]>> = {
  'cold-supply': [220, 300, 6_000, 8_000],
  'hot-supply': [220, 300, 4_500, 6_000],
  sewerage: [1],
  power: [1],
  'gas-supply': [5, 7, 12, 30, 36],
  heating: [4_000, 6_000],
  'waste-collection': [50_000],
};
const QUARTERS = 15 * 60;

export function randomActs(
  random: Random,
  month: Temporal.PlainYearMonth,
  services: readonly ServiceFacts[],
  roomNumbers: readonly string[],
): readonly ActFacts[] {
  return services
    .filter(({ qualityStandard }) => qualityStandard !== null && random.percent(30))
    .flatMap((service) => {
      const standard = service.qualityStandard ?? 'heating';
      const rooms = (): readonly string[] | null =>
        random.percent(60) ? null : roomNumbers.filter(() => random.percent(60));
      const oneOf = (kind: ActKind): readonly ActFacts[] =>
        timesIn(random, month).map((time) =>
          Object.assign(measures(random, standard, kind), time, {
            houseServiceId: service.houseServiceId,
            kind,
            roomNumbers: rooms(),
          }),
        );
      const [other] = KINDS[standard].length > 0 ? [random.oneOf(KINDS[standard])] : [];
      const breaks = random.percent(70) ? oneOf('interruption') : [];
      return other !== undefined && random.percent(70) ? breaks.concat(oneOf(other)) : breaks;
    })
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

/** Up to four spans in order; the first may begin in the previous month, the last extend into the next. */
function timesIn(
  random: Random,
  month: Temporal.PlainYearMonth,
): readonly { readonly from: string; readonly to: string }[] {
  let at = month
    .toPlainDate({ day: 1 })
    .toPlainDateTime()
    .subtract({ hours: random.whole(0, 20) });
  return Array.from({ length: random.whole(1, 4) }, () => {
    const from = at.add({ seconds: QUARTERS * random.whole(0, 900) });
    const length = random.percent(20) ? random.whole(1, 2_500) : random.whole(1, 80);
    const to = from.add({ seconds: QUARTERS * length });
    at = to;
    return { from: textOf(from), to: textOf(to) };
  });
}

function textOf(at: Temporal.PlainDateTime): string {
  return at.toString({ smallestUnit: 'second' });
}

function measures(
  random: Random,
  standard: QualityStandard,
  kind: ActKind,
): Pick<ActFacts, 'measuredE4' | 'requiredE4' | 'allowedHours'> {
  const degrees = (least: number, most: number): bigint =>
    BigInt(random.whole(least * 2, most * 2) * 5_000);
  if (kind === 'interruption') {
    const isTold =
      standard === 'waste-collection' || (standard === 'heating' && random.percent(70));
    const own = random.percent(20) ? random.whole(0, 30) : null;
    return {
      measuredE4: isTold ? degrees(3, 14) : null,
      requiredE4: null,
      allowedHours: standard === 'power' ? random.oneOf([2, 24]) : own,
    };
  }
  if (kind === 'temperature')
    return standard === 'heating'
      ? {
          measuredE4: degrees(10, 26),
          requiredE4: random.percent(40) ? degrees(16, 22) : null,
          allowedHours: null,
        }
      : {
          measuredE4: degrees(36, 60),
          requiredE4: random.percent(40) ? degrees(55, 62) : null,
          allowedHours: null,
        };
  const around = random.oneOf(AROUND[standard]);
  return {
    measuredE4:
      kind === 'pressure' ? BigInt(random.whole(Math.floor(around / 2), around * 2)) : null,
    requiredE4: kind === 'pressure' && standard === 'heating' ? BigInt(around) : null,
    allowedHours: null,
  };
}
