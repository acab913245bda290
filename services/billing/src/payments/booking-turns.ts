// How money is booked at the request of a user: in its turn.
import { createBoundedQueue, type BoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import type { Deps } from '../access/deps.ts';

/**
 * A booking waits for its account with a connection in hand. So that a thousand at once are all served, and leave
 * connections to those who read, they wait here before they take one.
 */
export type BookingDeps = Deps & { readonly turns: BoundedQueue };

const LEFT_TO_READERS = 2;
const WAITING = 1_000;
const WAIT_MS = 60_000;

/** @param poolSize how many connections the service has */
export function createBookingTurns(poolSize: number): BoundedQueue {
  return createBoundedQueue(
    { running: Math.max(1, poolSize - LEFT_TO_READERS), waiting: WAITING, waitMs: WAIT_MS },
    'Too many book at this moment',
  );
}
