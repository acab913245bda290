// A tariff's ranges or a norm's values by persons in one cell: `свыше 3900: 7,00; свыше 6000: 8,50`, `от 2: 80; от 3: 70`. The
// word before the number keeps a spreadsheet from converting `2:80` to a time.
import { shortDecimal } from '@kvartplata/domain/text/short-decimal.ts';
import { MAX_STEPS } from '@kvartplata/contracts/core/dated-values.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import type { SetupValue } from '../../prices/house-setups/setup-plan.ts';
import { asTyped, decimal, no, wholeNumber, type CellReader } from './cell-readers.ts';
import type { ReasonCode } from './row-reasons.ts';

type Steps = SetupValue['steps'];

/** A step as entered: an optional word or sign, the bound, and the value from there on. */
const STEP = /^(?:[\p{L}>]+\.?\s*)?(\d[\d\s.,]*?)\s*[:=–—-]\s*(\d[\d\s.,]*)$/u;
/** Words for no steps. */
const NONE = ['нет', 'no', 'none'];

/** As JSON, in the form in which steps are stored. */
export const tariffRanges = stepsOf({
  shape: 'ranges',
  bound: decimal({ places: 3, from: '0', isOpen: true, to: '1000000' }),
  value: decimal({ places: 4, from: '0', to: '10000000' }),
  stored: (above, value) => ({ above, value }),
});

/** Likewise. */
export const normByPersons = stepsOf({
  shape: 'by-persons',
  bound: wholeNumber(1, 1000),
  value: decimal({ places: 6, from: '0', to: '100000' }),
  stored: (persons, value) => ({ persons, value }),
});

/** The text that the reader accepts; blank for none. */
export function textOfSteps(steps: Steps): string {
  return steps
    .map(({ above, persons, value }) =>
      above === undefined
        ? `от ${shown(persons)}: ${shown(value)}`
        : `свыше ${shown(above)}: ${shown(value)}`,
    )
    .join('; ');
}

function stepsOf({
  shape,
  bound,
  value,
  stored,
}: {
  /** The reason for any other format. */
  readonly shape: ReasonCode;
  readonly bound: CellReader;
  readonly value: CellReader;
  readonly stored: (bound: unknown, value: unknown) => object;
}): CellReader {
  return asTyped((text) => {
    if (NONE.includes(text.trim().toLowerCase())) return '[]';
    const parts = text
      .split(/[;\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.length > MAX_STEPS) return no('too-many-steps', MAX_STEPS);
    const steps: object[] = [];
    let before: string | number | undefined;
    for (const part of parts) {
      const [, from = '', held = ''] = STEP.exec(part) ?? [];
      if (from === '') return no(shape);
      const [readBound, readValue] = [bound(from), value(held)];
      if (typeof readBound === 'object') return readBound;
      if (typeof readValue === 'object') return readValue;
      const at = typeof readBound === 'number' ? readBound : String(readBound);
      if (before !== undefined && !isAbove(at, before)) return no('steps-in-order', before);
      before = at;
      steps.push(stored(at, readValue));
    }
    return steps.length === 0 ? no(shape) : JSON.stringify(steps);
  });
}

function isAbove(one: string | number, other: string | number): boolean {
  return parseScaled(String(one), 3) > parseScaled(String(other), 3);
}

/** `3900.000` formatted for people. */
function shown(figure: string | number = ''): string {
  return shortDecimal(String(figure)).replace('.', ',');
}
