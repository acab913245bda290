// Absences and waste water: where disposal has a norm of its own, it is recalculated only if the water is.
import { fraction, isNegative } from '../money/fraction.ts';
import { LINE } from './charge-line.ts';
import type { PreparedHouse } from './prepared-house.ts';
import type { Drawn, ServiceLines } from './service-lines.ts';
import type { Place } from './volume-source.ts';

type Drained = readonly (readonly [code: string, drawn: Drawn])[];

/** What the account has used of the services that drain into this one. */
export function drainedHere(
  { drainedBy }: PreparedHouse,
  { service }: Place,
  drawn: ReadonlyMap<string, Drawn>,
): Drained {
  return (drainedBy.get(service.facts.code) ?? []).flatMap((code): Drained => {
    const of = drawn.get(code);
    return of === undefined ? [] : [[code, of]];
  });
}

/**
 * Without the line of absences if no absence takes back any of the water: a meter counts it, or could be installed.
 * Source: Government Decree 354 of 2011-05-06, p. 86 and 89.
 */
export function recalculatedAsWater(charged: ServiceLines, drained: Drained): ServiceLines {
  if (drained.length === 0 || drained.some(([, { absent }]) => isNegative(absent))) return charged;
  return {
    ...charged,
    lines: charged.lines.filter(({ line }) => line !== LINE.absence),
    absent: fraction(0n),
  };
}
