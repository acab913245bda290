// Why a database is unavailable: nothing answers at its address, or the server refuses the connection or all writes. Each may
// resolve itself without a change on our side.
import { endsSession, READ_ONLY } from './database-errors.ts';

export class AbsentDatabaseError extends Error {
  override readonly name = 'AbsentDatabaseError';
}

type Told = Error & {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
};

/** Wrong user, password or rights; no such database; no free connection. */
const REFUSED = /^(?:28|3D|53300)/;

/** TLS was requested but is not supported by the server, or its certificate is not trusted. */
const NO_TLS = 'The server does not support SSL connections';
const UNTRUSTED = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;

/** One line for an operator; undefined when the error has another cause. */
export function absenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', address, port } = error as Told;
  // A distributed database reports a lost node in two lines.
  const message = error.message.replaceAll(/\s+/g, ' ');
  if (UNTRUSTED.test(code) || message === NO_TLS)
    return `the database cannot be asked as sslmode wants it: ${message}`;
  if (REFUSED.test(code)) return `the database refuses the connection: ${message}`;
  if (code === READ_ONLY) return `the database is read-only now: ${message}`;
  if (!endsSession(error)) return undefined;
  const place = address === undefined ? 'at its address' : `at ${address}:${port}`;
  return /^\d/.test(code)
    ? `the database does not answer now: ${message}`
    : `the database ${place} does not answer`;
}
