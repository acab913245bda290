// How money is booked at the request of a user: in its turn, and by today's day.
import { createBoundedQueue, type BoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';

export type Booking = {
  /**
   * Who books waits for its account with a connection in hand. So that a thousand at once are all served, and leave
   * connections to those who read, they wait here before they take one.
   */
  readonly turns: BoundedQueue;
  /** The calendar's day. */
  readonly today: () => Temporal.PlainDate;
};

const LEFT_TO_READERS = 2;
const WAITING = 1_000;
const WAIT_MS = 60_000;

export function createBooking(poolSize: number, today: () => Temporal.PlainDate): Booking {
  return {
    turns: createBoundedQueue(
      { running: Math.max(1, poolSize - LEFT_TO_READERS), waiting: WAITING, waitMs: WAIT_MS },
      'Too many book at this moment',
    ),
    today,
  };
}
