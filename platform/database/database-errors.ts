// What PostgreSQL's error codes mean to a caller. A service that knows a constraint by its name gives a more precise answer
// before it comes to these.
import { Refusal } from '../http/refusal.ts';
import { lacksLock } from './lock-patience.ts';

type DatabaseError = {
  readonly code: string;
  readonly severity: string;
  readonly constraint?: string;
  readonly message: string;
};

/** A provider makes a server read-only whose disk is nearly full, and a standby is until it takes over. */
export const READ_ONLY = '25006';
/** Ends the name of a shard of a distributed table. */
const PART_NUMBER = /_\d{6,}$/;
const AWAY_CODES = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];
const AWAY_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
];

/** Messages, without a code of their own, by which a distributed database reports a node lost during a query or at the commit. */
const NODE_IS_GONE = [
  'could not commit transaction for shard',
  'connection establishment for node',
  'failed to COPY to shard',
  'failed to complete COPY on',
  'failed to prepare transaction',
  'failed to read result',
  'failure on connection marked as essential',
  'postmaster was shut down, exiting',
  'server closed the connection unexpectedly',
  'terminating connection',
  'the database system is',
];

/** The refusal for a database error; undefined when it is no database error or a fault of ours. */
export function refusalOfDatabaseError(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (endsSession(error)) return away(error);
  if (code === '23505') return new Refusal('conflict', 'This already exists', { cause: error });
  if (code === '23P01') return new Refusal('period-overlap', undefined, { cause: error });
  if (code === '23503') return new Refusal('unprocessable-reference', undefined, { cause: error });
  if (isRetryable(error) || lacksLock(error)) return away(error);
  if (NODE_IS_GONE.some((text) => error.message.startsWith(text))) return away(error);
  // The server refused the connection: who may log in, and from where, is not the caller's concern.
  if (/^(57|08|53|28|3D)/.test(code)) return away(error);
  if (code === READ_ONLY) return away(error);
  // Row-level security refused a row that the service's own rules had allowed.
  if (code === '42501' && error.message.includes('row-level security'))
    return new Refusal('forbidden', undefined, { cause: error });
  if (/^22/.test(code))
    return new Refusal('validation-failed', 'A value is out of range', { cause: error });
  return undefined;
}

/** Whether the error means that the connection is unusable: the server or the network has ended it. */
export function endsSession(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    AWAY_CODES.includes(code) ||
    /^(57P|08)/.test(code) ||
    // The server ends all sessions. One whose coordinator is killed at its commit panics, since it is committed already.
    (error as Partial<DatabaseError>).severity === 'PANIC' ||
    AWAY_MESSAGES.some((text) => error.message.includes(text))
  );
}

/** A node's message when its rows were moved to another one during the query. */
const ROWS_HAVE_MOVED = 'cannot execute a distributed query from a query on a shard';

/** Whether the transaction should be retried: a serialization failure, a deadlock, or rows that were moved to another node. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof Error &&
    (['40001', '40P01'].includes(codeOf(error)) || error.message === ROWS_HAVE_MOVED)
  );
}

/** An error from a function on another node has its constraint only in the message. */
const CONSTRAINT_IN_MESSAGE = /constraint "(\w+)"/;

/** Whether `error` violates the named constraint; on a shard the constraint's name ends with a number. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false;
  const named =
    (error as Partial<DatabaseError>).constraint ?? CONSTRAINT_IN_MESSAGE.exec(error.message)?.[1];
  return named?.replace(PART_NUMBER, '') === constraint;
}

/** The class of PostgreSQL's error code (`22` of `22003`), also when a refusal wraps the error; undefined for other errors. */
export function classOfDatabaseError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [found] = /^[0-9A-Z]{2}(?=[0-9A-Z]{3}$)/.exec(codeOf(error)) ?? [];
  return found ?? classOfDatabaseError(error.cause);
}

function codeOf(error: Error): string {
  return (error as Partial<DatabaseError>).code ?? '';
}

function away(cause: Error): Refusal {
  return new Refusal('dependency-unavailable', 'The database is not available now', {
    dependency: 'database',
    cause,
  });
}
