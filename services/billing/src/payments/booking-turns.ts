// Limits how many bookings of users run at once.
import { createBoundedQueue, type BoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import type { Deps } from '../access/deps.ts';

/**
 * A booking waits for its account while it holds a connection. So that a thousand concurrent bookings are all served and leave
 * connections to readers, they wait here before they take one.
 */
export type BookingDeps = Deps & { readonly turns: BoundedQueue };

const LEFT_TO_READERS = 2;
const WAITING = 1_000;
const WAIT_MS = 60_000;

/** @param poolSize how many connections the service has */
export function createBookingTurns(poolSize: number): BoundedQueue {
  return createBoundedQueue(
    { running: Math.max(1, poolSize - LEFT_TO_READERS), waiting: WAITING, waitMs: WAIT_MS },
    'Too many bookings are in progress',
  );
}
