// The rows of a tariff or a norm as typed: `3900: 7; 6000: 9,12`, the bound or the number of persons first.
import type { Norm } from '@kvartplata/contracts/core/norms.ts';
import type { Tariff } from '@kvartplata/contracts/core/tariffs.ts';
import { parseFigure, showShortFigure } from './figures.ts';

type Step = readonly [from: string, value: string];

/** Undefined if it cannot be parsed; empty if nothing was typed. */
export function parseSteps(typed: string): readonly Step[] | undefined {
  const rows = typed
    .split(';')
    .map((row) => row.trim())
    .filter((row) => row !== '');
  const steps = rows.flatMap((row): Step[] => {
    const [from = '', value = '', ...rest] = row.split(':').map((text) => parseFigure(text) ?? '');
    return from === '' || value === '' || rest.length > 0 ? [] : [[from, value]];
  });
  return steps.length === rows.length ? steps : undefined;
}

/** As it is typed. */
export function showSteps({
  ranges,
  byPersons,
}: Pick<Tariff, 'ranges'> & Pick<Norm, 'byPersons'>): string {
  const steps: readonly Step[] = [
    ...(ranges ?? []).map(({ above, value }): Step => [above, value]),
    ...(byPersons ?? []).map(({ persons, value }): Step => [String(persons), value]),
  ];
  return steps.map((step) => step.map(showShortFigure).join(': ')).join('; ');
}

/** As fields of the body; none for a value without steps. */
export function stepsOf(kind: 'tariff' | 'norm', steps: readonly Step[]) {
  if (steps.length === 0) return {};
  return kind === 'tariff'
    ? { ranges: steps.map(([above, value]) => ({ above, value })) }
    : { byPersons: steps.map(([persons, value]) => ({ persons: Number(persons), value })) };
}
