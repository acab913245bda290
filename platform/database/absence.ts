// Why a database cannot be asked: nobody answers at its address, or whoever answers does not let us in. Either may pass
// without us.
import { endsSession } from './database-errors.ts';

export class AbsentDatabaseError extends Error {
  override readonly name = 'AbsentDatabaseError';
}

type Told = Error & {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
};

/** Wrong user, password or rights; no such database; no connection left. */
const REFUSED = /^(?:28|3D|53300)/;

/** TLS was wanted, and the server has none, or a certificate that we do not believe. */
const NO_TLS = 'The server does not support SSL connections';
const UNTRUSTED = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;

/** In one line for an operator; undefined when the error is about something else. */
export function absenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', address, port } = error as Told;
  // A database that spans nodes tells of one of them in two lines.
  const message = error.message.replaceAll(/\s+/g, ' ');
  if (UNTRUSTED.test(code) || message === NO_TLS)
    return `the database cannot be asked as sslmode wants it: ${message}`;
  if (REFUSED.test(code)) return `the database refuses the connection: ${message}`;
  if (!endsSession(error)) return undefined;
  const place = address === undefined ? 'at its address' : `at ${address}:${port}`;
  return /^\d/.test(code)
    ? `the database does not answer now: ${message}`
    : `the database ${place} does not answer`;
}
