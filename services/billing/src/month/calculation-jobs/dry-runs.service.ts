// Computes houses without storing anything, each kind of request in a thread of its own, a few callers at a time.
import { skipWords } from '@kvartplata/contracts/billing/skip-words.ts';
import { createBoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { openThread } from '@kvartplata/platform/threads/computing-thread.ts';
import type { CoreClient } from '../../access/core-client.ts';
import type { Db } from '../../tables.ts';
import { readEarlierMonths, type FoundBefore } from './earlier-months.service.ts';
import type { MonthOfHouses } from './house-months.repository.ts';
import type { YearMonth, YearMonthAnswer, YearMonthQuestion } from './month-of-year.ts';
import type {
  Broken,
  DifferencesAnswer,
  DifferencesQuestion,
  HouseDifferences,
  HouseDryRun,
  DryRunAnswer,
  DryRunQuestion,
} from './dry-run-houses.ts';
import { unusableSnapshot } from './unusable-snapshot.ts';

type Asked<Question> = Omit<Question, 'snapshot' | 'earlier'> & {
  readonly db: Db;
  readonly requestId: string;
};

export type DryRuns = {
  /** Runs work that needs dry runs in the organization's turn. @throws Refusal overloaded */
  readonly inTurn: <T>(organizationId: number, work: () => Promise<T>) => Promise<T>;
  /** @throws Refusal dependency-unavailable, unprocessable-reference for a house that no longer belongs to the organization */
  readonly withOverrides: (asked: Asked<DryRunQuestion>) => Promise<readonly HouseDryRun[]>;
  /** For one house; throws as `withOverrides` does. */
  readonly differences: (
    asked: Asked<DifferencesQuestion> & {
      /** Found for earlier months that will be charged together with this one. */
      readonly found: FoundBefore;
    },
  ) => Promise<HouseDifferences>;
  /** One month of one house, for the recalculation of a year; throws as `withOverrides` does, and year-not-computable. */
  readonly monthOfYear: (asked: Asked<YearMonthQuestion>) => Promise<YearMonth>;
  readonly close: () => Promise<void>;
};

/** Each caller may hold a thousand accounts in memory. */
const TURNS = { running: 2, waiting: 10, waitMs: 20_000 };
const DRY_RUN = new URL('./dry-run-thread.ts', import.meta.url);
const MONTH_OF_YEAR = new URL('./month-of-year-thread.ts', import.meta.url);
const DIFFERENCES = new URL('./differences-thread.ts', import.meta.url);

export function createDryRuns(core: Pick<CoreClient, 'readSnapshot'>): DryRuns {
  const turns = createBoundedQueue(TURNS, 'Other dry runs go first');
  const withOverrides = openThread<DryRunQuestion, DryRunAnswer>(DRY_RUN);
  const monthOfYear = openThread<YearMonthQuestion, YearMonthAnswer>(MONTH_OF_YEAR);
  const differences = openThread<DifferencesQuestion, DifferencesAnswer>(DIFFERENCES);

  return {
    inTurn: turns.runFor,
    withOverrides: async ({ db, requestId, ...asked }) => {
      const snapshot = await core.readSnapshot(asked, asked.month, requestId);
      const earlier = await readEarlierMonths(db, monthOf(asked), snapshot);
      const question = { ...asked, snapshot, earlier };
      const { houses } = whole(await withOverrides.compute(question, [snapshot.buffer]));
      const answered = new Set(houses.map(({ houseId }) => houseId));
      requireHouses(asked.houseIds.filter((houseId) => !answered.has(houseId)));
      return houses;
    },
    differences: async ({ db, requestId, found, ...asked }) => {
      const snapshot = await core.readSnapshot(asked, asked.month, requestId);
      const earlier = await readEarlierMonths(db, monthOf(asked), snapshot, found);
      const question = { ...asked, snapshot, earlier };
      const { house } = whole(await differences.compute(question, [snapshot.buffer]));
      if (house === undefined) throw strangeHouse(asked.houseIds[0]);
      return house;
    },
    monthOfYear: async ({ db, requestId, ...asked }) => {
      const snapshot = await core.readSnapshot(asked, asked.month, requestId);
      const earlier = await readEarlierMonths(db, monthOf(asked), snapshot);
      const question = { ...asked, snapshot, earlier };
      const answer = whole(await monthOfYear.compute(question, [snapshot.buffer]));
      if ('uncomputable' in answer)
        throw new Refusal(
          'year-not-computable',
          `${asked.month}: ${skipWords(answer.uncomputable).en}`,
        );
      if (answer.month === undefined) throw strangeHouse(asked.houseIds[0]);
      return answer.month;
    },
    close: async () => {
      await Promise.all([withOverrides.close(), differences.close(), monthOfYear.close()]);
    },
  };
}

function monthOf({
  organizationId,
  houseIds,
  month,
}: Pick<DryRunQuestion, 'organizationId' | 'houseIds' | 'month'>): MonthOfHouses {
  return { organizationId, houseIds, period: `${month}-01` };
}

function whole<Answer extends object>(answer: Answer | Broken): Answer {
  if (!('broken' in answer)) return answer;
  throw unusableSnapshot(answer.broken);
}

function requireHouses([stranger]: readonly number[]): void {
  if (stranger !== undefined) throw strangeHouse(stranger);
}

function strangeHouse(houseId: number | undefined): Refusal {
  return new Refusal('unprocessable-reference', `House ${houseId} has left the organization`);
}
