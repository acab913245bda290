// A list of months in short: `май 2026 – июль 2026, сентябрь 2026`.
import { monthFrom, showMonth } from '../../lib/days.ts';
import type { Language } from '../../lib/in-both.ts';

/** @param months `YYYY-MM`, oldest first */
export function sayMonths(months: readonly string[], language: Language): string {
  const spans: { readonly from: string; to: string }[] = [];
  for (const month of months) {
    const last = spans.at(-1);
    if (last !== undefined && monthFrom(last.to, 1) === month) last.to = month;
    else spans.push({ from: month, to: month });
  }
  return spans
    .map(({ from, to }) =>
      from === to
        ? showMonth(from, language)
        : `${showMonth(from, language)} – ${showMonth(to, language)}`,
    )
    .join(', ');
}
