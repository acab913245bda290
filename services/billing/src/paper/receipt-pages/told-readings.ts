// What a resident is told of the readings and wishes that were sent: the status, the words, and what is wrong beside which meter.
import type { Draft, Notice } from './door-sections.ts';
import type { PageWords, Problem } from './page-words.ts';
import type { ReadingsOutcome } from './residents-door.service.ts';
import { readValue, type SentReadings } from './sent-readings.ts';

export type Told = {
  readonly status: number;
  readonly code: string;
  readonly draft: Omit<Draft, 'typed'>;
  readonly rows: readonly unknown[];
};

export const PREFERENCES = {
  stored: [200, ({ saved }: PageWords) => saved],
  'bad-email': [400, ({ badEmail }: PageWords) => badEmail],
  ended: [409, ({ ended }: PageWords) => ended],
  away: [503, ({ tryLater }: PageWords) => tryLater],
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
  if (read.length === 0) return toldOf(400, 'nothing-sent', words.nothingSent);
  const wrong = read.filter(({ value }) => value === undefined);
  if (wrong.length > 0) {
    const problems = wrong.map(({ meterId }) => [meterId, 'bad-value'] as const);
    const rows = wrong.map(({ meterId }) => ({ meterId, problem: 'bad-value' }));
    return toldOf(400, 'bad-value', words.refused, { problems: new Map(problems), rows });
  }
  const readings = read.flatMap(({ meterId, value }) =>
    value === undefined ? [] : [{ meterId, value }],
  );
  return toldOutcome(await send(readings), words);
}

function toldOutcome(outcome: ReadingsOutcome, words: PageWords): Told {
  if (outcome === 'away') return toldOf(503, outcome, words.tryLater);
  if (outcome === 'ended') return toldOf(409, outcome, words.ended);
  if (outcome === 'month-applied') return toldOf(409, outcome, words.monthApplied);
  const { rows } = outcome;
  if (outcome.outcome === 'stored') return toldOf(200, 'stored', words.saved, { rows });
  if (outcome.outcome === 'closed') return toldOf(409, 'closed', words.notToday, { rows });
  if (outcome.outcome === 'odd') {
    const odd = rows.filter((row) => row.odd !== null).map((row) => [row.meterId, row] as const);
    return toldOf(409, 'odd', words.askOdd, { odd: new Map(odd), rows });
  }
  const problems = rows.flatMap(({ meterId, problem }) =>
    problem === null ? [] : [[meterId, problem] as const],
  );
  return toldOf(409, 'refused', words.refused, { problems: new Map(problems), rows });
}

function toldOf(
  status: number,
  code: string,
  text: string,
  {
    problems = new Map<number, Problem>(),
    odd = new Map(),
    rows = [],
  }: Partial<Omit<Draft, 'typed' | 'notice'>> & { readonly rows?: readonly unknown[] } = {},
): Told {
  return { status, code, draft: { problems, odd, notice: bad(text) }, rows };
}

export function bad(text: string): Notice {
  return { text, isBad: true };
}
