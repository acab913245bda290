// What PostgreSQL's error codes mean to a caller. A service that knows a constraint by name answers
// more precisely before this table is asked.
import { Refusal } from '../http/refusal.ts';

type DatabaseError = {
  readonly code: string;
  readonly constraint?: string;
  readonly message: string;
};

/** Of a part of a table that is spread over nodes. */
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

/** What a database that spans nodes says, under no code, of one that was lost while it was asked or at the commit. */
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

/** The refusal that a database error stands for; undefined when it is no database error or a fault of ours. */
export function refusalOfDatabaseError(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (endsSession(error)) return away(error);
  if (code === '23505') return new Refusal('conflict', 'This already exists', { cause: error });
  if (code === '23P01') return new Refusal('period-overlap', undefined, { cause: error });
  if (code === '23503') return new Refusal('unprocessable-reference', undefined, { cause: error });
  if (isRetryable(error) || NODE_IS_GONE.some((text) => error.message.startsWith(text)))
    return away(error);
  // A server that did not let us in: who may log in, and where, is not the caller's affair.
  if (/^(57|08|53|28|3D)/.test(code)) return away(error);
  // Row-level security refused a row that the rules of the service let through.
  if (code === '42501' && error.message.includes('row-level security'))
    return new Refusal('forbidden', undefined, { cause: error });
  if (/^22/.test(code))
    return new Refusal('validation-failed', 'A value is out of range', { cause: error });
  return undefined;
}

/** Whether nothing more can be asked on the connection that answered so: the server or the network ended it. */
export function endsSession(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    AWAY_CODES.includes(code) ||
    /^(57P|08)/.test(code) ||
    AWAY_MESSAGES.some((text) => error.message.includes(text))
  );
}

/** What a node says of rows that went to another one while it was asked. */
const ROWS_HAVE_MOVED = 'cannot execute a distributed query from a query on a shard';

/** Whether the transaction is to be run again: a serialization failure, a deadlock, rows that have moved to another node. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof Error &&
    (['40001', '40P01'].includes(codeOf(error)) || error.message === ROWS_HAVE_MOVED)
  );
}

/** What a function did on another node tells its constraint in the message alone. */
const CONSTRAINT_IN_MESSAGE = /constraint "(\w+)"/;

/** Whether `error` is the violation of the named constraint, whose name bears a number where its table is one of a node's parts. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false;
  const named =
    (error as Partial<DatabaseError>).constraint ?? CONSTRAINT_IN_MESSAGE.exec(error.message)?.[1];
  return named?.replace(PART_NUMBER, '') === constraint;
}

/** The class of PostgreSQL's error code (`22` of `22003`), also when a refusal stands for it; undefined for all else. */
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
