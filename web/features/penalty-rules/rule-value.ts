// The value of a penalty rule as typed into a form: one text for each kind.
import type {
  PenaltyRule,
  PenaltyRuleKind,
  PenaltyRuleValue,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import { parseFigure, showShortFigure } from '../../lib/figures.ts';

/** A scale is `31 1/300, 91 1/150`: from which overdue day on, which fraction of the rate. */
export function typedRuleValue({ kind, value }: Pick<PenaltyRule, 'kind' | 'value'>): string {
  if (Array.isArray(value))
    return value.map(({ fromDay, fraction }) => `${fromDay} ${fraction}`).join(', ');
  return kind === 'rate-cap' ? showShortFigure(String(value)) : String(value);
}

/** Undefined if it is not a value of its kind. */
export function parseRuleValue(kind: PenaltyRuleKind, typed: string): PenaltyRuleValue | undefined {
  const text = typed.trim();
  switch (kind) {
    case 'rate-cap':
      return parseFigure(text);
    case 'scale':
      return parseScale(text);
    case 'due-day':
      return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
    case 'working-day':
    case 'limitation':
      return text === 'true';
    case 'method':
      return text;
  }
}

function parseScale(text: string): PenaltyRuleValue | undefined {
  const steps = text
    .split(/[,;]/)
    .map((step) => /^\s*(\d{1,5})\s+(0|1\/[1-9]\d{0,3})\s*$/.exec(step))
    .map((found) => found && { fromDay: Number(found[1]), fraction: found[2] ?? '' });
  const known = steps.filter((step) => step !== null);
  return known.length === steps.length ? known : undefined;
}
