// A year of months like stamps in a row: which are open, applied or closed, and what was charged.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { useEffect, useRef, type ReactElement } from 'react';
import { showMonth, showShortMonth, showWithMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { closedWith, periodOf } from './cycle-months.ts';

const WORDS = inBoth(
  {
    label: 'Расчётные месяцы',
    none: 'не начат',
    DRAFT: 'черновик',
    APPLIED: 'проведён',
    CLOSED: 'закрыт',
  },
  {
    label: 'Billing months',
    none: 'not started',
    DRAFT: 'draft',
    APPLIED: 'applied',
    CLOSED: 'closed',
  },
);

export function MonthStrip({
  cycles,
  booked,
  months,
  chosen,
  onChoose,
}: {
  readonly cycles: readonly BillingCycle[];
  /** The totals of applied months, including lines by hand. */
  readonly booked: ReadonlyMap<string, string>;
  /** From left to right. */
  readonly months: readonly string[];
  readonly chosen: string;
  readonly onChoose: (period: string) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const stamp = strip.current?.querySelector(`[data-period="${chosen}"]`);
    stamp?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [chosen]);
  return (
    <ol ref={strip} className="month-strip" aria-label={t.label}>
      {months.map((period, index) => {
        const cycle = cycles.find((each) => periodOf(each) === period);
        const closing = closedWith(cycles, period);
        const status = closing === undefined ? (cycle?.status ?? 'none') : 'CLOSED';
        const month = showMonth(period, language);
        const isYearTold = index === 0 || period.endsWith('-01');
        return (
          <li key={period} data-period={period} className={status}>
            <button
              type="button"
              aria-pressed={period === chosen}
              title={
                closing === undefined
                  ? month
                  : `${month}: ${t.CLOSED} ${showWithMonth(closing, language)}`
              }
              onClick={() => onChoose(period)}
            >
              <strong>
                {showShortMonth(period, language)}
                {isYearTold && <span> {period.slice(0, 4)}</span>}
              </strong>
              <span>{t[status]}</span>
              <span className="total">
                {cycle === undefined ? '–' : showFigure(totalOf(cycle, booked))}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** For a draft, what is calculated. */
function totalOf(cycle: BillingCycle, booked: ReadonlyMap<string, string>): string {
  const calculated = cycle.chargesTotal;
  return cycle.status === 'DRAFT' ? calculated : (booked.get(periodOf(cycle)) ?? calculated);
}
