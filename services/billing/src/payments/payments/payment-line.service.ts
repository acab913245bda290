// Queues payments to be booked: those of one organization that arrive while others are being booked form the next batch.
import { setImmediate } from 'node:timers/promises';
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { classOfDatabaseError } from '@kvartplata/platform/database/database-errors.ts';
import type { BoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Db } from '../../tables.ts';
import { bookTogether, type Outcome, type WaitingPayment } from './book-together.service.ts';

export type Booked = { readonly payment: Payment; readonly isReplay: boolean };

export type PaymentLine = {
  /**
   * @param sight what the caller sees of the organization: payments are queued by role
   * @param firstMonth the first day of the organization's first month; null where it is not needed
   * @throws Refusal idempotency-key-in-use, idempotency-key-reused, payment-exists, conflict, overloaded
   * @throws FirstMonthUnknownError, AccountUnknownError where the house was to be found in the books
   */
  readonly book: (
    sight: { readonly role: string; readonly db: Db },
    waiting: WaitingPayment,
    firstMonth: string | null,
  ) => Promise<Booked>;
};

const TOGETHER = 64;
const BATCHES_AT_ONCE = 3;
/** A batch that takes longer, for example because it waits for a lock, does not hold up the others. */
const SOON_MS = 25;
/** Of all organizations. */
const WAITING = 1_000;
/** SQLSTATE classes that may concern a single payment: its values, a constraint, a privilege. */
const REFUSED_ALONE = ['22', '23', '42', 'P0'];

type InLine = {
  readonly waiting: WaitingPayment;
  readonly resolve: (booked: Booked) => void;
  readonly reject: (error: unknown) => void;
};

type Line = {
  readonly name: string;
  readonly organizationId: number;
  readonly firstMonth: string | null;
  readonly db: Db;
  waiting: InLine[];
  /** A batch is about to start. */
  isStarting: boolean;
  batches: number;
  /** How many payments are in batches that started within `SOON_MS`. */
  out: number;
};

/** @param turns where a batch waits for a connection, like every other booking */
export function createPaymentLine(turns: BoundedQueue): PaymentLine {
  const lines = new Map<string, Line>();

  /** To share the cost of a batch, the next one starts only once as many payments wait as are being booked. */
  function startNext(line: Line): void {
    const { waiting, isStarting, batches, out } = line;
    const isWorth = waiting.length > 0 && waiting.length >= out;
    if (!isWorth || isStarting || batches === BATCHES_AT_ONCE) return;
    line.isStarting = true;
    void start(line);
  }

  async function start(line: Line): Promise<void> {
    line.batches += 1;
    // Payments that arrive in this turn of the event loop join the batch.
    await setImmediate();
    try {
      await turns.runFor(`organization ${line.organizationId}`, async () => {
        const batch = takeBatch(line);
        line.isStarting = false;
        const isBack = countAsOut(line, batch.length);
        startNext(line);
        await bookBatch(line, batch);
        isBack();
      });
    } catch (error) {
      // No turn came in time, for none of them.
      for (const { reject } of line.waiting.splice(0)) reject(error);
      line.isStarting = false;
    }
    line.batches -= 1;
    if (line.batches === 0 && line.waiting.length === 0) lines.delete(line.name);
    else startNext(line);
  }

  /** @returns a function to call when they are booked */
  function countAsOut(line: Line, payments: number): () => void {
    let counted = payments;
    const forget = (): void => {
      line.out -= counted;
      counted = 0;
    };
    line.out += payments;
    const timer = setTimeout(() => {
      forget();
      startNext(line);
    }, SOON_MS);
    return () => {
      clearTimeout(timer);
      forget();
    };
  }

  return {
    book: async ({ role, db }, waiting, firstMonth) => {
      const { organizationId, houseId } = waiting.payment.place;
      const name = `${organizationId} ${role} ${firstMonth ?? ''} ${houseId === undefined}`;
      const line = lines.get(name) ?? emptyLine({ name, organizationId, firstMonth, db });
      if (countAll(lines) >= WAITING && !makeRoom(lines, line)) throw refusal();
      lines.set(name, line);
      const { promise, resolve, reject } = Promise.withResolvers<Booked>();
      line.waiting.push({ waiting, resolve, reject });
      startNext(line);
      return promise;
    },
  };
}

type Lines = ReadonlyMap<string, Line>;

function countAll(lines: Lines): number {
  return lines.values().reduce((sum, { waiting }) => sum + waiting.length, 0);
}

/** When all places are taken, the last payment of the longest line gives way to a line with fewer. */
function makeRoom(lines: Lines, line: Line): boolean {
  const { waiting: longest } = lines.values().reduce(longerOf, line);
  if (longest.length <= line.waiting.length + 1) return false;
  longest.pop()?.reject(refusal());
  return true;
}

function longerOf(one: Line, other: Line): Line {
  return other.waiting.length > one.waiting.length ? other : one;
}

function refusal(): Refusal {
  return new Refusal('overloaded', 'Too many bookings are in progress', { retryAfterSeconds: 2 });
}

function emptyLine(of: Pick<Line, 'name' | 'organizationId' | 'firstMonth' | 'db'>): Line {
  return { ...of, waiting: [], isStarting: false, batches: 0, out: 0 };
}

/** The payments that have waited longest, with at most one per account and per key. */
function takeBatch(line: Line): readonly InLine[] {
  const taken: InLine[] = [];
  const [accounts, keys] = [new Set<number>(), new Set<string>()];
  const left: InLine[] = [];
  for (const one of line.waiting) {
    const { payment, key } = one.waiting;
    const isFree =
      taken.length < TOGETHER &&
      !accounts.has(payment.place.personalAccountId) &&
      (key === undefined || !keys.has(key.key));
    (isFree ? taken : left).push(one);
    if (!isFree) continue;
    accounts.add(payment.place.personalAccountId);
    if (key !== undefined) keys.add(key.key);
  }
  line.waiting = left;
  return taken;
}

/** A rejected batch is booked one by one, so that one bad payment never fails the others. */
async function bookBatch(line: Line, batch: readonly InLine[]): Promise<void> {
  const { db, organizationId, firstMonth } = line;
  try {
    const waiting = batch.map((one) => one.waiting);
    const outcomes = await bookTogether(db, organizationId, waiting, firstMonth);
    for (const [nth, one] of batch.entries()) answer(one, outcomes[nth]);
  } catch (error) {
    const isRefused = REFUSED_ALONE.includes(classOfDatabaseError(error) ?? '');
    if (isRefused && batch.length > 1) for (const one of batch) await bookBatch(line, [one]);
    else for (const { reject } of batch) reject(error);
  }
}

function answer({ resolve, reject }: InLine, outcome: Outcome | undefined): void {
  if (outcome === undefined) reject(new Error('a payment has no outcome'));
  else if (outcome.kind === 'booked') resolve(outcome);
  else reject(outcome.error);
}
