// Who may wait to be booked when all places are taken. Nothing is booked here: the only turn is taken all the time.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { createBoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { BillingTables } from '../../tables.ts';
import { createPaymentLine, type PaymentLine } from './payment-line.service.ts';

const PLACES = 1_000;
const WAIT_MS = 60_000;

const { db } = openDatabase<BillingTables>({
  url: 'postgres://nobody@127.0.0.1:1/nothing',
  poolSize: 1,
  applicationName: 'test-payment-line',
});
after(async () => db.destroy());

test('when all places are taken, the longest line gives way to a shorter one, and to none as long', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const line = makeLine();
  const full = await takeAllPlaces(line);
  assert.deepEqual(statesOf(full), { waiting: PLACES, refused: 0 });

  const more = waitFor(line, 1, PLACES);
  const others = Array.from({ length: 2 }, (_, account) => waitFor(line, 2, account));
  await turn();
  assert.equal(more.state, 'refused', 'its own line is the longest');
  assert.deepEqual(statesOf(others), { waiting: 2, refused: 0 });
  assert.deepEqual(statesOf(full), { waiting: PLACES - 2, refused: 2 });
  assert.deepEqual(statesOf(full.slice(-2)), { waiting: 0, refused: 2 }, 'those who came last');

  const many = Array.from({ length: PLACES }, (_, account) => waitFor(line, 3, account));
  await turn();
  assert.deepEqual(statesOf([...full, ...others, ...many]).waiting, PLACES);
  assert.deepEqual(statesOf(others), { waiting: 2, refused: 0 });
  assert.deepEqual(
    statesOf(many).waiting,
    PLACES / 2 - 1,
    'no line gets longer than another by it',
  );
});

test('those whose turn does not come in time are all refused, and their places are free again', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const line = makeLine();
  const full = await takeAllPlaces(line);
  mock.timers.tick(WAIT_MS);
  await turn();
  assert.deepEqual(statesOf(full), { waiting: 0, refused: PLACES });
  const next = waitFor(line, 2, 0);
  await turn();
  assert.equal(next.state, 'waiting');
  mock.timers.tick(WAIT_MS);
  await turn();
  assert.equal(next.state, 'refused');
});

/** A line whose payments all wait. */
function makeLine(): PaymentLine {
  const turns = createBoundedQueue({ running: 1, waiting: PLACES, waitMs: WAIT_MS });
  void turns.run(async () => new Promise<never>(() => undefined));
  return createPaymentLine(turns);
}

async function takeAllPlaces(line: PaymentLine): Promise<readonly Seen[]> {
  const full = Array.from({ length: PLACES }, (_, account) => waitFor(line, 1, account));
  await turn();
  return full;
}

type Seen = { state: 'waiting' | 'refused' };

function waitFor(line: PaymentLine, organizationId: number, personalAccountId: number): Seen {
  const seen: Seen = { state: 'waiting' };
  const waiting = {
    payment: {
      place: { organizationId, houseId: 1, personalAccountId },
      amountKopecks: 100n,
      paidOn: parseDay('2026-01-20'),
      period: null,
      source: 'manual',
      reference: null,
    },
    actor: { userId: 1, requestId: 'test' },
    key: undefined,
  };
  line.book({ role: 'accountant', db }, waiting, null).catch((error: unknown) => {
    assert.ok(error instanceof Refusal && error.code === 'overloaded');
    seen.state = 'refused';
  });
  return seen;
}

function statesOf(all: readonly Seen[]): { readonly waiting: number; readonly refused: number } {
  const refused = all.filter(({ state }) => state === 'refused').length;
  return { waiting: all.length - refused, refused };
}

async function turn(): Promise<void> {
  await new Promise(setImmediate);
}
