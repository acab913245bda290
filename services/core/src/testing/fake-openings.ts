// A fake of billing for the opening balances of moves: it books everything unless told otherwise, and records what it received.
import type {
  MoveBooks,
  MoveJudgement,
  MoveOpening,
  MoveOpeningRow,
} from '@kvartplata/contracts/billing/move-openings.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { OpeningsClient } from '../access/openings-client.ts';

export type FakeOpenings = {
  /** By move, in piece order. */
  readonly given: Map<number, MoveOpeningRow[]>;
  /** The moves whose openings are booked. */
  readonly booked: Set<number>;
  /** The outcome of a booking; `away` while billing is unavailable. */
  outcome: 'COMPLETED' | 'FAILED' | 'away';
  books: MoveBooks;
  /** Instead of `books`, the first time it is asked. */
  booksAtFirst: MoveBooks | undefined;
  judgement: MoveJudgement;
  /** The rows that it was asked to check. */
  readonly judged: MoveOpeningRow[];
  /** The houses whose drafts it was told to drop. */
  readonly dropped: number[];
};

export const NOTHING_BOOKED: MoveBooks = {
  closedMonth: null,
  bookedMonths: [],
  isBeingComputed: false,
};
export const NOTHING_AGAINST: MoveJudgement = { closedMonth: null, isBooked: false, refused: [] };

export function createFakeOpenings(): {
  readonly openings: FakeOpenings;
  readonly client: OpeningsClient;
} {
  const openings: FakeOpenings = {
    given: new Map(),
    booked: new Set(),
    outcome: 'COMPLETED',
    books: NOTHING_BOOKED,
    booksAtFirst: undefined,
    judgement: NOTHING_AGAINST,
    judged: [],
    dropped: [],
  };
  const answer = (moveId: number, status: MoveOpening['status']): MoveOpening | undefined => {
    if (openings.outcome === 'away') throw new Refusal('dependency-unavailable');
    const rows = openings.given.get(moveId);
    if (rows === undefined) return undefined;
    const told = { openingImportId: moveId, status, processedRows: rows.length, refused: 1 };
    return { ...told, error: null, errorFacts: null };
  };
  const client: OpeningsClient = {
    checkBooks: async () => {
      const { booksAtFirst = openings.books } = openings;
      openings.booksAtFirst = undefined;
      return booksAtFirst;
    },
    judge: async ({ rows }) => {
      openings.judged.push(...rows);
      const asked = new Set(rows.map(({ line }) => line));
      const refused = openings.judgement.refused.filter(({ line }) => asked.has(line));
      return { ...openings.judgement, refused };
    },
    give: async (moveId, { rows }) => {
      openings.given.set(moveId, [...(openings.given.get(moveId) ?? []), ...rows]);
    },
    book: async (moveId) => {
      const status = openings.outcome === 'FAILED' ? 'FAILED' : 'COMPLETED';
      const told = answer(moveId, status);
      if (told?.status === 'COMPLETED') openings.booked.add(moveId);
      return told;
    },
    undo: async (moveId) => {
      const told = answer(moveId, 'UNDONE');
      openings.booked.delete(moveId);
      return told;
    },
    dropDrafts: async ({ houseIds }) => void openings.dropped.push(...houseIds),
  };
  return { openings, client };
}
