// What acts on a service take back from the charge of a month, as parts of the charge.
import { add, fraction, fromScaled, multiply, type Fraction } from '../../money/fraction.ts';
import { hoursAbove } from './break-hours.ts';
import { heatingDegrees, hotWaterSteps, isPaidAsCold, pressureDeviation } from './deviation.ts';
import { DAY, HOUR, piecesOf, secondOf, without, type Piece, type Span } from './month-hours.ts';
import type { QualityStandard, ServiceAct } from './service-act.ts';
import { BREAK_RULES, COMPOSITION_RULES, PRESSURE_RULES, TEMPERATURE_POINTS } from './standards.ts';

/** Full hours, or hours times degrees or steps, each of which takes back so many hundredths of a percent of the charge. */
export type CountedLoss = {
  readonly what: 'break' | 'degrees' | 'steps' | 'pressure' | 'voltage' | 'waste-days';
  readonly point: number;
  readonly count: number;
  readonly lossE2: number;
};
/** Hours that are not paid at all, or paid as cold water: their part of all hours in which the service was provided in the month. */
export type HoursLoss = {
  readonly what: 'unpaid' | 'cold';
  readonly point: number;
  readonly seconds: number;
  readonly ofSeconds: number;
  /** The part of the price taken back in these hours: all of it, or the part above that of cold water. */
  readonly part: Fraction;
};
export type Loss = CountedLoss | HoursLoss;

export type ActsOfMonth = {
  readonly standard: QualityStandard;
  readonly month: Temporal.PlainYearMonth;
  /** Whether the account is charged for the service on that day of the month, and the service is provided. */
  readonly isCharged: (day: number) => boolean;
  /** For one room: acts of one kind do not overlap. */
  readonly acts: readonly ServiceAct[];
  /** On a day of the month, the part of the price of hot water that is above the price of cold water. */
  readonly aboveCold: (day: number) => Fraction;
};

/**
 * What each rule takes back from the month's charge; nothing for acts within the allowed limits. Hours without the service do not
 * count as hours of bad quality. Hours are added up over the month and then rounded down to full hours.
 * Source: Government Decree 354 of 2011-05-06, p. 98, 101, 150, appendix 1.
 */
export function lossesOf(given: ActsOfMonth): readonly Loss[] {
  const { month, acts } = given;
  const spans = acts.map((act) => ({
    act,
    from: secondOf(month, act.from),
    to: secondOf(month, act.to),
  }));
  const breaks = spans.filter(({ act }) => act.kind === 'interruption');
  const others = spans.flatMap(({ act, ...span }) =>
    act.kind === 'interruption'
      ? []
      : without(span, breaks).flatMap((rest) =>
          piecesIn(given, rest).map(({ from, to, day, isNight }) => ({
            act,
            from,
            to,
            day,
            isNight,
          })),
        ),
  );
  const broken = secondsOf(breaks.flatMap((span) => piecesIn(given, span)));
  const served = { ...given, ofSeconds: allSeconds(given) - broken };
  return [...breakLosses(given, breaks), ...qualityLosses(served, others)];
}

/** The part of the charge that is taken back; never more than all of it. */
export function partOf(losses: readonly Loss[]): Fraction {
  const part = losses.reduce(
    (taken, loss) =>
      add(
        taken,
        'count' in loss
          ? fromScaled(BigInt(loss.count * loss.lossE2), 4)
          : multiply(loss.part, fraction(BigInt(loss.seconds), BigInt(loss.ofSeconds))),
      ),
    fraction(0n),
  );
  return part.numerator > part.denominator ? fraction(1n) : part;
}

type Dated = Piece & { readonly act: ServiceAct };
/** With all seconds in which the service was provided. */
type Served = ActsOfMonth & { readonly ofSeconds: number };

function piecesIn({ month, isCharged }: ActsOfMonth, span: Span): readonly Piece[] {
  return piecesOf(month, span).filter(({ day }) => isCharged(day));
}

function breakLosses(
  given: ActsOfMonth,
  breaks: readonly (Span & { readonly act: ServiceAct })[],
): readonly Loss[] {
  const rule = BREAK_RULES[given.standard];
  const all = breaks.map(({ act, ...span }) => ({ ...act, ...span }));
  const above = hoursAbove(rule, given.month.daysInMonth * DAY, all);
  const seconds = secondsOf(above.flatMap((span) => piecesIn(given, span)));
  const { point, unitHours, lossE2 } = rule;
  const what = unitHours === 1 ? 'break' : 'waste-days';
  return counted({ what, point, lossE2 }, seconds, unitHours);
}

