// Readers of single environment variables. Each throws an Error whose message completes "NAME …".
import { isIP } from 'node:net';

export function text(value: string): string {
  return value;
}

/** A TCP port, 1–65535. */
export function port(value: string): number {
  if (!/^[0-9]{1,5}$/.test(value) || Number(value) < 1 || Number(value) > 65_535) {
    throw new Error(`must be a port from 1 to 65535, not "${value}"`);
  }
  return Number(value);
}

export function boolean(value: string): boolean {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new Error(`must be true or false, not "${value}"`);
}

export function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    if (!/^[0-9]{1,9}$/.test(value) || Number(value) < min || Number(value) > max) {
      throw new Error(`must be a whole number from ${min} to ${max}, not "${value}"`);
    }
    return Number(value);
  };
}

/** A decimal above 0 with at most three decimal places. */
export function positiveNumber(value: string): number {
  if (!/^[0-9]{1,6}(?:\.[0-9]{1,3})?$/.test(value) || Number(value) === 0)
    throw new Error(`must be a number above 0, such as 1 or 0.5, not "${value}"`);
  return Number(value);
}

/** Addresses and networks, separated by commas: `10.0.0.7, 10.1.0.0/16, fd00::/8`. */
export function networks(value: string): readonly string[] {
  const parts = value.split(',').map((part) => part.trim());
  const wrong = parts.find((part) => !isNetwork(part));
  if (wrong !== undefined) {
    throw new Error(
      `must be addresses or networks such as 10.0.0.7 or 10.1.0.0/16 with commas between, not "${wrong}"`,
    );
  }
  return parts;
}

/** A network of all addresses is refused: it would let every client claim any address it likes. */
function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  const most = version === 4 ? 32 : 128;
  return /^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= most;
}

/** A URL with one of the schemes, e.g. `postgres:`. Errors do not repeat the value: it may contain a password. */
function urlOf(...schemes: readonly string[]): (value: string) => string {
  return (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || !schemes.includes(url.protocol)) {
      throw new Error(
        `must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
      );
    }
    return value;
  };
}

/** A mail server. */
export const smtpUrl = urlOf('smtp:', 'smtps:');

/** The sender of e-mail: an address, or a name and an address: `Kvartplata <post@example.org>`. */
export function mailbox(value: string): string {
  if (!/^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value))
    throw new Error('must be an address, or a name and an address: Kvartplata <post@example.org>');
  return value;
}

export const postgresUrl = urlOf('postgres:', 'postgresql:');

/** `redis://…`, `rediss://…`, or `memory:` for a store inside the process. */
export function keyValueUrl(value: string): string {
  return value === 'memory:' ? value : urlOf('redis:', 'rediss:')(value);
}

/** The base URL of another service, without a trailing slash. */
export function serviceUrl(value: string): string {
  return urlOf('http:', 'https:')(value).replace(/\/+$/, '');
}

/** A browser origin: scheme, host and port, and nothing after them. */
export function origin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (
    url === undefined ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.origin !== value.replace(/\/$/, '')
  ) {
    throw new Error(`must be one origin such as https://example.org, not "${value}"`);
  }
  return url.origin;
}

const SEMANTIC_VERSION =
  /^(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*)){2}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** May have build metadata for a build between two releases: `1.4.0+9f2c1ab`. */
export function semanticVersion(value: string): string {
  if (!SEMANTIC_VERSION.test(value))
    throw new Error(`must be a semantic version such as 1.4.0, not "${value}"`);
  return value;
}

/** ISO 8601 with any offset, converted to UTC. */
export function utcInstant(value: string): string {
  try {
    const instant = Temporal.Instant.from(value);
    return value.endsWith('Z') ? value : instant.toString();
  } catch {
    throw new Error(`must be an ISO 8601 instant such as 2026-08-01T09:00:00Z, not "${value}"`);
  }
}

/** Bytes in standard or URL-safe base64. Errors never repeat the value: it is a secret. */
export function base64Secret(value: string): Buffer {
  // Four characters encode three bytes; a single remaining character encodes none.
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value) || value.replace(/=+$/, '').length % 4 === 1)
    throw new Error('must be a base64 string');
  return Buffer.from(value, 'base64');
}

const SECRET_MIN_BYTES = 32;
const SECRET_MIN_DISTINCT_BYTES = 8;
/** Matched against the text and the decoded bytes: no random secret contains these words. */
const PLACEHOLDER = /change.?me|secret|password|example|placeholder/i;

/** A secret that cannot be guessed: a short, repetitive or well-known one is refused. */
export function strongSecret(value: string): Buffer {
  const secret = base64Secret(value);
  if (
    secret.length < SECRET_MIN_BYTES ||
    new Set(secret).size < SECRET_MIN_DISTINCT_BYTES ||
    PLACEHOLDER.test(secret.toString('latin1')) ||
    PLACEHOLDER.test(secret.toString('base64'))
  ) {
    throw new Error(
      `must hold at least ${SECRET_MIN_BYTES} random bytes in base64 unless APP_ENV is dev`,
    );
  }
  return secret;
}
