// A month of days to choose from: arrows move by days and weeks, Page Up and Page Down by months, with Shift by years.
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { dayFrom, daysBetween, lastDayOf, monthFrom, showMonth, today } from '../lib/days.ts';
import { inBoth, useLanguage, useWords, type Language } from '../lib/words.ts';
import { Icon } from './icon.tsx';

const WORDS = inBoth(
  {
    calendar: 'Календарь',
    before: 'Предыдущий месяц',
    after: 'Следующий месяц',
    yearBefore: 'На год раньше',
    yearAfter: 'На год позже',
    today: 'Сегодня',
  },
  {
    calendar: 'Calendar',
    before: 'Previous month',
    after: 'Next month',
    yearBefore: 'A year back',
    yearAfter: 'A year on',
    today: 'Today',
  },
);

const WEEK = 7;
/** A Monday. */
const SOME_MONDAY = '2024-01-01';
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

export function Calendar({
  day,
  onChoose,
}: {
  /** The day in the field, `2026-11-24`. */
  readonly day: string;
  readonly onChoose: (day: string) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [at, setAt] = useState(day);
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);
  const month = at.slice(0, 7);
  function onKey(event: KeyboardEvent): void {
    const to = targetOf(event, at);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
  }

  return (
    <div className="calendar" role="dialog" aria-label={t.calendar}>
      <Months month={month} onStep={(months) => setAt(sameDay(at, months))} />
      <table ref={grid} aria-label={showMonth(month, language)}>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekdayName(weekday, 'long', language)}>
                {weekdayName(weekday, 'short', language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((monday) => (
            <tr key={monday}>
              {WEEKDAYS.map((weekday) => (
                <Day
                  key={weekday}
                  of={dayFrom(monday, weekday)}
                  month={month}
                  at={at}
                  chosen={day}
                  onKey={onKey}
                  onChoose={onChoose}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" className="button quiet" onClick={() => onChoose(today())}>
        {t.today}
      </button>
    </div>
  );
}

/** The shown month, and buttons to others. */
function Months({
  month,
  onStep,
}: {
  readonly month: string;
  readonly onStep: (months: number) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const step = (months: number, label: string, icon: 'before' | 'after'): ReactElement => (
    <button
      type="button"
      className="button quiet"
      aria-label={label}
      title={label}
      onClick={() => onStep(months)}
    >
      <Icon name={icon} />
      {Math.abs(months) > 1 && <Icon name={icon} />}
    </button>
  );
  return (
    <div className="row">
      {step(-12, t.yearBefore, 'before')}
      {step(-1, t.before, 'before')}
      <strong aria-live="polite">{showMonth(month, language)}</strong>
      {step(1, t.after, 'after')}
      {step(12, t.yearAfter, 'after')}
    </div>
  );
}

function Day({
  of,
  month,
  at,
  chosen,
  onKey,
  onChoose,
}: {
  readonly of: string;
  readonly month: string;
  readonly at: string;
  readonly chosen: string;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onChoose: (day: string) => void;
}): ReactElement {
  const language = useLanguage();
  if (!of.startsWith(month)) return <td aria-hidden="true" />;
  return (
    <td>
      <button
        type="button"
        data-day={of}
        tabIndex={of === at ? 0 : -1}
        aria-pressed={of === chosen}
        aria-label={longDay(of, language)}
        {...(of === today() ? { 'aria-current': 'date' } : {})}
        onKeyDown={onKey}
        onClick={() => onChoose(of)}
      >
        {Number(of.slice(8))}
      </button>
    </td>
  );
}

function targetOf({ key, shiftKey }: KeyboardEvent, at: string): string | undefined {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK }[key];
  if (days !== undefined) return dayFrom(at, days);
  const months = { PageUp: -1, PageDown: 1 }[key];
  if (months !== undefined) return sameDay(at, shiftKey ? months * 12 : months);
  const weekday = weekdayOf(at);
  return { Home: dayFrom(at, -weekday), End: dayFrom(at, WEEK - 1 - weekday) }[key];
}

/** The same day of another month, or its last day: a month after 31 January is 28 February. */
function sameDay(at: string, months: number): string {
  const month = monthFrom(at.slice(0, 7), months);
  const same = `${month}-${at.slice(8)}`;
  const last = lastDayOf(month);
  return same > last ? last : same;
}

/** 0 is Monday. */
function weekdayOf(day: string): number {
  return ((daysBetween(SOME_MONDAY, day) % WEEK) + WEEK) % WEEK;
}

/** The Mondays of the weeks with days of the month. */
function weeksOf(month: string): readonly string[] {
  const first = dayFrom(`${month}-01`, -weekdayOf(`${month}-01`));
  const count = Math.floor(daysBetween(first, lastDayOf(month)) / WEEK) + 1;
  return Array.from({ length: count }, (_, week) => dayFrom(first, week * WEEK));
}

function weekdayName(weekday: number, width: 'short' | 'long', language: Language): string {
  return format(dayFrom(SOME_MONDAY, weekday), { weekday: width }, language);
}

function longDay(day: string, language: Language): string {
  return format(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, language);
}

function format(day: string, parts: Intl.DateTimeFormatOptions, language: Language): string {
  const locale = language === 'ru' ? 'ru-RU' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