function qualityLosses(given: Served, pieces: readonly Dated[]): readonly Loss[] {
  const of = (kind: ServiceAct['kind']): readonly Dated[] =>
    pieces.filter(({ act }) => act.kind === kind);
  return [
    ...temperatureLosses(given, of('temperature')),
    ...pressureLosses(given, of('pressure')),
    ...compositionLosses(given, of('quality')),
  ];
}

function temperatureLosses(given: Served, pieces: readonly Dated[]): readonly Loss[] {
  const point = TEMPERATURE_POINTS[given.standard];
  if (point === undefined) return [];
  if (given.standard === 'heating') {
    const degrees = total(pieces, (piece) => heatingDegrees(measured(piece), piece.isNight));
    return counted({ what: 'degrees', point, lossE2: 15 }, degrees);
  }
  const isCold = (piece: Dated): boolean => isPaidAsCold(measured(piece));
  const warm = pieces.filter((piece) => !isCold(piece));
  const steps = total(warm, (piece) => hotWaterSteps(measured(piece), piece.isNight));
  return [
    ...counted({ what: 'steps', point, lossE2: 10 }, steps),
    ...paidAsCold(given, point, pieces.filter(isCold)),
  ];
}

/** The hours of days with the same prices, added up. */
function paidAsCold(given: Served, point: number, pieces: readonly Dated[]): readonly Loss[] {
  const { ofSeconds } = given;
  const priced = pieces.map(({ day, ...piece }) => ({ ...piece, part: given.aboveCold(day) }));
  const alike = Map.groupBy(priced, ({ part }) => `${part.numerator}/${part.denominator}`);
  return [...alike.values()].flatMap((ofPrice): readonly Loss[] => {
    const part = ofPrice[0]?.part;
    if (part === undefined || part.numerator <= 0n) return [];
    return [{ what: 'cold', point, seconds: secondsOf(ofPrice), ofSeconds, part }];
  });
}

function pressureLosses(given: Served, pieces: readonly Dated[]): readonly Loss[] {
  const rule = PRESSURE_RULES[given.standard];
  if (rule === undefined) return [];
  const { point, lossE2 } = rule;
  const away = (how: 'quarter' | 'more'): readonly Dated[] =>
    pieces.filter((piece) => pressureDeviation(given.standard, measured(piece)) === how);
  return [
    ...(lossE2 === 0
      ? []
      : counted({ what: 'pressure', point, lossE2 }, secondsOf(away('quarter')))),
    ...unpaid(given, point, away('more')),
  ];
}

function compositionLosses(given: Served, pieces: readonly Dated[]): readonly Loss[] {
  const rule = COMPOSITION_RULES[given.standard];
  if (rule === undefined) return [];
  const { point, lossE2 } = rule;
  return lossE2 === null
    ? unpaid(given, point, pieces)
    : counted({ what: 'voltage', point, lossE2 }, secondsOf(pieces));
}

/**
 * Source: Government Decree 354 of 2011-05-06, p. 101: the charge times the hours of bad quality, divided by all hours in which
 * the service was provided in the month.
 */
function unpaid({ ofSeconds }: Served, point: number, pieces: readonly Dated[]): readonly Loss[] {
  const seconds = secondsOf(pieces);
  if (seconds === 0) return [];
  return [{ what: 'unpaid', point, seconds, ofSeconds, part: fraction(1n) }];
}

function counted(
  loss: Omit<CountedLoss, 'count'>,
  seconds: number,
  unitHours = 1,
): readonly CountedLoss[] {
  const count = Math.floor(seconds / (unitHours * HOUR));
  return count === 0 ? [] : [{ ...loss, count }];
}

function total(pieces: readonly Dated[], times: (piece: Dated) => number): number {
  return pieces.reduce((all, piece) => all + (piece.to - piece.from) * times(piece), 0);
}

function secondsOf(pieces: readonly Span[]): number {
  return pieces.reduce((all, { from, to }) => all + to - from, 0);
}

function allSeconds({ month, isCharged }: ActsOfMonth): number {
  const days = Array.from({ length: month.daysInMonth }, (_, index) => index + 1);
  return days.filter(isCharged).length * DAY;
}

/** @throws when the act does not state what was measured */
function measured({ act }: Dated): ServiceAct & { readonly measuredE4: bigint } {
  const { measuredE4 } = act;
  if (measuredE4 === null) throw new Error('an act tells nothing that was measured');
  return { ...act, measuredE4 };
}
