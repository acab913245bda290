// The response to a resident's readings and preferences: the refusal, the message, and the errors by meter.
import { PROBLEMS } from '@kvartplata/contracts/problem.ts';
import { MOST_RESIDENT_METERS } from '@kvartplata/contracts/core/residents-door.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Draft, Notice } from './door-sections.ts';
import type { PageWords, Problem } from './page-words.ts';
import type { ReadingsOutcome } from './residents-door.service.ts';
import { readValue, type SentReadings } from './sent-readings.ts';

export type Told = {
  /** Undefined when it was stored. */
  readonly refusal: Refusal | undefined;
  readonly draft: Omit<Draft, 'typed'>;
  readonly rows: readonly unknown[];
};

const away = () => new Refusal('dependency-unavailable');
const ended = () => new Refusal('account-ended');

export const PREFERENCES = {
  stored: [() => undefined, ({ saved }: PageWords) => saved],
  'bad-email': [
    () => invalidField('/email', 'must be an e-mail address', { code: 'not-an-email' }),
    ({ badEmail }: PageWords) => badEmail,
  ],
  ended: [ended, ({ ended: text }: PageWords) => text],
  away: [away, ({ tryLater }: PageWords) => tryLater],
} as const;

/** @param send undefined values are never sent */
export async function takeReadings(
  { typed }: SentReadings,
  words: PageWords,
  send: (
    readings: readonly { readonly meterId: number; readonly value: string }[],
  ) => Promise<ReadingsOutcome>,
): Promise<Told> {
  const read = [...typed].map(([meterId, text]) => ({ meterId, value: readValue(text) }));
  if (read.length === 0) return toldOf(nothingSent(), words.nothingSent);
  const wrong = read.filter(({ value }) => value === undefined);
  if (wrong.length > 0) {
    const problems = wrong.map(({ meterId }) => [meterId, 'bad-value'] as const);
    const rows = wrong.map(({ meterId }) => ({ meterId, problem: 'bad-value' }));
    const refusal = new Refusal('validation-failed', 'Some values are no readings', {
      errors: read.flatMap(({ value }, nth) =>
        value === undefined
          ? [{ path: pathOf(nth), message: 'must have at most 9 digits and 3 decimal places' }]
          : [],
      ),
    });
    return toldOf(refusal, words.refused, { problems: new Map(problems), rows });
  }
  const readings = read.flatMap(({ meterId, value }) =>
    value === undefined ? [] : [{ meterId, value }],
  );
  return sentOutcome(await send(readings), words);
}

function nothingSent(): Refusal {
  const message = `must have 1 to ${MOST_RESIDENT_METERS} readings, each meter once`;
  return new Refusal('validation-failed', `/readings ${message}`, {
    errors: [{ path: '/readings', message }],
  });
}

function pathOf(nth: number): string {
  return `/readings/${nth}/value`;
}

function sentOutcome(outcome: ReadingsOutcome, words: PageWords): Told {
  if (outcome === 'away') return toldOf(away(), words.tryLater);
  if (outcome === 'ended') return toldOf(ended(), words.ended);
  if (outcome === 'month-applied') return toldOf(new Refusal('month-applied'), words.monthApplied);
  const { rows } = outcome;
  if (outcome.outcome === 'stored') return toldOf(undefined, words.saved, { rows });
  if (outcome.outcome === 'closed')
    return toldOf(new Refusal('readings-not-open'), words.notToday, { rows });
  if (outcome.outcome === 'odd') {
    const odd = rows.filter((row) => row.odd !== null).map((row) => [row.meterId, row] as const);
    return toldOf(new Refusal('readings-odd'), words.askOdd, { odd: new Map(odd), rows });
  }
  const problems = rows.flatMap(({ meterId, problem }) =>
    problem === null ? [] : [[meterId, problem] as const],
  );
  const errors = rows.flatMap(({ problem }, nth) =>
    problem === null
      ? []
      : [{ path: pathOf(nth), message: `${problem}: ${PROBLEMS[problem].title}` }],
  );
  const refusal = new Refusal('readings-refused', undefined, { errors });
  return toldOf(refusal, words.refused, { problems: new Map(problems), rows });
}

function toldOf(
  refusal: Refusal | undefined,
  text: string,
  {
    problems = new Map<number, Problem>(),
    odd = new Map(),
    rows = [],
  }: Partial<Omit<Draft, 'typed' | 'notice'>> & { readonly rows?: readonly unknown[] } = {},
): Told {
  return { refusal, draft: { problems, odd, notice: bad(text) }, rows };
}

export function bad(text: string): Notice {
  return { text, isBad: true };
}
